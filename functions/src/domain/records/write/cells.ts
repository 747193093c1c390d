import type { DeletedDocument } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { ApiError } from '../../../errors/api-error.ts';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { aliasPath, isClientId } from '../model/client-id.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import { isRecordId } from '../model/record-id.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/record-services.ts';
import { bodyFields, type IndexChange, type RecordBody } from './record-changes.ts';
import type { RecordWrite } from '../model/record-write.ts';

/** One record while a transaction works on it: as it was, and as it shall be. */
export interface Cell {
  readonly storage: StorageRow;
  readonly key: string;
  readonly clientId: string | undefined;
  /** The time in a new key: what `createdAt` must be. */
  readonly madeAt?: Timestamp;
  readonly before: RecordState;
  now: RecordState;
  /** Of the live record before and now, once all writes are worked out. */
  index?: IndexChange;
  /** A new hash, or null when the password goes. */
  hash?: string | null;
}

export interface RecordState {
  readonly live: RecordBody | null;
  readonly deleted: DeletedDocument<Timestamp> | null;
}

const nothing: RecordState = { live: null, deleted: null };

/**
 * Reads what the writes touch: one read per record, one more per chosen id, and the trash only where it decides.
 * @returns the cell of each write, in their order; the same record has the same cell; null for an id that nothing has
 */
export async function loadCells(services: RecordServices, tx: Transaction, writes: readonly RecordWrite[]): Promise<(Cell | null)[]> {
  const keys = await keysOf(tx, writes);
  const live = await read<RecordBody>(
    tx,
    writes.flatMap((write, i) => (keys[i] && write.op !== 'restore' ? [recordPath(write.storage.id, keys[i])] : [])),
    bodyFields,
  );
  const trash = await read<DeletedDocument<Timestamp>>(
    tx,
    writes.flatMap((write, i) => {
      const key = keys[i];
      return key && asksTrash(write, live.has(recordPath(write.storage.id, key))) ? [deletedPath(write.storage.id, key)] : [];
    }),
  );
  const cells = new Map<string, Cell>();
  return writes.map((write, i) => {
    const made = keys[i] ? null : newKey(services, write);
    const key = keys[i] ?? made?.id;
    if (!key) return null;
    const name = `${write.storage.id}\n${keys[i] ?? chosenId(write) ?? key}`;
    const cell = cells.get(name) ?? { ...makeCell(write, key, live, trash), ...(made ? { madeAt: timeOf(made) } : {}) };
    cells.set(name, cell);
    return cell;
  });
}

async function keysOf(tx: Transaction, writes: readonly RecordWrite[]): Promise<(string | null)[]> {
  const aliases = await read<UniqueDocument>(
    tx,
    writes.flatMap((write) => {
      const id = chosenId(write);
      return id ? [aliasPath(write.storage.id, id)] : [];
    }),
  );
  return writes.map((write) => {
    if (write.op === 'create') return null;
    if (isRecordId(write.id)) return write.id;
    return aliases.get(aliasPath(write.storage.id, write.id))?.ref ?? null;
  });
}

function chosenId(write: RecordWrite): string | undefined {
  return write.op !== 'create' && isClientId(write.id) ? write.id : undefined;
}

function asksTrash(write: RecordWrite, isLive: boolean): boolean {
  if (write.op === 'restore') return true;
  if (isLive) return false;
  return write.op === 'upsert' || (write.op === 'delete' && write.permanent);
}

/** A create and an upsert make their record's key; every write gets one, so that upserts of one new id share a cell. */
function newKey(services: RecordServices, write: RecordWrite): ReturnType<RecordServices['makeId']> | null {
  if (write.op !== 'create' && !chosenId(write)) return null;
  if (write.op === 'create' && write.made) return write.made;
  const { shards } = write.storage.data;
  return services.makeId(shards[Math.floor(Math.random() * shards.length)]);
}

function timeOf({ millis, micros }: { millis: number; micros: number }): Timestamp {
  return new Timestamp(Math.floor(millis / 1000), ((millis % 1000) * 1000 + micros) * 1000);
}

function makeCell(
  write: RecordWrite,
  key: string,
  live: ReadonlyMap<string, RecordBody>,
  trash: ReadonlyMap<string, DeletedDocument<Timestamp>>,
): Cell {
  const { storage } = write;
  const before: RecordState = {
    ...nothing,
    live: live.get(recordPath(storage.id, key)) ?? null,
    deleted: trash.get(deletedPath(storage.id, key)) ?? null,
  };
  return { storage, key, clientId: chosenId(write) ?? before.live?.clientId ?? before.deleted?.clientId, before, now: before };
}

async function read<T>(tx: Transaction, paths: readonly string[], select?: readonly string[]): Promise<Map<string, T>> {
  const distinct = [...new Set(paths)];
  const rows = await tx.getAll<T>(distinct, select);
  return new Map(rows.flatMap((row) => (row ? [[row.path, row.data] as const] : [])));
}

/** @throws {ApiError} with the code, naming the write where there are several */
export function refusal(
  code: 'not-found' | 'conflict' | 'invalid-argument',
  { where }: RecordWrite,
  message: string,
  field = '',
): ApiError {
  const at = [where, field].filter(Boolean).join('.');
  return new ApiError(code, where ? `${where}: ${message}` : message, at ? { details: [{ field: at, message }] } : {});
}
