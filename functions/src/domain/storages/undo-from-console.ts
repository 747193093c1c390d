import type { Services } from '../../services/services.ts';
import { logActivity } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject, findStorage } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import type { UndoOrder } from '../records/undo/undo-order.ts';
import { namedOutcomes } from './named-outcomes.ts';
import { undoInProject, type UndoOutcome } from './undo-in-project.ts';

/** An undo that a member asks for: each storage that it changes gets a row in the activity log. @throws {ApiError} not-found, invalid-argument */
export async function undoFromConsole(
  services: Services,
  { caller, projectId, order }: { caller: Caller; projectId: string; order: UndoOrder },
): Promise<UndoOutcome[]> {
  const project = await findProject(services, caller, projectId);
  const place = {
    tenantId: project.data.tenantId,
    projectId,
    findStorage: (storageId: string) => findStorage(services, { caller, projectId, storageId }),
  };
  const outcomes = await undoInProject(services.records, place, { order, author: { actor: caller.uid } });
  if (order.dryRun) return namedOutcomes(services, place, { outcomes });
  for (const { storageName } of outcomes)
    await logActivity(services, {
      ...actorOf(caller),
      projectId,
      module: 'Storage Data',
      activity: 'Update Storage Data',
      kind: 'changesTakenBack',
      values: { who: caller.name, name: storageName },
    });
  return outcomes;
}
