import { limits, type Literal, nearParameter } from '@bedplate/contract';
import type { RecordServices } from '../../services/record-services.ts';
import { keysOfRecords } from '../records/model/record-ids.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import type { ListQuery } from '../records/query/list-query.ts';

/** Limits a list to an app user's records, and replaces chosen ids by the planner's keys. */
export async function reachedQuery(
  services: RecordServices,
  storage: StorageRow,
  { query: asked, owner }: { query: ListQuery; owner: string | undefined },
): Promise<ListQuery> {
  const query = owner === undefined ? asked : withoutWarnings(asked);
  const own =
    owner === undefined ? [] : [{ path: isUserStorage(storage) ? 'id' : 'userId', operator: '=' as const, literals: [textLiteral(owner)] }];
  const filters = [...query.filters, ...own];
  const named = filters.filter(({ path }) => path === 'id').flatMap(({ literals }) => literals.map(({ text }) => text));
  if (named.length === 0) return { ...query, filters };
  const keys = await keysOfRecords(services, storage.id, named.slice(0, limits.termsPerFilter * limits.filtersPerQuery));
  const keyOf = new Map(named.map((id, i) => [id, keys[i] ?? id]));
  return {
    ...query,
    filters: filters.map((filter) =>
      filter.path === 'id' ? { ...filter, literals: filter.literals.map(({ text }) => textLiteral(keyOf.get(text) ?? text)) } : filter,
    ),
  };
}

function textLiteral(text: string): Literal {
  return { text, quoted: true };
}

/** Which fields other people's records have is not for a user who reads their own ones only. */
function withoutWarnings({ named = [], ...query }: ListQuery): ListQuery {
  return { ...query, named: named.filter(({ isPlain, path }) => isPlain && nearParameter(path) !== undefined) };
}
