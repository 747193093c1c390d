import { limits } from '@bedplate/contract';
import { dateRange } from '../date-range.ts';
import { type ListPage, list, writeCursor } from '../query/index.ts';
import { listQuery } from '../records/data-view.ts';
import type { RecordServices, StorageRow } from '../records/record-services.ts';
import type { DataViewParams } from '../storages/view-storage.ts';

/** The data view's search, dates and order, whatever the page. */
export type ViewQuery = Omit<DataViewParams, 'page' | 'limit'>;

/**
 * Everything that a data view's query matches, in its order, page by page.
 * @throws {ApiError} invalid-argument, query-too-broad
 */
export async function* matchingPages(services: RecordServices, storage: StorageRow, query: ViewQuery): AsyncGenerator<ListPage['found']> {
  const { search, sortBy, sortOrder, startDate, endDate, deleted } = query;
  dateRange(startDate, endDate, { from: 'startDate', to: 'endDate' });
  const asked = listQuery({
    page: 1,
    limit: limits.dataViewLimit,
    ...(search ? { search } : {}),
    ...(sortBy ? { sortBy } : {}),
    ...(sortOrder ? { sortOrder: sortOrder === 'ASC' ? ('asc' as const) : ('desc' as const) } : {}),
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
    ...(deleted ? { deleted } : {}),
  });
  let page = await list(services, storage, asked);
  for (;;) {
    yield page.found;
    if (!page.next) return;
    page = await list(services, storage, { ...asked, cursor: writeCursor(services.cursorSecret, storage.id, asked, page.next) });
  }
}
