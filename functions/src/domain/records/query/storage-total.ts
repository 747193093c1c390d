import { recordCounts } from '../../../store/collections.ts';
import type { RecordCountsDocument } from '../../../store/documents/usage-documents.ts';
import { gone, Timestamp } from '../../../store/model/values.ts';
import { create, update } from '../../../store/model/writes.ts';
import { documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import { isAlreadyExists, isFailedPrecondition } from '../../../store/model/firestore-errors.ts';
import { keyAtMillis } from '../../../store/time-ordered-id.ts';
import { recordsPath, storagePath, trashPath } from '../model/paths.ts';
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
  const { isCounted, counts } = storage.data;
  const { base, guess } = isCounted || counts ? await baseOf(reader, storage.id) : { base: null };
  if (!base || counts) {
    const total = await reader.count({ from: recordsPath(storage.id) });
    if (total > plainCount) await fold(reader, storage, { base, total, now });
    return total;
  }
  const asOf = base.data.asOf.toMillis();
  const changes = guess ?? (await changesSince(reader, storage.id, asOf));
  const total = base.data.base + net(changes);
  const counted = changes.live + changes.createdAndDeleted + changes.deleted;
  if (counted > foldAfter && now - settle - asOf > betweenFolds) await fold(reader, storage, { base, total, now });
  return total;
}

/**
 * The base, and the changes since, where it is still the one that this instance last saw: the base seldom moves, so both are asked at
 * once and a list waits for one answer in place of two.
 */
async function baseOf(reader: Reader, storageId: string): Promise<{ base: Row<RecordCountsDocument> | null; guess?: Changes | undefined }> {
  const { countedTo } = reader.store.memory;
  const known = countedTo.get(storageId);
  const [base, changes] = await Promise.all([
    reader.get(recordCounts.path(storageId)),
    known === undefined ? undefined : changesSince(reader, storageId, known),
  ]);
  const asOf = base?.data.asOf.toMillis();
  if (asOf !== undefined) countedTo.set(storageId, asOf);
  return { base, guess: asOf === known ? changes : undefined };
}

interface Changes {
  readonly live: number;
  readonly createdAndDeleted: number;
  readonly deleted: number;
}

const net = ({ live, createdAndDeleted, deleted }: Changes) => live + createdAndDeleted - deleted;

async function changesSince(reader: Reader, storageId: string, asOf: number): Promise<Changes> {
  const later = Timestamp.fromMillis(asOf + 1);
  const deletedFrom = (path: string): QuerySpec => ({ from: trashPath(storageId), where: [[path, '>=', later]] });
  const [live, createdAndDeleted, deleted] = await Promise.all([
    reader.count({ from: recordsPath(storageId), where: [[documentId, '<', keyAtMillis(asOf)]] }),
    reader.count(deletedFrom('createdAt')),
    reader.count(deletedFrom('deletedAt')),
  ]);
  return { live, createdAndDeleted, deleted };
}

interface Known {
  readonly base: Row<RecordCountsDocument> | null;
  readonly total: number;
  readonly now: number;
}

/**
 * Moves the base forward; gives way to any other change of it, since the next list can do it too. The storage itself, which rules
 * read, is changed by the first base alone: each of its changes is billed to every listener.
 */
async function fold(reader: Reader, { id, data }: StorageRow, { base, total, now }: Known): Promise<void> {
  const asOf = now - settle;
  const counted = { base: total - net(await changesSince(reader, id, asOf)), asOf: Timestamp.fromMillis(asOf) };
  const path = recordCounts.path(id);
  try {
    await reader.store.commit([
      base ? update(path, counted, { lastUpdateTime: base.updateTime }) : create(path, counted),
      ...(data.isCounted && !data.counts ? [] : [update(storagePath(id), { isCounted: true, counts: gone })]),
    ]);
    reader.store.memory.countedTo.set(id, asOf);
  } catch (error) {
    if (!isFailedPrecondition(error) && !isAlreadyExists(error)) throw error;
  }
}
