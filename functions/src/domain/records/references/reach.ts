import type { StorageRow } from '../model/storage-row.ts';
import type { ListQuery } from '../query/list-query.ts';

/** The storages and records that a caller may read, as whoever follows references asks for them. */
export interface Reach {
  /** Whether the caller learns why a record is not shown. */
  readonly isTold: boolean;
  /** @returns null for a storage that is archived, or of another project */
  storage(id: string): Promise<StorageRow | null>;
  /** Costs a read. @returns as `storage` */
  storageOfKey(key: string): Promise<StorageRow | null>;
  /** @returns the app user whose own records are reached; undefined for all @throws {ApiError} permission-denied */
  ownerIn(storage: StorageRow): string | undefined;
  /** Limits a query to what is reached. @throws {ApiError} permission-denied */
  reached(storage: StorageRow, query: ListQuery): Promise<ListQuery>;
}
