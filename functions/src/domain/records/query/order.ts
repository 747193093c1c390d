import { compareTexts, compareValues } from '../model/compare-values.ts';
import type { Position } from './candidate.ts';
import type { Sort } from './list-query.ts';

/**
 * The total order of a list, the same for every plan: by value, then by key in the same direction.
 * Records without a value are last, newest first. The default order, newest first, is ascending keys.
 */
export function comparePositions(a: Position, b: Position, sort: Sort): number {
  if (isKeyOrder(sort)) return compareTexts(a.id, b.id);
  if (a.value === null || b.value === null) {
    if (a.value === b.value) return compareTexts(a.id, b.id);
    return a.value === null ? 1 : -1;
  }
  const order = compareValues(a.value, b.value) || compareTexts(a.id, b.id);
  return sort.direction === 'asc' ? order : -order;
}

/** Keys are newest first, so this order needs no index. */
export function isKeyOrder({ path, direction }: Sort): boolean {
  return (path === 'createdAt' && direction === 'desc') || (path === 'id' && direction === 'asc');
}
