import type { StorageDocument } from '@bedplate/contract';
import { Timestamp } from '../../../store/model/values.ts';
import { update } from '../../../store/model/writes.ts';
import { documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import { isFailedPrecondition } from '../../../store/model/firestore-errors.ts';
import { keyAtMillis } from '../../../store/time-ordered-id.ts';
import { recordsPath, storagePath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Reader } from './budget.ts';

/** Up to this size a plain count is as cheap as any. */
const plainCount = 3000;
/** Entries counted since the base that make a new base worth a write. */
const foldAfter = 2000;
/** Writes may become visible this much later than the time they carry. */
const settle = 30_000;
const betweenFolds = 10_000;

/**
 * Live records of a storage, exactly, without a counter that every write would have to touch: a base counted once, then the
 * changes since: created later, minus deleted since, plus created and deleted since (those were never in the base).
 */
export async function storageTotal(reader: Reader, storage: StorageRow, now: number): Promise<number> {
  const { counts } = storage.data;
  if (!counts) {
    const total = await reader.count({ from: recordsPath(storage.id) });
    if (total > plainCount) await fold(reader, storage, total, now);
    return total;
  }
  const changes = await changesSince(reader, storage.id, counts.asOf.toMillis());
  const total = counts.base + net(changes);
  const counted = changes.live + changes.createdAndDeleted + changes.deleted;
  if (counted > foldAfter && now - settle - counts.asOf.toMillis() > betweenFolds) await fold(reader, storage, total, now);
  return total;
}

interface Changes {
  readonly live: number;
  readonly createdAndDeleted: number;
  readonly deleted: number;
}

const net = ({ live, createdAndDeleted, deleted }: Changes) => live + createdAndDeleted - deleted;

async function changesSince(reader: Reader, storageId: string, asOf: number): Promise<Changes> {
  const later = Timestamp.fromMillis(asOf + 1);
  const deletedFrom = (path: string): QuerySpec => ({ from: `storages/${storageId}/deleted`, where: [[path, '>=', later]] });
  const [live, createdAndDeleted, deleted] = await Promise.all([
    reader.count({ from: recordsPath(storageId), where: [[documentId, '<', keyAtMillis(asOf)]] }),
    reader.count(deletedFrom('createdAt')),
    reader.count(deletedFrom('deletedAt')),
  ]);
  return { live, createdAndDeleted, deleted };
}

/** Moves the base forward; gives way to any other change of the storage document, since the next list can do it too. */
async function fold(reader: Reader, storage: StorageRow, total: number, now: number): Promise<void> {
  const asOf = now - settle;
  const counts: StorageDocument<Timestamp>['counts'] = {
    base: total - net(await changesSince(reader, storage.id, asOf)),
    asOf: Timestamp.fromMillis(asOf),
  };
  try {
    await reader.store.commit([
      update(storagePath(storage.id), { counts }, storage.updateTime ? { lastUpdateTime: storage.updateTime } : undefined),
    ]);
  } catch (error) {
    if (!isFailedPrecondition(error)) throw error;
  }
}
