import type { Planning } from './planning.ts';
import type { Stretch } from './range.ts';

/** Records that are read without counting first, where about so few were found the last time. */
export const few = 50;

/** How many records filters on the same fields found the last time, whatever their values: a guess that saves a count. */
export function usualMatches(planning: Planning): number | undefined {
  return planning.reader.store.memory.selectivity.get(shapeOf(planning));
}

export function noteMatches(planning: Planning, found: number): void {
  planning.reader.store.memory.selectivity.set(shapeOf(planning), found);
}

/** The same for a part of an index. Ranges of one field differ too much for a guess from other values, so these are its own. */
export function usualInStretch({ reader, storage }: Planning, { where }: Stretch): number | undefined {
  return reader.store.memory.selectivity.get(nameOf(storage.id, where));
}

export function noteInStretch({ reader, storage }: Planning, { where }: Stretch, found: number): void {
  reader.store.memory.selectivity.set(nameOf(storage.id, where), found);
}

/** Notes that a part of an index was read more cheaply than a walk to this page. */
export function noteShort({ reader, storage, query }: Planning, { where }: Stretch): void {
  reader.store.memory.selectivity.set(shortName(storage.id, where), query.page * query.limit);
}

/** @returns whether it was so for this page or an earlier one: a walk to a later page is longer */
export function wasShort({ reader, storage, query }: Planning, { where }: Stretch): boolean {
  return (reader.store.memory.selectivity.get(shortName(storage.id, where)) ?? Number.POSITIVE_INFINITY) <= query.page * query.limit;
}

function shapeOf({ storage, filters, query: { search } }: Planning): string {
  const fields = filters.map(({ path, operator }) => `${operator} ${path}`).sort();
  return [storage.id, search === undefined ? '' : 'search', ...fields].join('\n');
}

function nameOf(storageId: string, where: Stretch['where']): string {
  return `${storageId}\n${JSON.stringify(where)}`;
}

function shortName(storageId: string, where: Stretch['where']): string {
  return `short\n${nameOf(storageId, where)}`;
}
