import { limits, type Literal, nearParameter } from '@bedplate/contract';
import type { RecordServices } from '../../services/record-services.ts';
import { keysOfRecords } from '../records/model/record-ids.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import type { Access } from '../records/query/access.ts';
import { askedAs } from '../records/query/bound-query.ts';
import type { Filter } from '../records/query/filter.ts';
import type { ListQuery } from '../records/query/list-query.ts';
import { mailboxFilters } from '../records/query/mailbox-filters.ts';

/** Whose call a list answers. */
export interface ListReach {
  /** An app user whose own records are reached. */
  readonly owner: string | undefined;
  /** Where rules bind the caller. */
  readonly access: Access | undefined;
}

/**
 * Limits a list to what a caller reaches, and replaces chosen ids by the planner's keys.
 * @throws {ApiError} permission-denied where no rule lets the caller list anything
 */
export async function reachedQuery(
  services: RecordServices,
  storage: StorageRow,
  { query: asked, owner, access }: ListReach & { query: ListQuery },
): Promise<ListQuery> {
  const query = owner === undefined && !access ? asked : withoutWarnings(asked);
  const own: Filter[] =
    owner === undefined ? [] : [{ path: isUserStorage(storage) ? 'id' : 'userId', operator: '=', literals: [textLiteral(owner)] }];
  const view = access?.lists;
  const known = view ? withoutUnknown(query, view.unknown) : query;
  const alternatives = known.either ?? [];
  const [filters = [], ...sets] = await withKeys(
    services,
    storage,
    [[...known.filters, ...own], ...alternatives, ...(view?.either ?? [])].map((set) => mailboxFilters(storage, set)),
  );
  return {
    ...known,
    filters,
    ...(known.either && { either: sets.slice(0, alternatives.length) }),
    ...(access && view ? { bound: { to: access.to, either: sets.slice(alternatives.length), unknown: view.unknown } } : {}),
  };
}

function withoutUnknown(query: ListQuery, unknown: ReadonlySet<string>): ListQuery {
  if (unknown.size === 0) return query;
  const told = (path: string) => askedAs(unknown, path);
  // `near` names the field in its refusal: a hidden one is told apart where its place is read.
  const toldFilter = (filter: Filter) => (filter.operator === 'near' ? filter : { ...filter, path: told(filter.path) });
  return {
    ...query,
    filters: query.filters.map(toldFilter),
    ...(query.either && { either: query.either.map((set) => set.map(toldFilter)) }),
    sort: { ...query.sort, path: told(query.sort.path) },
    ...(query.thenBy && { thenBy: query.thenBy.map((sort) => ({ ...sort, path: told(sort.path) })) }),
    named: query.named?.map((field) => ({ ...field, path: told(field.path) })) ?? [],
  };
}

async function withKeys(services: RecordServices, storage: StorageRow, sets: readonly (readonly Filter[])[]): Promise<Filter[][]> {
  const named = [...new Set(sets.flat().flatMap(({ path, literals }) => (path === 'id' ? literals.map(({ text }) => text) : [])))];
  if (named.length === 0) return sets.map((filters) => [...filters]);
  const keys = await keysOfRecords(
    services,
    storage.id,
    named.slice(0, limits.termsPerFilter * (limits.filtersPerQuery + limits.orConditions)),
  );
  const keyOf = new Map(named.map((id, i) => [id, keys[i] ?? id]));
  const keyed = ({ text }: Literal) => textLiteral(keyOf.get(text) ?? text);
  return sets.map((filters) =>
    filters.map((filter) => (filter.path === 'id' ? { ...filter, literals: filter.literals.map(keyed) } : filter)),
  );
}

function textLiteral(text: string): Literal {
  return { text, quoted: true };
}

/** Which fields other people's records have is not for a user who reads their own ones only. */
function withoutWarnings({ named = [], ...query }: ListQuery): ListQuery {
  return { ...query, named: named.filter(({ isPlain, path }) => isPlain && nearParameter(path) !== undefined) };
}
