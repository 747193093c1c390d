import { pageSizes } from '@bedplate/contract';

/** The part of a storage that the data view shows. Days are yyyy-MM-dd in UTC; '' for none. */
export interface View {
  search: string;
  /** Conditions on fields, as in a query string of the data API; '' for none. */
  where: string;
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
  where: '',
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
export function isPlain({ search, where, startDate, endDate, sort, deleted }: View): boolean {
  return search === '' && where === '' && startDate === '' && endDate === '' && sort === null && !deleted;
}

export function isFiltered({ search, where, startDate, endDate }: View): boolean {
  return search !== '' || where !== '' || startDate !== '' || endDate !== '';
}

/** The call's query without paging: what a download needs too. */
export function filterQuery({ search, where, startDate, endDate, sort, deleted }: View) {
  return {
    search,
    where: where || undefined,
    sortBy: sort?.field,
    sortOrder: sort?.order.toUpperCase(),
    startDate,
    endDate,
    deleted: deleted ? 'include' : undefined,
  };
}
