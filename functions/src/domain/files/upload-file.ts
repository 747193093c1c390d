import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type DataRecord, messages, type StoredFile, systemFields } from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { log } from '../../config/log.ts';
import { ownFields } from '../app-users/reach.ts';
import { keyOfRecord } from '../records/model/record-ids.ts';
import { getRecord } from '../records/query/get-record.ts';
import { updateRecord } from '../records/write/change-record.ts';
import { fileMetadata } from '../records/model/present.ts';
import { type ClosedFields, refuseClosed } from '../records/model/closed-fields.ts';
import type { WriteAccess } from '../records/model/record-write.ts';
import { recordInput } from '../records/model/record-input.ts';
import type { RecordServices } from '../../services/record-services.ts';
import type { Actor, StorageRow } from '../records/model/storage-row.ts';
import { fileChanges } from '../records/write/file-changes.ts';
import type { RecordFiles } from '../records/write/settle-files.ts';
import { contentTypeOf } from './content-type.ts';
import { makeThumbnails } from './make-thumbnails.ts';
import { type IncomingFile, readUpload } from './read-upload.ts';
import { withMemoryFor } from './upload-memory.ts';
import { saveThumbnails, sizesPart } from './save-thumbnails.ts';

export interface Uploaded extends Record<string, unknown> {
  readonly message: string;
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Addresses of an image's smaller copies, by their longest side in pixels. */
  readonly thumbnails?: Record<string, string>;
  readonly data: DataRecord;
}

/** The limits of an app user who writes the file's address. */
export interface FileWriter {
  readonly owner?: string | undefined;
  /** Called where the record is another user's. */
  readonly onForeign?: (() => void) | undefined;
  /** Fields that the file cannot take. */
  readonly closed?: ClosedFields | undefined;
  /** Where rules bind the writer. */
  readonly access?: WriteAccess | undefined;
}

interface Placed extends FileWriter, Actor {
  readonly recordId: string;
  /** The form's own field `fieldName` where it is empty, else the name of the file's part. */
  readonly fieldName: string;
}

interface Upload extends Placed {
  /** Its body is the file, as multipart/form-data. */
  readonly req: IncomingMessage;
}

/**
 * Stores a file and writes its URL into the record's field. Removes the field's previous file. After
 * a failure the new file is removed, unless it is unknown whether the record was written.
 * @throws {ApiError} not-found, invalid-argument, permission-denied, unsupported-media-type, payload-too-large, quota-exceeded, unavailable
 */
export async function uploadFile(services: RecordServices, storage: StorageRow, upload: Upload): Promise<Uploaded> {
  const { recordId, req, fieldName } = upload;
  if (fieldName) checkFieldName(fieldName, storage, upload);
  await requireReach(services, storage, { ...upload, recordId, field: fieldName });
  return withMemoryFor(req, async () => storeFile(services, storage, { ...upload, file: await readUpload(req) }));
}

/** The part of `uploadFile` behind the reading, for a file that is read already. @throws {ApiError} as uploadFile */
async function storeFile(
  services: RecordServices,
  storage: StorageRow,
  { recordId, file, actor, origin, owner, onForeign, closed, access, fieldName }: Placed & { readonly file: IncomingFile },
): Promise<Uploaded> {
  const field = fieldOfFile(storage, { file, fieldName, owner, closed });
  if (access && field !== fieldName) await requireReach(services, storage, { recordId, field, owner, onForeign, access });
  return keepFile(services, storage, {
    key: await keyOfRecord(services, storage.id, recordId),
    file,
    write: (stored, url) =>
      updateRecord(services, storage, {
        id: recordId,
        fields: { [field]: url },
        actor,
        origin,
        ...(owner === undefined ? {} : { owner, onForeign }),
        access,
        file: { field, stored },
      }),
  });
}

/** @returns the field that takes the file's address @throws {ApiError} as checkFieldName; for any other field of the form */
export function fieldOfFile(
  storage: StorageRow,
  { file: { fields, partName }, fieldName, ...writer }: FileWriter & { readonly file: IncomingFile; readonly fieldName: string },
): string {
  const field = fieldNameIn(fields, fieldName) || partName;
  checkFieldName(field, storage, writer);
  return field;
}

interface Keeping {
  /** Of the record that has the file. */
  readonly key: string;
  readonly file: IncomingFile;
  /** Writes the record. */
  readonly write: (stored: StoredFile, url: string) => Promise<DataRecord>;
}

/** Stores a file's bytes, then its record. @throws {ApiError} as uploadFile */
export async function keepFile(services: RecordServices, storage: StorageRow, { key, file, write }: Keeping): Promise<Uploaded> {
  const { content, type: declared } = file;
  const { signature, ...contentType } = await contentTypeOf(content, declared);
  const made = await makeThumbnails(storage.data.tenantId, { type: signature, read: () => Promise.resolve(content) });
  const stored: StoredFile = {
    name: file.name,
    size: content.length,
    ...contentType,
    path: `tenants/${storage.data.tenantId}/${storage.data.projectId}/${storage.id}/${key}/${randomUUID()}`,
    token: randomUUID(),
    uploadedAt: new Date(services.now()).toISOString(),
    ...sizesPart(made),
  };
  try {
    await services.files.save(stored.path, Readable.from([content]), stored);
    await saveThumbnails(services.files, stored, made);
  } catch (error) {
    await services.files.remove(stored);
    throw error;
  }
  try {
    return uploadedAs(services, stored, await write(stored, fileMetadata(stored, services.files).url));
  } catch (error) {
    if (error instanceof ApiError) await services.files.remove(stored);
    else await settleLater(services, { storageId: storage.id, key, files: [{ path: stored.path, ...sizesPart(made) }] });
    throw error;
  }
}

/** @returns the answer of an upload */
export function uploadedAs({ files }: Pick<RecordServices, 'files'>, stored: StoredFile, data: DataRecord): Uploaded {
  const { url, name, size, type, thumbnails } = fileMetadata(stored, files);
  return { message: messages.fileUploaded, url, name, size, type, ...(thumbnails ? { thumbnails } : {}), data };
}

/** Notes the file for a later check: until the commit's outcome is known, the record may name it. */
async function settleLater(services: RecordServices, record: RecordFiles): Promise<void> {
  try {
    await services.store.commit(fileChanges(services, [record]));
  } catch (error) {
    log.warn('files.late', {}, error); // the caller is told what came first
  }
}

/** @throws {ApiError} not-found, permission-denied: before any byte of the file is taken */
export async function requireReach(
  services: RecordServices,
  storage: StorageRow,
  { recordId, field, owner, onForeign, access }: FileWriter & { readonly recordId: string; readonly field: string },
): Promise<void> {
  const record = await getRecord(services, storage, { id: recordId, owner, onForeign });
  if (access && !access.reach('update', record)) throw notFound('Record');
  const set = access?.prepare(record, { fields: field === '' ? {} : { [field]: '' } });
  if (field !== '') access?.settle(record, { ...record, ...set, [field]: 'an address' }, new Set([field]));
}

/** @param writer who may write own records only @throws {ApiError} invalid-argument; permission-denied for the field that names the owner, and closed ones */
export function checkFieldName(name: string, storage: StorageRow, { owner, closed }: FileWriter): void {
  recordInput({ [name]: null });
  if (name === 'password' || (systemFields as readonly string[]).includes(name)) {
    throw invalidField('fieldName', say('fieldNameFor', { name }));
  }
  ownFields(storage, { [name]: '' }, { owner, closed, isNew: false }); // an address is nobody's id
  refuseClosed(closed, { before: {}, after: { [name]: 'an address' }, password: undefined });
}

/** @returns the form's `fieldName`, which may be there instead of in the address @throws {ApiError} for any other field */
function fieldNameIn(fields: IncomingFile['fields'], fieldName: string): string {
  let named = fieldName;
  for (const [name, value] of fields) {
    if (name !== 'fieldName') throw invalidField(name.slice(0, 80), say('fieldUnknown', { name: name.slice(0, 80), known: 'fieldName' }));
    if (named !== '' && value !== named) throw invalidField('fieldName', say('fieldTwice', { name: 'fieldName' }));
    named = value;
  }
  return named;
}
