import { type CollectionPath, documentPath } from '../../../store/model/collection.ts';
import type { Services } from '../../../services/services.ts';
import { documentId, type FieldCondition } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import { fieldsToSearch, hasTerm } from '../../search-text/search-fields.ts';
import type { OfficeList, OfficeQuery } from './office-list.ts';

interface Found<D> {
  rows: Row<D>[];
  hasMore: boolean;
}

/** Rows looked at beyond those that are shown: a clash of search fields costs one, and no term costs more than these. */
const spareReads = 8;

/** A page of the rows that have the search in one of their texts, or in their id. In the order of their keys. */
export async function searchPage<D extends object, R extends { id: string }>(
  services: Services,
  { list, where, query }: { list: OfficeList<D, R>; where: readonly FieldCondition[]; query: OfficeQuery },
): Promise<Found<D>> {
  const { page, limit, after, search = '' } = query;
  const exact = page === 1 ? await rowWithId<D>(services, { list, where, search }) : null;
  if (exact) return { rows: [exact], hasMore: false };
  const wanted = after ? limit : page * limit;
  const { rows, hasMore } = await matchesOf(services, { list, where, options: { ...query, limit: wanted } });
  return { rows: after ? rows : rows.slice((page - 1) * limit), hasMore };
}

/** Yields all matches, for a download. */
export async function* searchWalk<D extends object, R extends { id: string }>(
  services: Services,
  { list, where, query }: { list: OfficeList<D, R>; where: readonly FieldCondition[]; query: OfficeQuery },
): AsyncGenerator<Row<D>[]> {
  const exact = await rowWithId<D>(services, { list, where, search: query.search ?? '' });
  if (exact) return yield [exact];
  let after: string | undefined;
  for (;;) {
    const { rows, hasMore, last } = await matchesOf(services, {
      list,
      where,
      options: after ? { ...query, after } : { ...query, after: undefined },
    });
    yield rows;
    if (!hasMore || !last) return;
    after = last;
  }
}

/** Matches after the cursor, at most `limit`, in the order of their keys; `last` is the row to go on after. */
export async function matchesOf<D extends object, R extends { id: string }>(
  services: Services,
  {
    list: { from, search: looked },
    where,
    options: { search = '', limit, after },
  }: {
    list: Pick<OfficeList<D, R>, 'from' | 'search'>;
    where: readonly FieldCondition[];
    options: Pick<OfficeQuery, 'search' | 'limit' | 'after'>;
  },
): Promise<Found<D> & { last: string | undefined }> {
  const { store } = services;
  if (!looked) return { rows: [], hasMore: false, last: undefined };
  if ('beginning' in looked) {
    return beginningWith<D>(services, { from, field: looked.beginning, where, options: { terms: termsOf(search, looked), limit, after } });
  }
  const fields = fieldsToSearch(search).map((field) => [field, '==', true] as const);
  if (fields.length === 0) return { rows: [], hasMore: false, last: undefined };
  const rows: Row<D>[] = [];
  let last = after;
  // One match more than a page shows whether another page follows.
  for (let left = limit + spareReads; left > 0; ) {
    const chunk = Math.min(left, limit + 1 - rows.length);
    const found = await store.query({
      from,
      where: [...where, ...fields],
      orderBy: [[documentId, 'asc']],
      ...(last ? { startAfter: [last] } : {}),
      limit: chunk,
    });
    left -= Math.max(1, found.rows.length);
    for (const row of found.rows) {
      if (rows.length === limit) return { rows, hasMore: true, last };
      last = row.id;
      if (hasTerm(looked.parts(row.data), search)) rows.push(row);
    }
    if (found.rows.length < chunk) return { rows, hasMore: false, last };
    if (rows.length === limit) break;
  }
  return { rows, hasMore: true, last };
}

async function rowWithId<D extends object>(
  services: Services,
  { list: { from }, where, search }: { list: Pick<OfficeList<D>, 'from'>; where: readonly FieldCondition[]; search: string },
): Promise<Row<D> | null> {
  // Ids are long: a word of a name costs no look.
  if (!/^[\w-]{16,128}$/.test(search)) return null;
  const row = await services.store.get(documentPath<D>(`${from}/${search}`));
  const fits = (data: object) => where.every(([path, , value]) => (data as Record<string, unknown>)[path] === value); // equalities on plain fields
  return row && fits(row.data) ? row : null;
}

/** @returns the texts to look for, in the order of the database */
function termsOf(search: string, { inCapitals = false, inUsualCases = false }: { inCapitals?: boolean; inUsualCases?: boolean }): string[] {
  if (inCapitals) return [search.toUpperCase()];
  if (!inUsualCases) return [search];
  const [lower, upper] = [search.toLowerCase(), search.toUpperCase()];
  const first = upper.slice(0, 1);
  const terms = [...new Set([search, lower, upper, first + search.slice(1), first + lower.slice(1)])].sort();
  return terms.filter((term) => !terms.some((other) => other !== term && term.startsWith(other))); // capitals of "ß" are "SS"
}

/** Where rows are too many for search fields: those whose field begins with the text, in the field's order. */
async function beginningWith<D extends object>(
  services: Services,
  {
    from,
    field,
    where,
    options: { terms, limit, after },
  }: {
    from: CollectionPath<D>;
    field: string;
    where: readonly FieldCondition[];
    options: { terms: readonly string[]; limit: number; after: string | undefined };
  },
): Promise<Found<D> & { last: string | undefined }> {
  const { store } = services;
  const previous = after ? await store.get(documentPath<Record<string, unknown>>(`${from}/${after}`)) : null;
  // The rows after a deleted row are unknown.
  if (after && !previous) return { rows: [], hasMore: false, last: undefined };
  const found = await Promise.all(
    terms.map((term) =>
      store.query({
        from,
        where: [...where, [field, '>=', term], [field, '<', `${term}\uf8ff`]],
        orderBy: [
          [field, 'asc'],
          [documentId, 'asc'],
        ],
        ...(previous ? { startAfter: [previous.data[field], previous.id] } : {}),
        limit: limit + 1, // one more than a page shows whether there is a next one
      }),
    ),
  );
  // No name begins in two ways, and each way is a part of the whole order.
  const rows = found.flatMap((part) => part.rows);
  const shown = rows.slice(0, limit);
  return { rows: shown, hasMore: rows.length > limit, last: shown.at(-1)?.id };
}
