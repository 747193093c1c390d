import type { Store } from '../../../store/access.ts';
import type { ListQuery } from './list-query.ts';

const byStore = new WeakMap<Store, Map<string, number>>();
const remembered = 1000;

/** How many records the same fields' filters found the last time, whatever their values: a guess that saves a count. */
export function usualMatches(store: Store, storageId: string, query: ListQuery): number | undefined {
  return byStore.get(store)?.get(nameOf(storageId, query));
}

export function noteMatches(store: Store, storageId: string, query: ListQuery, found: number): void {
  const known = byStore.get(store) ?? new Map<string, number>();
  byStore.set(store, known);
  if (known.size >= remembered) known.clear();
  known.set(nameOf(storageId, query), found);
}

function nameOf(storageId: string, { filters, search }: ListQuery): string {
  const fields = filters.map(({ path, operator }) => `${operator} ${path}`).sort();
  return [storageId, search === undefined ? '' : 'search', ...fields].join('\n');
}
