import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import type { ActivityEntry } from '../activity/activity-log.ts';
import { tallyActivity } from '../activity/tally-activity.ts';
import { inHistory } from './in-history.ts';
import { findStorage } from '../callers/find-project.ts';
import { type BulkAction, type BulkChange, bulkChange } from '../records/write/bulk-change.ts';

/** Changes a selection of records, with one row of the activity log for all calls of one work. */
export async function bulkItems(
  services: Services,
  {
    caller,
    path,
    body: { action, ids, log },
  }: {
    caller: Caller;
    path: { projectId: string; storageId: string };
    body: { action: BulkAction; ids: readonly string[]; log?: string | undefined };
  },
): Promise<BulkChange & { log: string | undefined }> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const made = services.makeId();
  const origin = { activityId: log ?? made.id };
  const change = await bulkChange(services.records, storage, { action, ids, actor: caller.uid, origin });
  const { activity, kind } = sayings[action];
  const row = await tallyActivity(services, {
    ...actorOf(caller),
    projectId: path.projectId,
    storageId: storage.id,
    module: 'Storage Data',
    activity,
    count: change.done,
    log,
    made,
    ...inHistory(storage),
    kind,
    values: { who: caller.name, name: storage.data.storageName },
  });
  return { ...change, log: row };
}

const sayings = {
  delete: { activity: 'Remove Storage Data', kind: 'recordsDeleted' },
  restore: { activity: 'Restore Storage Data', kind: 'recordsRestored' },
  purge: { activity: 'Remove Storage Data', kind: 'recordsPurged' },
} as const satisfies Record<BulkAction, Pick<ActivityEntry, 'activity' | 'kind'>>;
