import { pageSizes } from '@bedplate/contract';
import { listFilterAddress } from '../../components/list-toolbar.tsx';
import { dayRangeOf } from '../../lib/time/day-range.ts';
import { isoDay } from '../../lib/time/days.ts';
import { type FilterAddress, usePagedFilters } from '../../lib/use-paged-filters.ts';
import { type StorageFilters, useStorages } from './storage-queries.ts';

export const noFilters = { softDelete: false, dateFrom: null, dateTo: null } as const;

const inAddress: FilterAddress<StorageFilters> = {
  read: (get) => {
    const { from, to } = dayRangeOf(get);
    return { ...listFilterAddress.read(get), softDelete: get('softDelete') === '1', dateFrom: from, dateTo: to };
  },
  write: ({ softDelete, dateFrom, dateTo, ...list }) => ({
    ...listFilterAddress.write(list),
    softDelete: softDelete ? '1' : null,
    from: dateFrom && isoDay(dateFrom),
    to: dateTo && isoDay(dateTo),
  }),
};

/** The list with its page and filters. */
export function useStorageList(projectId: string) {
  const state = usePagedFilters(inAddress);
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
