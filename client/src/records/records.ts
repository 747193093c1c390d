import type { ApiPagination, QueryWarning } from '@bedplate/contract/record-list';
import type { FileMetadata } from '@bedplate/contract/file-metadata';
import type { Json } from '@bedplate/contract/values/json';

export type { ApiPagination, FileMetadata, Json, QueryWarning };

/** A type for records whose fields are not known in advance. */
export type AnyFields = { [field: string]: Json | undefined };

/** Fields that the server adds to a record. Times are ISO 8601 in UTC with milliseconds. */
export interface SystemFields {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Present if the storage has soft delete. */
  is_deleted?: boolean;
  deletedAt?: string | null;
  /** Uploaded files by field name. */
  file_metadata?: Record<string, Partial<FileMetadata>>;
}

/** A record as it is read: the fields `T` of the caller and the fields of the server. */
export type Stored<T> = Omit<T, keyof SystemFields> & SystemFields;

/** The fields that a caller may write. The server ignores values for its own fields. */
export type Fields<T> = Omit<T, keyof SystemFields>;

/** A record that `expand` found no way to. `reason` tells callers with keys why. */
export interface Unavailable {
  id: string;
  unavailable: true;
  reason?: 'missing' | 'trash' | 'notOwn';
}

/** The members that `expand` puts beside a record, by name: `{ author: Stored<Author> | Unavailable; comments: Stored<Comment>[] }`. */
export type Expanded = { [name: string]: unknown };

/** The fields of a record with `expand`, where the call names what it holds. */
export type With<T, X> = [X] extends [never] ? T : T & { expand: X };

export interface ListAnswer<T> {
  storageId: string;
  storageName: string;
  storageKey: string;
  data: Stored<T>[];
  pagination: ApiPagination;
  /** Of the storage. */
  createdAt: string;
  updatedAt: string;
  /** Names of the query that no record of the storage has. */
  warnings?: QueryWarning[];
}
