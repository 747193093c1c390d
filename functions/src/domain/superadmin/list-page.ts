import { type Pagination, totalPages } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import type { Store } from '../../store/access.ts';
import { type Condition, documentId, type FieldCondition, type QuerySpec } from '../../store/query-spec.ts';
import type { Row } from '../../store/row.ts';
import { keptTotal } from './kept-total.ts';

export interface OfficeQuery {
  page: number;
  limit: number;
  search?: string | undefined;
  /** One account. */
  tenantId?: string | undefined;
  sortOrder: 'ASC' | 'DESC';
  /** The last row of the page before: the page begins after it, at any depth for the same price. */
  after?: string | undefined;
}

export interface OfficeList {
  from: string;
  where?: readonly FieldCondition[];
  /** False for ids without an order in time: then newest first is a sort, not the key's order. */
  timeOrderedIds: boolean;
  /** Fields whose beginning a search matches. */
  searched?: readonly string[];
}

/** A page of a root collection, newest first unless asked otherwise. Its cost does not grow with the collection. */
export async function listPage<T extends object>(
  services: Services,
  list: OfficeList,
  query: OfficeQuery,
): Promise<{ rows: Row<T>[]; pagination: Pagination }> {
  const { store } = services.records;
  const { page, limit } = query;
  if (query.search) {
    const rows = await found<T>(store, list, query);
    return { rows, pagination: { page: 1, limit, totalCount: rows.length, totalPages: totalPages(rows.length, limit) } };
  }
  const where = conditions(list, query);
  const [{ rows }, totalCount] = await Promise.all([
    pageRows<T>(store, list, where, query),
    keptTotal(services, `${list.from}_${where.flat().join('_')}`, { from: list.from, where }),
  ]);
  return { rows, pagination: { page, limit, totalCount, totalPages: totalPages(totalCount, limit) } };
}

function conditions(list: OfficeList, { tenantId }: OfficeQuery): FieldCondition[] {
  return [...(list.where ?? []), ...(tenantId ? [['tenantId', '==', tenantId] as const] : [])];
}

async function pageRows<T>(store: Store, list: OfficeList, where: readonly Condition[], query: OfficeQuery) {
  const byKey = list.timeOrderedIds && query.sortOrder === 'DESC';
  const direction = query.sortOrder === 'ASC' ? 'asc' : 'desc';
  const spec: QuerySpec = {
    from: list.from,
    where,
    limit: query.limit,
    orderBy: byKey
      ? [[documentId, 'asc']]
      : [
          ['createdAt', direction],
          [documentId, direction],
        ],
  };
  if (!query.after) return store.query<T>({ ...spec, offset: (query.page - 1) * query.limit });
  if (byKey) return store.query<T>({ ...spec, startAfter: [query.after] });
  const last = await store.get<{ createdAt: Timestamp }>(`${list.from}/${query.after}`);
  return store.query<T>(
    last ? { ...spec, startAfter: [last.data.createdAt, last.id] } : { ...spec, offset: (query.page - 1) * query.limit },
  );
}

/** The row with this id, and those where one of the fields begins with the text, as typed, in small letters or capitalised. */
async function found<T extends object>(store: Store, list: OfficeList, query: OfficeQuery): Promise<Row<T>[]> {
  const { search = '', limit } = query;
  const spellings = [...new Set([search, search.toLowerCase(), search.charAt(0).toUpperCase() + search.slice(1)])];
  const isId = /^[\w-]{1,128}$/.test(search);
  const [exact, ...matches] = await Promise.all([
    isId ? store.get<T>(`${list.from}/${search}`) : null,
    ...(list.searched ?? []).flatMap((field) =>
      spellings.map(
        async (text) =>
          (
            await store.query<T>({
              from: list.from,
              where: [
                [field, '>=', text],
                [field, '<', `${text}\uf8ff`],
              ],
              orderBy: [[field, 'asc']],
              limit,
            })
          ).rows,
      ),
    ),
  ]);
  const all = [...(exact ? [exact] : []), ...matches.flat()];
  const fits = ({ data }: Row<T>) => conditions(list, query).every(([path, , value]) => (data as Record<string, unknown>)[path] === value); // equalities on plain fields
  return [...new Map(all.filter(fits).map((row) => [row.id, row])).values()].slice(0, limit);
}
