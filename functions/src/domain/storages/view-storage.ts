import type { DataRecord } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { type DataViewQuery, listForDataView } from '../records/query/data-view.ts';

/** One page of a storage's records. Every row has every column, null where it has no value, so that columns stay from page to page. */
export async function viewStorage(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
  query: DataViewQuery,
) {
  const { id, data: storage } = await findStorage(services, caller, path.projectId, path.storageId);
  const { page, limit } = query;
  const found = await listForDataView(services.records, { id, data: storage }, query);
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
