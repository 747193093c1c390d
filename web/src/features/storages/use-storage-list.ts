import { pageSizes } from '@bedplate/contract';
import { usePagedFilters } from '../../lib/use-paged-filters.ts';
import { type StorageFilters, useStorages } from './storage-queries.ts';

export const noFilters = { softDelete: false, dateFrom: null, dateTo: null } as const;

/** The list with its page and filters. */
export function useStorageList(projectId: string) {
  const state = usePagedFilters<StorageFilters>({ search: '', sortOrder: 'ASC', ...noFilters });
  const { settled, page, setPage } = state;
  const list = useStorages(projectId, page, settled);
  const total = list.data?.pagination.totalCount ?? 0;
  return {
    ...state,
    list,
    isFiltered: settled.search.trim() !== '' || settled.softDelete || settled.dateFrom !== null || settled.dateTo !== null,
    /** Shows the page of a new storage: the first one of the newest first; else this page if it has room, or the last one. */
    showAdded: () => {
      if (settled.sortOrder === 'DESC') setPage(1);
      else if ((list.data?.data.length ?? 0) >= pageSizes.storages) setPage(Math.ceil((total + 1) / pageSizes.storages));
    },
  };
}
