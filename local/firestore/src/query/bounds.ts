import { compareToPrefix, type IndexKey, keyValue } from '../documents/index-spec.ts';
import type { RowIndex } from '../documents/kept-index.ts';
import type { Row } from '../documents/row.ts';
import type { Place } from '../documents/sorted-index.ts';
import { comparePaths } from '../model/path-order.ts';
import type { Value } from '../model/value.ts';
import { isBelow } from './query-scope.ts';

/** A place in an index: before or after all entries that begin with these values (and have this name). */
export interface Bound {
  readonly values: readonly Value[];
  readonly path?: string;
  /** Also all names below `path` count as equal to it. */
  readonly descendants?: boolean;
  readonly side: 'before' | 'after';
}

/** All lower bounds hold, and all upper ones. */
export interface Bounds {
  readonly lower: readonly Bound[];
  readonly upper: readonly Bound[];
}

/** The part of an index inside the bounds: from `start` up to, not including, `end`. */
export function placesWithin(index: RowIndex, bounds: Bounds): { start: Place; end: Place } {
  const places = (list: readonly Bound[]): Place[] => list.map((bound) => placeOf(index, bound));
  const start = places(bounds.lower).reduce((a, b) => (isBefore(a, b) ? b : a), { chunk: 0, offset: 0 });
  const end = places(bounds.upper).reduce((a, b) => (isBefore(b, a) ? b : a), index.sorted.end);
  return { start, end: isBefore(end, start) ? start : end };
}

export function isBefore(a: Place, b: Place): boolean {
  return a.chunk < b.chunk || (a.chunk === b.chunk && a.offset < b.offset);
}

export function flip(side: Bound['side']): Bound['side'] {
  return side === 'before' ? 'after' : 'before';
}

function placeOf({ spec, sorted }: RowIndex, bound: Bound): Place {
  const least = bound.side === 'before' ? 0 : 1;
  const known = { ...bound, values: bound.values.map(keyValue) };
  return sorted.seek((key, row) => compareToBound(spec, { key, row, bound: known }) >= least);
}

/** -1, 0 or 1, so that callers can compare with 0 and 1. */
function compareToBound(spec: RowIndex['spec'], { key, row, bound }: { key: IndexKey; row: Row; bound: Bound }): number {
  const order = compareToPrefix(spec, key, bound.values);
  if (order !== 0 || bound.path === undefined) return Math.sign(order);
  if (bound.descendants && isBelow(row.path, bound.path)) return 0;
  return Math.sign(comparePaths(row.path, bound.path));
}
