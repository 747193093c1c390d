import type { DataRecord } from '@bedplate/contract';
import type { RecordServices, StorageRow } from './record-services.ts';

export interface DataViewQuery {
  /** Case-insensitive part of any scalar field. */
  readonly search?: string;
  readonly page: number;
  /** At most 200. */
  readonly limit: number;
  readonly sortBy?: string;
  readonly sortOrder?: 'asc' | 'desc';
  /** ISO 8601 or a bare date, which covers its UTC day; both inclusive. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Shows the trash instead of, or with, the live records. */
  readonly deleted?: 'only' | 'include';
}

export interface DataViewPage {
  readonly rows: DataRecord[];
  /** Field names of the whole storage, in the order of looksLikeId's rule: the same on every page. */
  readonly columns: string[];
  readonly totalCount: number;
  readonly totalPages: number;
  /** False when totalCount is a lower bound. */
  readonly totalIsExact: boolean;
}

/** One page of the console's data view, newest first unless sorted. @throws {ApiError} invalid-argument, query-too-broad */
export async function listForDataView(services: RecordServices, storage: StorageRow, query: DataViewQuery): Promise<DataViewPage> {
  throw new Error(`${services.cursorSecret}${storage.id}${query.page}`);
}
