import type { DataRecord } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { FileOfField, RecordWrite } from '../model/record-write.ts';
import { recordOf, writeRecords } from './write-records.ts';
import { isClientId } from '../model/client-id.ts';
import { hashPassword } from '../model/password.ts';
import { isRecordId } from '../model/record-id.ts';
import { updateInput } from '../model/record-input.ts';
import type { Actor, StorageRow } from '../model/record-services.ts';
import type { RecordServices } from '../../../services/record-services.ts';

export interface UpdateOptions extends Actor, Pick<RecordWrite, 'ifUpdatedAt' | 'ifExists' | 'owner'> {
  /** For forms that send every value as text: text goes back to the field's stored type when nothing is lost by it. */
  readonly coerce?: boolean;
  /** Creates the record under its chosen id when there is none. */
  readonly upsert?: boolean;
  /** Further writes of the same commit, made from the answer. */
  readonly also?: (record: DataRecord, isNew: boolean) => readonly Write[];
  /** A stored file that goes with one of the fields. */
  readonly file?: FileOfField;
}

/**
 * Merges `fields` into the record; null clears; operators such as `{"$increment": 1}` work on the stored value; system fields are
 * ignored. One billed read and write.
 * @returns the record after the change, and whether it is new
 * @throws {ApiError} not-found, invalid-argument, payload-too-large, already-exists, conflict
 */
export async function putRecord(
  services: RecordServices,
  storage: StorageRow,
  id: string,
  fields: unknown,
  { actor, also, upsert = false, ...rest }: UpdateOptions,
): Promise<{ record: DataRecord; isNew: boolean }> {
  const input = updateInput(fields);
  if (!upsert && !isRecordId(id) && !isClientId(id)) throw notFound('Record');
  const hash = typeof input.password === 'string' ? { hash: await hashPassword(input.password) } : {};
  const write: RecordWrite = { ...rest, ...hash, op: upsert ? 'upsert' : 'update', id, storage, input, where: '' };
  const results = await writeRecords(services, [write], {
    actor,
    ...(also ? { also: (done) => also(recordOf(done), done[0]?.status === 'created') } : {}),
  });
  return { record: recordOf(results), isNew: results[0]?.status === 'created' };
}

/** As `putRecord`, for callers that know the record to exist. */
export async function updateRecord(
  services: RecordServices,
  storage: StorageRow,
  id: string,
  fields: unknown,
  options: Omit<UpdateOptions, 'upsert'>,
): Promise<DataRecord> {
  return (await putRecord(services, storage, id, fields, options)).record;
}
