/** Paging of the console's lists. */
export interface Pagination {
  page: number;
  limit: number;
  totalCount: number;
  totalPages: number;
}

export function totalPages(totalCount: number, limit: number): number {
  return Math.ceil(totalCount / limit);
}
