import { limits } from '@bedplate/contract';
import { dateRange } from '../../lists/date-range.ts';
import type { ListPage } from '../query/run-plan.ts';
import { list } from '../query/list.ts';
import { writeCursor } from '../query/cursor.ts';
import { listQuery } from '../query/data-view.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/record-services.ts';

/** The data view's search, dates and order, on any page. */
export interface ViewQuery {
  search?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'ASC' | 'DESC' | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  deleted?: 'only' | 'include' | undefined;
}

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
