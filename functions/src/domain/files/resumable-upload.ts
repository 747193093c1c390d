import { randomBytes, randomUUID } from 'node:crypto';
import { limits, type StoredFile } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { UploadDocument } from '../../store/documents/documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { create, remove } from '../../store/model/writes.ts';
import { keyOfRecord } from '../records/model/record-ids.ts';
import { updateRecord } from '../records/write/change-record.ts';
import { fileMetadata } from '../records/model/present.ts';
import { uploads } from '../../store/collections.ts';
import type { RecordServices } from '../../services/record-services.ts';
import type { Actor, StorageRow } from '../records/model/storage-row.ts';
import type { CommitHook } from '../records/model/record-write.ts';
import { claimUpload, discard, giveUp, inOtherHands, wasSlower } from './claim-upload.ts';
import { countFiles } from '../plans/file-quota.ts';
import { makeThumbnails } from './make-thumbnails.ts';
import { contentTypeOf, declaredType } from './content-type.ts';
import { nameProblem } from './read-upload.ts';
import { saveThumbnails, sizesPart } from './save-thumbnails.ts';
import { checkFieldName, type FileWriter, type Uploaded, requireReach, uploadedAs } from './upload-file.ts';

const validMillis = 86_400_000;

export interface UploadPlan {
  readonly name: string;
  readonly size: number;
  readonly type?: string | undefined;
}

interface NewUpload extends FileWriter {
  readonly recordId: string;
  readonly plan: UploadPlan;
  readonly fieldName: string;
  readonly origin?: string | undefined;
}

interface BegunUpload extends FileWriter {
  readonly recordId: string;
  readonly uploadId: string;
}

/**
 * Opens a resumable upload of up to 1 GiB directly to Cloud Storage, in one piece or many.
 * @returns the address that takes the bytes, and the id for `completeUpload` @throws {ApiError} not-found, invalid-argument, payload-too-large, quota-exceeded
 */
export async function beginUpload(
  services: RecordServices,
  storage: StorageRow,
  { recordId, plan: { name, size, type }, owner, onForeign, closed, access, fieldName, origin }: NewUpload,
): Promise<{ uploadId: string; uploadUrl: string; expiresAt: string }> {
  checkFieldName(fieldName || 'file', storage, { owner, closed });
  const problem = nameProblem(name);
  if (problem) throw problem;
  if (size > limits.resumableUpload)
    throw new ApiError('payload-too-large', say('fileLarge', { max: limits.resumableUpload / 1024 / 1024 }));
  await requireReach(services, storage, { recordId, field: fieldName || 'file', owner, onForeign, access });
  const { tenantId } = storage.data;
  await countFiles(services.store, tenantId, { pending: size }); // before anything is opened; what counts follows below
  const key = await keyOfRecord(services, storage.id, recordId);
  const path = `tenants/${storage.data.tenantId}/${storage.data.projectId}/${storage.id}/${key}/${randomUUID()}`;
  const file = { name, size, ...declaredType(type ?? ''), path, token: randomUUID() };
  const uploadUrl = await services.files.begin(path, { name, size, type: file.type, ...(origin ? { origin } : {}) });
  const uploadId = randomBytes(18).toString('base64url');
  const expiresAt = Timestamp.fromMillis(services.now() + validMillis);
  const document: UploadDocument = { tenantId, storageId: storage.id, key, field: fieldName || 'file', file, uploadUrl, expiresAt };
  try {
    await services.store.transaction(async (tx) => {
      const reserved = await countFiles(tx, tenantId, { pending: size });
      tx.write(create(uploadPath(uploadId), document), ...reserved);
    });
  } catch (error) {
    await services.files.cancel(uploadUrl);
    throw error;
  }
  return { uploadId, uploadUrl, expiresAt: expiresAt.toDate().toISOString() };
}

/**
 * Writes an uploaded file into its record, as `uploadFile` does.
 * @throws {ApiError} not-found; conflict while bytes are missing or another call has the upload;
 * invalid-argument when the size is not the announced one (the upload is then removed)
 */
export async function completeUpload(
  services: RecordServices,
  storage: StorageRow,
  {
    recordId,
    uploadId,
    owner,
    onForeign,
    closed,
    access,
    actor,
    origin,
    hook,
  }: BegunUpload & Actor & { readonly hook?: CommitHook<Uploaded> },
): Promise<Uploaded> {
  const begun = await findUpload(services, storage, { recordId, uploadId });
  const { field, file } = begun.data;
  checkFieldName(field, storage, { owner, closed });
  const found = await services.files.inspect(file.path);
  if (!found) throw new ApiError('conflict', say('uploadPartial'));
  if (found.size !== file.size) {
    await giveUp(services, begun);
    throw new ApiError('invalid-argument', say('uploadSize', { found: found.size, announced: file.size }));
  }
  const { type: announced, charset, ...begunFile } = file;
  const declared = charset ? `${announced}; charset=${charset}` : announced;
  const { signature, ...contentType } = await contentTypeOf(found.head, declared);
  const { tenantId } = storage.data;
  const isImage = signature?.startsWith('image/') === true && found.size <= limits.upload;
  const thumbnails = isImage ? await makeThumbnails(tenantId, { type: signature, read: () => services.files.read(file.path) }) : [];
  const stored: StoredFile = {
    token: randomUUID(), // of an upload that has none yet
    ...begunFile,
    ...contentType,
    uploadedAt: new Date(services.now()).toISOString(),
    ...sizesPart(thumbnails),
  };
  const { url } = fileMetadata(stored, services.files);
  const upload = await claimUpload(services, begun);
  try {
    await saveThumbnails(services.files, stored, thumbnails);
    await services.files.share(stored, true);
    const data = await updateRecord(services, storage, {
      id: recordId,
      fields: { [field]: url },
      actor,
      origin,
      ...(owner === undefined ? {} : { owner, onForeign }),
      access,
      file: { field, stored, reserved: file.size },
      hook: {
        alsoWrites: ({ record }) => [
          remove(upload.path, { lastUpdateTime: upload.updateTime }),
          ...(hook?.alsoWrites(uploadedAs(services, stored, record)) ?? []),
        ],
      },
    });
    return uploadedAs(services, stored, data);
  } catch (error) {
    // If our commit or a faster one took the document, the file belongs to the record and stays.
    await discard(services, upload, stored);
    throw wasSlower(error) ? inOtherHands(error) : error;
  }
}

/** Cancels an upload and frees its room at once. @throws {ApiError} not-found; conflict while another call completes it */
export async function cancelUpload(
  services: RecordServices,
  storage: StorageRow,
  { recordId, uploadId, owner, onForeign, access }: BegunUpload,
): Promise<void> {
  await requireReach(services, storage, { recordId, field: '', owner, onForeign, access });
  await giveUp(services, await findUpload(services, storage, { recordId, uploadId }));
}

async function findUpload(
  services: RecordServices,
  storage: StorageRow,
  { recordId, uploadId }: BegunUpload,
): Promise<Row<UploadDocument>> {
  const row = /^[\w-]{24}$/.test(uploadId) ? await services.store.get(uploadPath(uploadId)) : null;
  const key = await keyOfRecord(services, storage.id, recordId);
  if (!row || row.data.storageId !== storage.id || row.data.key !== key) throw notFound('Upload');
  return row;
}

const uploadPath = (id: string) => uploads.path(id);
