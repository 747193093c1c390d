import { pageSizes } from '@bedplate/contract';

/** The part of a storage that the data view shows. Days are yyyy-MM-dd in UTC; '' for none. */
export interface View {
  search: string;
  startDate: string;
  endDate: string;
  limit: number;
  sort: { field: string; order: 'asc' | 'desc' } | null;
  /** Soft-deleted records too. */
  deleted: boolean;
  page: number;
}

export const firstView: View = {
  search: '',
  startDate: '',
  endDate: '',
  limit: pageSizes.dataView[0],
  sort: null,
  deleted: false,
  page: 1,
};

/**
 * Whether every record is in the view, newest first: then changes can be shown without asking the
 * server.
 */
export function isPlain({ search, startDate, endDate, sort, deleted }: View): boolean {
  return search === '' && startDate === '' && endDate === '' && sort === null && !deleted;
}

export function isFiltered({ search, startDate, endDate }: View): boolean {
  return search !== '' || startDate !== '' || endDate !== '';
}

/** The call's query without paging: what a download needs too. */
export function filterQuery({ search, startDate, endDate, sort, deleted }: View) {
  return {
    search,
    sortBy: sort?.field,
    sortOrder: sort?.order.toUpperCase(),
    startDate,
    endDate,
    deleted: deleted ? 'include' : undefined,
  };
}
