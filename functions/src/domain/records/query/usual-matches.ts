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

function shapeOf({ storage, filters, query: { search } }: Planning): string {
  const fields = filters.map(({ path, operator }) => `${operator} ${path}`).sort();
  return [storage.id, search === undefined ? '' : 'search', ...fields].join('\n');
}

function nameOf(storageId: string, where: Stretch['where']): string {
  return `${storageId}\n${JSON.stringify(where)}`;
}
