import { documentPath } from '../../../store/model/collection.ts';
import { officeLimits, totalPages } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Services } from '../../../services/services.ts';
import { documentId, type FieldCondition, type QuerySpec } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Caller } from '../../callers/caller.ts';
import { keptTotal } from './kept-total.ts';
import type { Listed, OfficeList, OfficeQuery } from './office-list.ts';
import { searchPage } from './search-page.ts';

/**
 * A page of a list, newest first unless asked otherwise. Its cost does not grow with the collection.
 * @throws {ApiError} invalid-argument for a page too far from where reading may begin
 */
export async function listPage<D extends object, R extends { id: string }>(
  services: Services,
  list: OfficeList<D, R>,
  { caller, query }: { readonly caller: Caller; readonly query: OfficeQuery },
): Promise<Listed<R>> {
  const { page, limit } = query;
  const where = conditionsOf(services, list, query);
  if (query.search) {
    const { rows, hasMore } = await searchPage(services, { list, where, query });
    // A full count would read all matches: the total is the number known so far.
    const totalCount = (page - 1) * limit + rows.length + (hasMore ? 1 : 0);
    return {
      data: await list.show(services, rows, caller),
      pagination: { page, limit, totalCount, totalPages: totalPages(totalCount, limit) },
    };
  }
  const [rows, totalCount] = await Promise.all([pageRows<D>(services, { list, where, query }), listTotal(services, list, where)]);
  return {
    data: await list.show(services, rows, caller),
    pagination: { page, limit, totalCount, totalPages: totalPages(totalCount, limit) },
  };
}

/** How many rows a list has. */
export function listTotal(
  services: Services,
  { from, order, total }: Pick<OfficeList, 'from' | 'order' | 'total'>,
  where: readonly FieldCondition[],
): Promise<number> {
  if (total) return total(services);
  const dated = order === 'key' || order === 'createdAt';
  return keptTotal(services, `${from}_${where.flat().join('_')}`, { from, where, dated });
}

export function conditionsOf(
  services: Services,
  list: Pick<OfficeList, 'where' | 'ofTenants'>,
  { tenantId }: Pick<OfficeQuery, 'tenantId'>,
): FieldCondition[] {
  return [...(list.where?.(services) ?? []), ...(tenantId && list.ofTenants ? [['tenantId', '==', tenantId] as const] : [])];
}

/** Reads the rows after the cursor, or after the previous pages. */
export async function pageRows<D extends object>(
  services: Services,
  {
    list,
    where,
    query,
  }: {
    list: Pick<OfficeList<D>, 'from' | 'order'>;
    where: readonly FieldCondition[];
    query: Pick<OfficeQuery, 'page' | 'limit' | 'sortOrder' | 'after' | 'afterPage'>;
  },
): Promise<Row<D>[]> {
  const { page, limit, after, afterPage = page - 1 } = query;
  const cursor = after ? await cursorAt(services, { list, sortOrder: query.sortOrder, after }) : null;
  const offset = Math.max(0, cursor ? page - 1 - afterPage : page - 1) * limit;
  if (offset > officeLimits.skippedRows) throw tooFar();
  const spec: QuerySpec<D> = { from: list.from, where, orderBy: orderOf(list, query.sortOrder), limit, offset };
  return (await services.store.query(cursor ? { ...spec, startAfter: cursor } : spec)).rows;
}

function orderOf({ order }: Pick<OfficeList, 'order'>, sortOrder: OfficeQuery['sortOrder']): NonNullable<QuerySpec['orderBy']> {
  if (byKey(order, sortOrder)) return [[documentId, 'asc']];
  const field = order === 'month' ? 'month' : 'createdAt';
  const direction = sortOrder === 'ASC' ? 'asc' : 'desc';
  return [
    [field, direction],
    [documentId, direction],
  ];
}

/** @returns null when the row has been deleted; the page's number then decides where to begin */
async function cursorAt(
  services: Services,
  {
    list: { from, order },
    sortOrder,
    after,
  }: { list: Pick<OfficeList, 'from' | 'order'>; sortOrder: OfficeQuery['sortOrder']; after: string },
): Promise<unknown[] | null> {
  if (byKey(order, sortOrder)) return [after];
  const last = await services.store.get(documentPath<Record<string, unknown>>(`${from}/${after}`));
  return last ? [last.data[order === 'month' ? 'month' : 'createdAt'], last.id] : null;
}

function byKey(order: OfficeList['order'], sortOrder: OfficeQuery['sortOrder']): boolean {
  return order === 'id' || (order === 'key' && sortOrder === 'DESC');
}

function tooFar(): ApiError {
  const message = say('rowsSkipped', { max: officeLimits.skippedRows });
  return new ApiError('invalid-argument', message, { field: 'page' });
}
