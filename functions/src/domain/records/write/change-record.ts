import type { DataRecord, FieldProblem } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { CommitHook, FileOfField, FormTexts, RecordWrite, WriteResult } from '../model/record-write.ts';
import { recordOf, writeRecords } from './write-records.ts';
import { isClientId, isRecordId } from '../model/record-ids.ts';
import { hashPassword } from '../model/password.ts';
import { updateInput } from '../model/record-input.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import type { RecordServices } from '../../../services/record-services.ts';

export interface PutRecord {
  /** After the change. */
  readonly record: DataRecord;
  readonly isNew: boolean;
  /** Faults by the schema that are stored all the same. */
  readonly warnings?: readonly FieldProblem[] | undefined;
}

export interface RecordUpdate
  extends Actor,
    Pick<RecordWrite, 'ifUpdatedAt' | 'conditionName' | 'ifExists' | 'ifPassword' | 'owner' | 'onForeign' | 'closed' | 'access'> {
  readonly id: string;
  readonly fields: unknown;
  readonly form?: FormTexts;
  /** Creates the record under its chosen id when there is none. */
  readonly upsert?: boolean;
  readonly hook?: CommitHook<PutRecord>;
  /** A stored file that goes with one of the fields. */
  readonly file?: FileOfField;
}

/**
 * Merges `fields` into the record; null clears; operators such as `{"$increment": 1}` work on the stored value; system fields are
 * ignored. One billed read and write.
 * @throws {ApiError} not-found, invalid-argument, payload-too-large, already-exists, conflict
 */
export async function putRecord(
  services: RecordServices,
  storage: StorageRow,
  { id, fields, actor, origin, hook, upsert = false, ...rest }: RecordUpdate,
): Promise<PutRecord> {
  const input = updateInput(fields);
  if (!upsert && !isRecordId(id) && !isClientId(id)) throw notFound('Record');
  const hash = typeof input.password === 'string' ? { hash: await hashPassword(input.password, storage.data.tenantId) } : {};
  const write: RecordWrite = { ...rest, ...hash, op: upsert ? 'upsert' : 'update', id, storage, input, where: '' };
  const results = await writeRecords(services, [write], {
    actor,
    origin,
    hook: hook && { alsoWrites: (done) => hook.alsoWrites(putRecordOf(done)) },
  });
  return putRecordOf(results);
}

function putRecordOf(results: readonly WriteResult[]): PutRecord {
  return { record: recordOf(results), isNew: results[0]?.status === 'created', warnings: results[0]?.warnings };
}

/** As `putRecord`, for callers that know the record to exist. */
export async function updateRecord(
  services: RecordServices,
  storage: StorageRow,
  update: Omit<RecordUpdate, 'upsert'>,
): Promise<DataRecord> {
  return (await putRecord(services, storage, update)).record;
}

export interface RecordRemoval extends Actor, Pick<RecordWrite, 'ifUpdatedAt' | 'conditionName' | 'owner' | 'onForeign' | 'access'> {
  readonly id: string;
  /** Also for a storage with soft delete, and for a record in its trash: gone for good. */
  readonly permanent?: boolean;
  readonly hook?: CommitHook<void>;
}

/** Moves a record to the trash with soft delete, else removes it. @throws {ApiError} not-found, also the second time; conflict */
export async function deleteRecord(
  services: RecordServices,
  storage: StorageRow,
  { id, actor, origin, permanent = false, hook, ...rest }: RecordRemoval,
): Promise<void> {
  if (!isRecordId(id) && !isClientId(id)) throw notFound('Record');
  await writeRecords(services, [{ ...rest, op: 'delete', id, permanent, storage, where: '' }], {
    actor,
    origin,
    hook: hook && { alsoWrites: () => hook.alsoWrites() },
  });
}

interface RecordRestoring extends Actor, Pick<RecordWrite, 'owner' | 'onForeign' | 'access'> {
  readonly id: string;
  readonly hook?: CommitHook<DataRecord>;
}

/**
 * Takes a record out of the trash: same id, same fields, same place in the order.
 * @throws {ApiError} not-found
 */
export async function restoreRecord(
  services: RecordServices,
  storage: StorageRow,
  { id, actor, origin, hook, ...rest }: RecordRestoring,
): Promise<DataRecord> {
  if (!isRecordId(id) && !isClientId(id)) throw notFound('Deleted record');
  const results = await writeRecords(services, [{ op: 'restore', id, storage, where: '', ...rest }], {
    actor,
    origin,
    hook: hook && { alsoWrites: (done) => hook.alsoWrites(recordOf(done)) },
  });
  return recordOf(results);
}
