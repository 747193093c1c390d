import { type DataRecord, type FieldType, fold, limits, orderColumns, totalPages } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { readsPerRequest, tooBroad } from './budget.ts';
import { type DateBounds, dateBounds } from './date-bounds.ts';
import type { ListPage } from './run-plan.ts';
import type { ListQuery } from './list-query.ts';
import { list } from './list.ts';
import { sortOf } from './parse-sort.ts';
import { mailboxFilters } from './mailbox-filters.ts';
import { viewConditions } from './view-conditions.ts';
import { dateRange } from '../../lists/date-range.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { toRecordJson } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';

/** The search, the dates and the order of a data view, as the console sends them. */
export interface ViewQuery {
  /** Case-insensitive part of any scalar field. */
  readonly search?: string | undefined;
  /** Conditions on fields, as in a query string of the data API. */
  readonly where?: string | undefined;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
  /** ISO 8601 or a bare date, which covers its UTC day; both inclusive. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Shows the trash instead of, or with, the live records. */
  readonly deleted?: 'only' | 'include' | undefined;
}

export interface DataViewQuery extends ViewQuery {
  readonly page: number;
  /** At most 200. */
  readonly limit: number;
}

export interface DataViewPage {
  readonly rows: DataRecord[];
  /** Field names of the whole storage, in the order of looksLikeId's rule: the same on every page. */
  readonly columns: string[];
  readonly totalCount: number;
  readonly totalPages: number;
  /** False when totalCount is a lower bound. */
  readonly totalIsExact: boolean;
  /** Records that were looked at, where there was no end to the search before the page was full. */
  readonly lookedAt?: number;
}

/** One page of the console's data view, newest first unless sorted. @throws {ApiError} invalid-argument, query-too-broad */
export async function listForDataView(services: RecordServices, storage: StorageRow, query: DataViewQuery): Promise<DataViewPage> {
  if (query.limit > limits.dataViewLimit)
    throw new ApiError('invalid-argument', say('parameterMost', { name: 'limit', max: limits.dataViewLimit }));
  const page = await list(services, storage, listQuery(storage, query));
  // Pages by number cannot go on behind the records that were looked at: an empty page would look like the end.
  if (page.found.length === 0 && page.next) throw tooBroad('view');
  const { total, totalIsExact } = page.totalIsExact
    ? page
    : await countFurther(services, { storage, query: listQuery(storage, query), page });
  const softDelete = storage.data.is_softDelete || query.deleted !== undefined;
  const isCut = page.next !== null && page.found.length < query.limit;
  return {
    rows: page.found.map((found) => toRecordJson(found, { softDelete, files: services.files })),
    columns: columnsOf(storage),
    totalCount: total,
    totalPages: totalPages(total, query.limit),
    totalIsExact,
    ...(isCut && { lookedAt: readsPerRequest }),
  };
}

/** Counts by looking at the records, up to a list's budget, where no index counts. A larger total still leads on from a full page. */
async function countFurther(services: RecordServices, { storage, query, page }: { storage: StorageRow; query: ListQuery; page: ListPage }) {
  const counted = await list(services, storage, { ...query, page: 1, limit: readsPerRequest + 1 });
  return {
    total: Math.max(counted.total, page.total + (page.next && page.found.length === query.limit ? 1 : 0)),
    totalIsExact: counted.totalIsExact,
  };
}

/** The top-level fields that records of the storage have had, with the times that every record has. */
export function columnsOf(storage: StorageRow): string[] {
  const names = catalogueOf(storage.data).fields.map(({ path }) => path.split('.', 1)[0] ?? path);
  return orderColumns([...new Set(['id', ...names, 'createdAt', 'updatedAt'])]);
}

/** @returns the types of declared fields, by their names */
export function declaredTypes({ data }: Pick<StorageRow, 'data'>): Map<string, FieldType> {
  return new Map(catalogueOf(data).fields.flatMap(({ path, declared }) => (declared ? [[path, declared.type]] : [])));
}

/** @returns the list that a data view shows @throws {ApiError} invalid-argument */
export function listQuery(storage: StorageRow, query: DataViewQuery): ListQuery {
  const { search, where, page, limit, sortBy, sortOrder, startDate, endDate, deleted } = query;
  dateRange(startDate, endDate, { from: 'startDate', to: 'endDate' });
  if (search && search.length > limits.searchLength) {
    throw new ApiError('invalid-argument', say('searchLong', { max: limits.searchLength }));
  }
  const asked: ReturnType<typeof viewConditions> = where ? viewConditions(where) : { filters: [] };
  return {
    ...asked,
    filters: mailboxFilters(storage, asked.filters),
    ...(asked.either && { either: asked.either.map((set) => mailboxFilters(storage, set)) }),
    ...(search ? { search: fold(search), searchesIds: true } : {}),
    ...within(asked, dateBounds(['startDate', startDate], ['endDate', endDate])),
    sort: sortOf(sortBy || 'createdAt', sortOrder === 'ASC' ? 'asc' : 'desc'),
    page,
    limit,
    deleted: deleted ?? 'no',
    explain: false,
  };
}

/** @returns the times of creation that both have */
function within(one: DateBounds, other: DateBounds): DateBounds {
  const from = Math.max(one.createdFrom ?? 0, other.createdFrom ?? 0);
  const to = Math.min(one.createdTo ?? Number.POSITIVE_INFINITY, other.createdTo ?? Number.POSITIVE_INFINITY);
  return { ...(from > 0 && { createdFrom: from }), ...(Number.isFinite(to) && { createdTo: to }) };
}
