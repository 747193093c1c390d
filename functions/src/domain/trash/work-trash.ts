import type { TrashWork, TrashWorked } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { trash } from '../../store/collections.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { ActivityEntry } from '../activity/activity-log.ts';
import { tallyActivity } from '../activity/tally-activity.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type BulkWrite, changeEach } from '../records/write/bulk-change.ts';
import { inHistory } from '../storages/in-history.ts';

/** Records of one call, which ends within seconds. */
const partSize = 200;

interface Working {
  readonly caller: Caller;
  readonly path: { readonly projectId: string; readonly storageId: string };
  readonly work: TrashWork;
}

/**
 * Restores the next part of a storage's deleted records, or deletes it for good. Only what lies there since the first call's moment is
 * touched: a record that is restored meanwhile, or deleted once more, stays. The calls of one work share a row of the activity log.
 * @throws {ApiError} not-found
 */
export async function workTrash(services: Services, { caller, path, work }: Working): Promise<TrashWorked> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const { action, after, log, until = new Date(services.clock()).toISOString() } = work;
  const { rows } = await services.store.in(trash(storage.id)).query({
    where: [['kind', '==', 'trash']],
    orderBy: [[documentId, 'asc']],
    ...(after !== undefined && { startAfter: [after] }),
    limit: partSize,
    select: ['deletedAt'],
  });
  const made = services.makeId();
  const writes = rows.flatMap(({ id, data: { deletedAt } }) =>
    deletedAt.toMillis() <= Date.parse(until) ? [writeOf(storage, action, { id, deletedAt })] : [],
  );
  const { done, failed } = await changeEach(services.records, writes, { actor: caller.uid, origin: { activityId: log ?? made.id } });
  const { activity, kind } = sayings[action];
  const row = await tallyActivity(services, {
    ...actorOf(caller),
    projectId: path.projectId,
    storageId: storage.id,
    module: 'Storage Data',
    activity,
    count: done,
    log,
    made,
    ...inHistory(storage),
    kind,
    values: { who: caller.name, name: storage.data.storageName },
  });
  // One that went or came back with another of the same act, or by somebody else's hand, is no matter of this work.
  const refused = failed.filter(({ code }) => code !== 'not-found').map(({ id, message }) => ({ id, message }));
  return { done, failed: refused, until, after: rows.length < partSize ? null : (rows.at(-1)?.id ?? null), log: row };
}

function writeOf(
  storage: StorageRow,
  action: TrashWork['action'],
  { id, deletedAt }: { readonly id: string; readonly deletedAt: Timestamp },
): BulkWrite {
  if (action === 'restore') return { op: 'restore', id, storage, where: '' };
  return { op: 'delete', id, permanent: true, storage, where: '', ifDeletedAt: deletedAt };
}

const sayings = {
  restore: { activity: 'Restore Storage Data', kind: 'recordsRestored' },
  purge: { activity: 'Remove Storage Data', kind: 'recordsPurged' },
} as const satisfies Record<TrashWork['action'], Pick<ActivityEntry, 'activity' | 'kind'>>;
