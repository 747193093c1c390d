import { pageSizes, timings } from '@bedplate/contract';
import { useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type StorageFilters, useStorages } from './storage-queries.ts';

export const noFilters = { softDelete: false, dateFrom: null, dateTo: null } as const;

/** The list's page and filters. A change of the filters is asked for after a pause, from page 1. */
export function useStorageList(projectId: string) {
  const [filters, setFilters] = useState<StorageFilters>({ search: '', sortOrder: 'ASC', ...noFilters });
  const settled = useDebounced(filters, timings.searchDebounce);
  // The page belongs to the filters it was chosen under.
  const [chosen, setChosen] = useState({ page: 1, filters: settled });
  const page = chosen.filters === settled ? chosen.page : 1;
  const setPage = (next: number) => setChosen({ page: next, filters: settled });
  const list = useStorages(projectId, page, settled);
  const total = list.data?.pagination.totalCount ?? 0;
  return {
    list,
    page,
    setPage,
    filters,
    change: (part: Partial<StorageFilters>) => setFilters((before) => ({ ...before, ...part })),
    isFiltered: settled.search.trim() !== '' || settled.softDelete || settled.dateFrom !== null || settled.dateTo !== null,
    /** A new storage stands on this page if it still has room, else on the last one. */
    showAdded: () => {
      if ((list.data?.data.length ?? 0) >= pageSizes.storages) setPage(Math.ceil((total + 1) / pageSizes.storages));
    },
  };
}

export type StorageListState = ReturnType<typeof useStorageList>;
