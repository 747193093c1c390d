import { type StoredFile, thumbnailSizes } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Store } from '../../store/access.ts';
import { Timestamp } from '../../store/model/values.ts';
import { remove, update } from '../../store/model/writes.ts';
import { isFailedPrecondition, isNotFound } from '../../store/model/firestore-errors.ts';
import type { UploadDocument } from '../../store/documents/documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { FileStore } from '../../store/file-store.ts';
import { countFiles } from '../plans/file-quota.ts';

/** An upload as this call has read or claimed it; the file is touched only if the document is unchanged. */
export type OpenUpload = Pick<Row<UploadDocument>, 'path' | 'data' | 'updateTime'>;

interface UploadServices {
  readonly store: Store;
  readonly files: FileStore;
  readonly now: () => number;
}

/** Longer than sharing a file and committing takes. A process that dies in between blocks its upload this long. */
const completeMillis = 2 * 60_000;

/** Claims an upload for this call. @throws {ApiError} conflict when another call has it; not-found when it was cancelled */
export async function claimUpload({ store, now }: UploadServices, upload: OpenUpload): Promise<OpenUpload> {
  if (upload.data.isGivenUp) throw notFound('Upload');
  requireIdle(upload, now());
  const completingUntil = Timestamp.fromMillis(now() + completeMillis);
  try {
    const updateTime = await store.commit([update(upload.path, { completingUntil }, { lastUpdateTime: upload.updateTime })]);
    if (!updateTime) throw new Error('Firestore did not tell when it wrote.');
    return { ...upload, updateTime };
  } catch (error) {
    throw wasSlower(error) ? inOtherHands(error) : error;
  }
}

/** Discards an upload that no call is completing now. @throws {ApiError} conflict */
export async function giveUp(services: UploadServices, upload: OpenUpload): Promise<void> {
  requireIdle(upload, services.now());
  if ((await discard(services, upload)) === 'changed') throw inOtherHands();
}

/**
 * Removes an upload with its file, and frees its room. The document is marked first: from then on no
 * call can write the file into a record.
 * @param stored the file with its thumbnails
 * @returns 'gone'; 'marked' while its address could not be closed, which the sweep tries again; 'changed' when the document has
 * (completed, or in other hands), and nothing is removed
 */
export async function discard(
  { store, files }: UploadServices,
  { path, data, updateTime }: OpenUpload,
  stored: Pick<StoredFile, 'path' | 'thumbnails'> = begunFile(data),
): Promise<'gone' | 'marked' | 'changed'> {
  try {
    await store.commit([update(path, { isGivenUp: true }, { lastUpdateTime: updateTime })]);
  } catch (error) {
    if (wasSlower(error)) return 'changed';
    throw error;
  }
  const isOver = await files.cancel(data.uploadUrl);
  await files.remove(stored);
  if (!isOver) return 'marked'; // bytes may still come: the sweep tries again
  await store.transaction(async (tx) => {
    if (await tx.get(path)) tx.write(remove(path), ...(await countFiles(tx, data.tenantId, { pending: -data.file.size })));
  });
  return 'gone';
}

export function isBeingCompleted({ data }: OpenUpload, now: number): boolean {
  return (data.completingUntil?.toMillis() ?? 0) > now;
}

/** Whether a commit failed because the document had changed. */
export function wasSlower(error: unknown): boolean {
  return isFailedPrecondition(error) || isNotFound(error);
}

export function inOtherHands(cause?: unknown): ApiError {
  return new ApiError('conflict', say('uploadCompeting'), { cause });
}

/** A process that died while it completed the upload may have left thumbnails. */
function begunFile({ file, completingUntil }: UploadDocument): Pick<StoredFile, 'path' | 'thumbnails'> {
  return { path: file.path, ...(completingUntil ? { thumbnails: [...thumbnailSizes] } : {}) };
}

function requireIdle(upload: OpenUpload, now: number): void {
  if (isBeingCompleted(upload, now)) throw inOtherHands();
}
