import type { ApiPagination } from '@bedplate/contract/record-list';
import type { FileMetadata, Json } from '@bedplate/contract/record';

export type { ApiPagination, FileMetadata, Json };

/** A type for records whose fields are not known in advance. */
export type AnyFields = { [field: string]: Json | undefined };

/** Added by the server to the fields of a record. Times are ISO 8601 UTC with milliseconds. */
export interface SystemFields {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Present where the storage has soft delete. */
  is_deleted?: boolean;
  deletedAt?: string | null;
  /** Uploaded files by field name. */
  file_metadata?: Record<string, Partial<FileMetadata>>;
}

/** A record as it is read: the caller's fields `T` and the server's. */
export type Stored<T> = Omit<T, keyof SystemFields> & SystemFields;

/** Fields that a caller may write; the server ignores its own. */
export type Fields<T> = Omit<T, keyof SystemFields>;

export interface ListAnswer<T> {
  storageId: string;
  storageName: string;
  storageKey: string;
  data: Stored<T>[];
  pagination: ApiPagination;
  /** Of the storage. */
  createdAt: string;
  updatedAt: string;
}
