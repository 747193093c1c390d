import type { DataRecord } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { dateRange } from '../lists/date-range.ts';
import { findStorage } from '../callers/find-project.ts';
import type { ViewQuery } from '../records/transfer/matching-pages.ts';
import { listForDataView } from '../records/query/data-view.ts';

export interface DataViewParams extends ViewQuery {
  page: number;
  limit: number;
}

/** One page of a storage's records. Every row has every column, null where it has no value, so that columns stay from page to page. */
export async function viewStorage(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
  query: DataViewParams,
) {
  const { id, data: storage } = await findStorage(services, caller, path.projectId, path.storageId);
  const { startDate, endDate, search, sortBy, sortOrder, deleted, page, limit } = query;
  dateRange(startDate, endDate, { from: 'startDate', to: 'endDate' });
  const found = await listForDataView(
    services.records,
    { id, data: storage },
    {
      page,
      limit,
      ...(search ? { search } : {}),
      ...(sortBy ? { sortBy } : {}),
      ...(sortOrder ? { sortOrder: sortOrder === 'ASC' ? ('asc' as const) : ('desc' as const) } : {}),
      ...(startDate ? { startDate } : {}),
      ...(endDate ? { endDate } : {}),
      ...(deleted ? { deleted } : {}),
    },
  );
  return {
    storageId: id,
    storageName: storage.storageName,
    storageKey: storage.storageKey,
    is_softDelete: storage.is_softDelete,
    columns: found.columns,
    data: found.rows.map((row) => withColumns(row, found.columns)),
    pagination: { page, limit, totalCount: found.totalCount, totalPages: found.totalPages, totalIsExact: found.totalIsExact },
    createdAt: storage.createdAt.toDate().toISOString(),
    updatedAt: storage.updatedAt.toDate().toISOString(),
  };
}

function withColumns(row: DataRecord, columns: readonly string[]): Record<string, unknown> {
  return { ...Object.fromEntries(columns.map((column) => [column, null])), ...row };
}
