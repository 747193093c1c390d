import {
  type DataRecord,
  type DeletedDocument,
  decodeFields,
  type FileMetadata,
  type Json,
  type RecordDocument,
  type StoredFile,
} from '@bedplate/contract';
import { secondsText, type Timestamp } from '../../../store/model/values.ts';
import { thumbnailPath } from '../../../store/thumbnail-path.ts';
import type { FileStore } from '../../../store/file-store.ts';

/** The fields of a record's document that answers are made of: all but the index. */
export const shownFields = ['data', 'files', 'clientId', 'refs', 'createdAt', 'updatedAt'] as const;

/** A live record, or one from the trash when `deletedAt` is set. */
export type StoredRecord = Pick<RecordDocument<Timestamp>, (typeof shownFields)[number]> & {
  deletedAt?: Timestamp;
  /** Where a list follows an index in which records of several forms stand: the value there, by the field's code. */
  idx?: Record<string, unknown>;
};

interface ShownRecord {
  /** Its key; a chosen id takes its place. */
  readonly id: string;
  readonly stored: StoredRecord;
  /** Its fields, where they are decoded already. */
  readonly fields?: Readonly<Record<string, Json>>;
}

/** A record as the API answers it. @param softDelete whether it shows is_deleted and deletedAt */
export function toRecordJson(
  { id, stored, fields = decodeFields(stored.data) }: ShownRecord,
  { softDelete, files }: { readonly softDelete: boolean; readonly files: Pick<FileStore, 'url'> },
): DataRecord {
  const createdAt = isoTime(stored.createdAt);
  const metadata = Object.entries(stored.files ?? {}).map(([field, file]) => [field, fileMetadata(file, files)] as const);
  return {
    id: stored.clientId ?? id,
    ...fields,
    ...(metadata.length > 0 ? { file_metadata: Object.fromEntries(metadata) } : {}),
    createdAt,
    updatedAt: stored.updatedAt.isEqual(stored.createdAt) ? createdAt : isoTime(stored.updatedAt),
    ...(softDelete ? { is_deleted: stored.deletedAt !== undefined, deletedAt: stored.deletedAt ? isoTime(stored.deletedAt) : null } : {}),
  };
}

/** @returns the record that was deleted, or null for a tombstone */
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
  return `${secondsText(time.seconds)}.${String(Math.floor(time.nanoseconds / 1_000_000)).padStart(3, '0')}Z`;
}
