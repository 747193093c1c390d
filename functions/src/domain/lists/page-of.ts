import { type Pagination, totalPages } from '@bedplate/contract';

/** Cuts a page out of a list that is whole in memory; for lists that a plan's limits keep short. */
export function pageOf<T>(all: readonly T[], { page, limit }: { page: number; limit: number }): { data: T[]; pagination: Pagination } {
  return {
    data: all.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, totalCount: all.length, totalPages: totalPages(all.length, limit) },
  };
}
