import { type DataRecord, decodeFields, encodeFields, type Json, type RecordDocument, type StoredFile } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { ApiError, notFound } from '../../http/api-error.ts';
import { isAlreadyExists } from '../../store/firestore-errors.ts';
import { create, remove, set, type Write } from '../../store/writes.ts';
import { forgetTotals } from '../query/shared-totals.ts';
import { coerceFields } from './coerce-fields.ts';
import { hashPassword } from './password.ts';
import { privatePath, recordPath, storagePath } from './paths.ts';
import { indexWithKnownFields, prepareIndexes } from './prepare-index.ts';
import { present } from './present.ts';
import { isRecordId } from './record-id.ts';
import { checkSize, type RecordInput, recordInput } from './record-input.ts';
import type { Actor, RecordServices, StorageRow } from './record-services.ts';
import { claimsOf, taken } from './unique-claims.ts';

export interface UpdateOptions extends Actor {
  /** For forms that send every value as text: text goes back to the field's stored type when nothing is lost by it. */
  readonly coerce?: boolean;
  /** Further writes of the same commit, made from the answer. */
  readonly also?: (record: DataRecord) => readonly Write[];
  /** A stored file that goes with one of the fields. */
  readonly file?: { readonly field: string; readonly stored: StoredFile };
}

/**
 * Merges `fields` into the record; null clears; system fields are ignored. One billed read and write.
 * @returns the record after the change
 * @throws {ApiError} not-found, invalid-argument, payload-too-large, already-exists
 */
export async function updateRecord(
  services: RecordServices,
  storage: StorageRow,
  recordId: string,
  fields: unknown,
  options: UpdateOptions,
): Promise<DataRecord> {
  const input = recordInput(fields);
  if (!isRecordId(recordId)) throw notFound('Record');
  const hash = typeof input.password === 'string' ? await hashPassword(input.password) : undefined;
  let current = storage;
  for (let tries = 0; tries < 5; tries += 1) {
    const result = await attempt(services, current, recordId, input, hash, options);
    if ('record' in result) {
      forgetTotals(services.store, storage.id);
      await Promise.all(result.dropped.map((file) => services.files.remove(file.path)));
      return result.record;
    }
    await prepareIndexes(services, current, [result.unknown]);
    const fresh = await services.store.get<StorageRow['data']>(storagePath(storage.id));
    if (!fresh) throw notFound('Storage');
    current = fresh;
  }
  throw new ApiError('unavailable', 'The storage is changing too fast. Please try again in a moment.', { retryAfter: 1 });
}

type Attempt = { readonly record: DataRecord; readonly dropped: readonly StoredFile[] } | { readonly unknown: Record<string, Json> };

async function attempt(
  services: RecordServices,
  storage: StorageRow,
  recordId: string,
  input: RecordInput,
  hash: string | undefined,
  options: UpdateOptions,
): Promise<Attempt> {
  let claimed: string[] = [];
  try {
    return await services.store.transaction(async (tx): Promise<Attempt> => {
      const row = await tx.get<RecordDocument<Timestamp>>(recordPath(storage.id, recordId));
      if (!row) throw notFound('Record');
      const before = decodeFields(row.data.data);
      const after = { ...before, ...(options.coerce ? coerceFields(input.fields, before) : input.fields) };
      checkSize(after);
      const index = indexWithKnownFields(storage, after);
      if (!index) return { unknown: after };

      const files = keptFiles(row.data.files ?? {}, before, after, options);
      const hasPassword = hash !== undefined || (row.data.hasPassword === true && input.password !== null);
      const document: RecordDocument<Timestamp> = {
        ...index.tokens,
        data: encodeFields(after),
        idx: index.idx,
        files,
        known: index.known,
        createdAt: row.data.createdAt,
        updatedAt: Timestamp.fromMillis(Math.max(services.now(), row.data.updatedAt.toMillis() + 1)),
        createdBy: row.data.createdBy,
        ...(hasPassword ? { hasPassword: true as const } : {}),
      };
      tx.write(set(row.path, document));
      if (hash) tx.write(set(privatePath(storage.id, recordId), { password: hash }));
      else if (input.password === null && row.data.hasPassword) tx.write(remove(privatePath(storage.id, recordId)));
      claimed = moveClaims(storage, recordId, before, after, tx.write);
      const record = present(recordId, document, storage.data.is_softDelete, services.files);
      tx.write(...(options.also?.(record) ?? []));
      const dropped = Object.values(row.data.files ?? {}).filter((old) => !Object.values(files).some((kept) => kept.path === old.path));
      return { record, dropped };
    });
  } catch (error) {
    if (isAlreadyExists(error) && claimed.length > 0) throw taken(claimed);
    throw error;
  }
}

/** A file stays while its field keeps its value. */
function keptFiles(
  files: Record<string, StoredFile>,
  before: Record<string, Json>,
  after: Record<string, Json>,
  { file }: UpdateOptions,
): Record<string, StoredFile> {
  const kept = Object.entries(files).filter(([field]) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
  return { ...Object.fromEntries(kept), ...(file ? { [file.field]: file.stored } : {}) };
}

/** @returns the fields that are newly claimed */
function moveClaims(
  storage: StorageRow,
  recordId: string,
  before: Record<string, Json>,
  after: Record<string, Json>,
  write: (...writes: Write[]) => void,
): string[] {
  const had = claimsOf(storage, before);
  const has = claimsOf(storage, after);
  const added = has.filter(({ path }) => !had.some((claim) => claim.path === path));
  for (const { path } of had) if (!has.some((claim) => claim.path === path)) write(remove(path));
  for (const { path } of added) write(create(path, { scope: storage.id, ref: recordId }));
  return added.map(({ field }) => field);
}
