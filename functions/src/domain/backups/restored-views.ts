import { isDeepStrictEqual } from 'node:util';
import type { SavedView } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { changeSavedViews, listSavedViews, takeView } from '../storages/saved-views.ts';
import { reasonsOf, restoreGap } from './restore-gap.ts';
import type { PartOutcome, Restoring } from './restoring.ts';

/**
 * Brings back the saved views that a storage has lost, and those that were changed since. Views that came since stay, also where one has
 * the name of an earlier one: the answer says so. In one transaction.
 */
export async function restoreViews(services: Services, caller: Caller, { storage, backed, isTrial }: Restoring): Promise<PartOutcome> {
  const wanted = backed.views ?? [];
  if (wanted.length === 0) return { part: null, gaps: [] };
  if (!storage) return { part: 'views', gaps: [] };
  const path = { projectId: storage.data.projectId, storageId: storage.id };
  let outcome = merged([], wanted);
  if (isTrial) outcome = merged(await listSavedViews(services, caller, path), wanted);
  else await changeSavedViews(services, caller, { path, change: (views) => (outcome = merged(views, wanted)).views });
  return { part: outcome.isChanged ? 'views' : null, gaps: outcome.gaps };
}

function merged(present: readonly SavedView[], wanted: readonly SavedView[]) {
  let views = [...present];
  let isChanged = false;
  const gaps: PartOutcome['gaps'][number][] = [];
  for (const view of wanted) {
    const now = views.find(({ id }) => id === view.id);
    if (now && isDeepStrictEqual(now, view)) continue;
    try {
      views = takeView(
        views.filter((one) => one !== now),
        view,
      );
      isChanged = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      gaps.push(restoreGap('views', 'restoreView', { name: view.name }), ...reasonsOf('views', error));
    }
  }
  return { views, isChanged, gaps };
}
