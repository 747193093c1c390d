import type { StorageRow } from '../model/storage-row.ts';
import type { Access } from '../query/access.ts';
import type { ListQuery } from '../query/list-query.ts';

/** The records of one storage that a caller may read. */
export interface ReachIn {
  /** The app user whose own records are reached; undefined for all. */
  readonly owner: string | undefined;
  /** Where rules bind the caller. */
  readonly access: Access | undefined;
}

/** The storages and records that a caller may read, as whoever follows references asks for them. */
export interface Reach {
  /** Whether the caller learns why a record is not shown. */
  readonly isTold: boolean;
  /** @returns null for a storage that is archived, or of another project */
  storage(id: string): Promise<StorageRow | null>;
  /** Costs a read. @returns as `storage` */
  storageOfKey(key: string): Promise<StorageRow | null>;
  /** @throws {ApiError} permission-denied */
  reachIn(storage: StorageRow): Promise<ReachIn>;
  /** Limits a query to what is reached. @throws {ApiError} permission-denied */
  reached(storage: StorageRow, query: ListQuery): Promise<ListQuery>;
}
