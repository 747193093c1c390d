import type { DataRecord } from '@bedplate/contract';
import type { Services } from '../../services.ts';
import type { Caller } from '../accounts/caller.ts';
import { dateRange } from '../date-range.ts';
import { findStorage } from '../projects/find-project.ts';
import { listForDataView } from '../records/index.ts';

export interface DataViewParams {
  page: number;
  limit: number;
  search?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'ASC' | 'DESC' | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  deleted?: 'only' | 'include' | undefined;
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
