import { limits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import type { ViewQuery } from '../records/query/data-view.ts';
import { matchingPages } from '../records/transfer/matching-pages.ts';
import { findStorage } from '../callers/find-project.ts';

/**
 * Finds the ids that match a query now, so that a later step changes exactly these records.
 * @returns at most `limits.selection` ids in the view's order, and whether these are all
 */
export async function selectIds(
  services: Services,
  { caller, path, query }: { caller: Caller; path: { projectId: string; storageId: string }; query: ViewQuery },
): Promise<{ ids: string[]; isComplete: boolean }> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const ids: string[] = [];
  for await (const found of matchingPages(services.records, storage, query)) {
    ids.push(...found.map(({ id, stored }) => stored.clientId ?? id));
    if (ids.length > limits.selection) return { ids: ids.slice(0, limits.selection), isComplete: false };
  }
  return { ids, isComplete: true };
}
