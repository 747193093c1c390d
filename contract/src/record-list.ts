/** Paging of the public data API. */
export interface ApiPagination {
  currentPage: number;
  totalPages: number;
  totalItems: number;
  limit: number;
  /** False when `totalItems` is a lower bound. */
  totalIsExact: boolean;
  /** Pass as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
}

/** A name in a query that no record has: why an answer of 200 may be empty. */
export interface QueryWarning {
  /** The parameter. */
  field: string;
  message: string;
}
