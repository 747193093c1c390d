/** Lists of records: what a query string means, how it is served, what it costs. */
import type { RecordServices, StorageRow } from '../records/record-services.ts';
import { listRecords } from './list-records.ts';
import { listWithTrash } from './list-trash.ts';
import type { ListQuery } from './list-query.ts';
import type { ListPage } from './run-plan.ts';

export { writeCursor } from './cursor.ts';
export type { ListQuery } from './list-query.ts';
export { parseCountQuery, parseListQuery } from './parse-query.ts';
export type { ListPage } from './run-plan.ts';

/** @throws {ApiError} invalid-argument, query-too-broad */
export function list(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<ListPage> {
  return query.deleted === 'no' ? listRecords(services, storage, query) : listWithTrash(services, storage, query);
}
