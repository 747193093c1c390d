import type { DocumentPath } from '../../../store/model/collection.ts';
import type { DeletedDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Transaction } from '../../../store/transaction.ts';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import { aliasPath, isClientId, isRecordId } from '../model/record-ids.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { NewKey, RecordWrite } from '../model/record-write.ts';
import type { InFlightRecord, RecordState } from './in-flight-record.ts';
import { newKey, newRecord } from './new-record.ts';
import { bodyFields, type RecordBody } from './record-changes.ts';

/**
 * Reads what the writes touch: one read per record, one more per chosen id, and the trash only where it decides.
 * @returns the record of each write, in their order; writes of one record share it; null for an unknown id
 */
export async function loadRecords(
  services: RecordServices,
  tx: Transaction,
  writes: readonly RecordWrite[],
): Promise<(InFlightRecord | null)[]> {
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
  const records = new Map<string, InFlightRecord>();
  return writes.map((write, i) => {
    const known = keys[i];
    const made = known ? null : keyFor(services, write);
    if (!known && !made) return null;
    const name = `${write.storage.id}\n${known ?? chosenId(write) ?? made?.id}`;
    const record =
      records.get(name) ?? (made ? newRecord(write.storage, made, chosenId(write)) : loaded(write, known ?? '', { live, trash }));
    records.set(name, record);
    return record;
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
    if (write.op === 'create' && write.fromBackup) return write.made?.id ?? null; // it goes on where its mark and its history have ended
    if (write.op === 'create') return write.keptId && isRecordId(write.keptId) ? write.keptId : null;
    if (isRecordId(write.id)) return write.id;
    return aliases.get(aliasPath(write.storage.id, write.id))?.ref ?? null;
  });
}

function chosenId(write: RecordWrite): string | undefined {
  const id = write.op === 'create' ? write.keptId : write.id;
  return id !== undefined && isClientId(id) ? id : undefined;
}

function asksTrash(write: RecordWrite, isLive: boolean): boolean {
  if (write.op === 'restore') return true;
  if (isLive) return false;
  return write.op === 'upsert' || write.op === 'create' || (write.op === 'delete' && write.permanent);
}

/** A create and an upsert make their record's key. Each write gets one, so that upserts of one new id share a record. */
function keyFor(services: RecordServices, write: RecordWrite): NewKey | null {
  if (write.op === 'create') return write.made ?? newKey(services, write.storage);
  return chosenId(write) ? newKey(services, write.storage) : null;
}

function loaded(
  write: RecordWrite,
  key: string,
  { live, trash }: { live: ReadonlyMap<string, RecordBody>; trash: ReadonlyMap<string, DeletedDocument<Timestamp>> },
): InFlightRecord {
  const { storage } = write;
  const before: RecordState = {
    live: live.get(recordPath(storage.id, key)) ?? null,
    deleted: trash.get(deletedPath(storage.id, key)) ?? null,
  };
  const clientId = chosenId(write) ?? before.live?.clientId ?? before.deleted?.clientId;
  if (write.op === 'create' && write.made) return { ...newRecord(storage, write.made, clientId), before, now: before };
  return { storage, key, clientId, before, now: before };
}

async function read<T>(tx: Transaction, paths: readonly DocumentPath<T>[], select?: readonly string[]): Promise<Map<DocumentPath<T>, T>> {
  const distinct = [...new Set(paths)];
  const rows = await tx.getAll(distinct, select);
  return new Map(rows.flatMap((row) => (row ? [[row.path, row.data] as const] : [])));
}
