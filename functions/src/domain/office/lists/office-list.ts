import type { CollectionPath } from '../../../store/model/collection.ts';
import type { Pagination } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { FieldCondition } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Caller } from '../../callers/caller.ts';

export interface OfficeQuery {
  page: number;
  limit: number;
  search?: string | undefined;
  /** One account. */
  tenantId?: string | undefined;
  sortOrder: 'ASC' | 'DESC';
  /** The last row of an earlier page: reading begins after it, at any depth for the same price. */
  after?: string | undefined;
  /** Which page ended with `after`; the one before `page` when absent. */
  afterPage?: number | undefined;
}

export interface Listed<T> {
  data: T[];
  pagination: Pagination;
}

/** One list of the platform for its staff: what its pages, its search and its download have in common. */
export interface OfficeList<D extends object = object, R extends { id: string } = { id: string }> {
  /** A root collection. */
  from: CollectionPath<D>;
  where?: (services: Services) => readonly FieldCondition[];
  /** Newest first: by key where ids are ordered by time, else by a field. 'id' is unrelated to time and cannot be reversed. */
  order: 'key' | 'createdAt' | 'month' | 'id';
  /** The texts that a search looks into: parts of them where the documents carry search fields, else the beginning of one field. */
  search?: { parts: (document: D) => readonly (string | null | undefined)[] } | Beginning;
  /** How many rows there are, where counters know it; without it they are counted. */
  total?: (services: Services) => Promise<number>;
  /** False where rows belong to no account. */
  ofTenants: boolean;
  show: (services: Services, rows: readonly Row<D>[], caller: Caller) => Promise<R[]>;
  /** Columns of the download, as dotted paths into a row. */
  columns: readonly string[];
}

interface Beginning {
  /** A field at the top of the document. */
  beginning: string;
  /** All its texts are in capitals, so a search may be typed in any letter case. */
  inCapitals?: boolean;
  /** Rows are so few that a search also looks for the usual ways to write it: each is a query of its own. */
  inUsualCases?: boolean;
}

/** A list without its own types, for tables of several lists. */
export interface AnyOfficeList extends Omit<OfficeList, 'search' | 'show'> {
  search?: { parts: (document: never) => readonly (string | null | undefined)[] } | Beginning;
  show: (services: Services, rows: never, caller: Caller) => Promise<{ id: string }[]>;
}

/** Keeps the row's type for the list's own members. */
export function officeList<D extends object, R extends { id: string }>(list: OfficeList<D, R>): OfficeList<D, R> {
  return list;
}
