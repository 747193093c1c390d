import {
  type DataRecord,
  type DeletedDocument,
  decodeFields,
  type FileMetadata,
  type Json,
  type RecordDocument,
  type StoredFile,
} from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { thumbnailPath } from '../../../store/thumbnail-path.ts';
import type { FileStore } from '../../../store/file-store.ts';

/** The fields of a record's document that its JSON is made of: all but the index. */
export const shownFields = ['data', 'files', 'clientId', 'createdAt', 'updatedAt'] as const;

/** A live record, or one from the trash when `deletedAt` is set. */
export type StoredRecord = Pick<RecordDocument<Timestamp>, 'data' | 'files' | 'clientId' | 'createdAt' | 'updatedAt'> & {
  deletedAt?: Timestamp;
};

/**
 * A record as the API answers it.
 * @param softDelete whether the storage shows is_deleted and deletedAt @param fields of the record, where they are decoded already
 */
export function present(
  id: string,
  stored: StoredRecord,
  softDelete: boolean,
  files: Pick<FileStore, 'url'>,
  fields: Readonly<Record<string, Json>> = decodeFields(stored.data),
): DataRecord {
  const metadata = Object.entries(stored.files ?? {}).map(([field, file]) => [field, fileMetadata(file, files)] as const);
  return {
    id: stored.clientId ?? id,
    ...fields,
    ...(metadata.length > 0 ? { file_metadata: Object.fromEntries(metadata) } : {}),
    createdAt: isoTime(stored.createdAt),
    updatedAt: isoTime(stored.updatedAt),
    ...(softDelete ? { is_deleted: stored.deletedAt !== undefined, deletedAt: stored.deletedAt ? isoTime(stored.deletedAt) : null } : {}),
  };
}

/** @returns what `present` takes, or null for a tombstone */
export function fromTrash(deleted: DeletedDocument<Timestamp>): StoredRecord | null {
  if (deleted.kind !== 'trash' || !deleted.data) return null;
  return {
    data: deleted.data,
    files: deleted.files ?? {},
    ...(deleted.clientId ? { clientId: deleted.clientId } : {}),
    createdAt: deleted.createdAt,
    updatedAt: deleted.updatedAt,
    deletedAt: deleted.deletedAt,
  };
}

export function fileMetadata(file: StoredFile, files: Pick<FileStore, 'url'>): FileMetadata & { [key: string]: Json } {
  const { name, size, type, path, token, uploadedAt, thumbnails = [] } = file;
  const smaller = thumbnails.map((pixels) => [pixels, files.url(thumbnailPath(path, pixels), token)] as const);
  return {
    name,
    size,
    type,
    url: files.url(path, token),
    path,
    uploadedAt,
    ...(smaller.length > 0 ? { thumbnails: Object.fromEntries(smaller) } : {}),
  };
}

export function isoTime(time: Timestamp): string {
  return new Date(time.seconds * 1000 + Math.floor(time.nanoseconds / 1_000_000)).toISOString();
}
