import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import type { ActivityEntry } from '../activity/activity-log.ts';
import { tallyActivity } from '../activity/tally-activity.ts';
import { type FoundStorage, findStorage } from '../callers/find-project.ts';
import type { RecordWrite } from '../records/model/record-write.ts';
import { writeRecords } from '../records/write/write-records.ts';

export type BulkAction = 'delete' | 'restore' | 'purge';

export interface BulkReport {
  done: number;
  /** What was not there any more, or may not come back because someone else has its username by now. */
  failed: { id: string; message: string }[];
  log: string | undefined;
}

/** Records of one commit. */
const chunk = 100;

/**
 * Deletes, restores or deletes for good what a person has selected. What cannot be done is told and stops nothing else.
 * One row of the activity log for all calls of one work.
 */
export async function bulkItems(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
  { action, ids, log }: { action: BulkAction; ids: readonly string[]; log?: string | undefined },
): Promise<BulkReport> {
  const storage = await findStorage(services, caller, path.projectId, path.storageId);
  const writes = [...new Set(ids)].map((id) => writeOf(action, storage, id));
  const failed: BulkReport['failed'] = [];
  for (let i = 0; i < writes.length; i += chunk) failed.push(...(await apply(services, writes.slice(i, i + chunk), caller.uid)));
  const done = writes.length - failed.length;
  const said = sayings[action];
  const row = await tallyActivity(services, {
    ...actorOf(caller),
    projectId: path.projectId,
    storageId: storage.id,
    module: 'Storage Data',
    activity: said.activity,
    count: done,
    log,
    describe: (count) => `${caller.name} ${said.verb} ${count === 1 ? '1 record' : `${count} records`} of ${storage.data.storageName}.`,
  });
  return { done, failed, log: row };
}

const sayings = {
  delete: { activity: 'Remove Storage Data', verb: 'deleted' },
  restore: { activity: 'Restore Storage Data', verb: 'restored' },
  purge: { activity: 'Remove Storage Data', verb: 'deleted for good' },
} as const satisfies Record<BulkAction, { activity: ActivityEntry['activity']; verb: string }>;

type BulkWrite = Extract<RecordWrite, { op: 'delete' | 'restore' }>;

function writeOf(action: BulkAction, storage: FoundStorage, id: string): BulkWrite {
  const common = { storage, id, where: '' };
  return action === 'restore' ? { ...common, op: 'restore' } : { ...common, op: 'delete', permanent: action === 'purge' };
}

/** A commit is all or nothing: one that is refused is halved until the record that it is refused for stands alone. */
async function apply(services: Services, writes: readonly BulkWrite[], actor: string): Promise<BulkReport['failed']> {
  try {
    await writeRecords(services.records, writes, { actor });
    return [];
  } catch (error) {
    if (!isOfOneRecord(error)) throw error;
    const [first, ...others] = writes;
    if (first && others.length === 0) return [{ id: first.id, message: error.message }];
    const half = Math.ceil(writes.length / 2);
    return [...(await apply(services, writes.slice(0, half), actor)), ...(await apply(services, writes.slice(half), actor))];
  }
}

function isOfOneRecord(error: unknown): error is ApiError {
  return error instanceof ApiError && ['not-found', 'conflict', 'already-exists', 'payload-too-large'].includes(error.code);
}
