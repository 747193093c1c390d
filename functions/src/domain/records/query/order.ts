import { compareTexts } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { isSettled } from '../index/field-forms.ts';
import { compareSortValues, type SortValue, sortValueFrom, sortValueOf } from '../index/index-value.ts';
import { valueAt } from '../model/field-path.ts';
import { shownFields } from '../model/present.ts';
import type { Candidate, Position } from './candidate.ts';
import type { Sort } from './list-query.ts';

/** The total order of a list, the same for every plan. */
export interface Order {
  readonly sort: Sort;
  /** The fields to read of a record's document. */
  readonly select: readonly string[];
  readonly positionOf: (candidate: Candidate) => Position;
  readonly compare: (a: Position, b: Position) => number;
}

export function orderOf(catalogue: Catalogue, sort: Sort): Order {
  const { select, valueOf } = sortedBy(catalogue, sort);
  return {
    sort,
    select,
    positionOf: (candidate) => ({ value: valueOf(candidate), id: candidate.id }),
    compare: (a, b) => comparePositions(a, b, sort),
  };
}

/** Keys are newest first, so this order needs no index. */
export function isKeyOrder({ path, direction }: Sort): boolean {
  return (path === 'createdAt' && direction === 'desc') || (path === 'id' && direction === 'asc');
}

interface SortedBy {
  readonly select: readonly string[];
  readonly valueOf: (candidate: Candidate) => SortValue | null;
}

/**
 * While records of several forms stand in the index of a field, the order is that of the index itself, so that a list goes on where
 * it stopped. Times are compared as microseconds, which is what Firestore keeps.
 */
function sortedBy(catalogue: Catalogue, { path }: Sort): SortedBy {
  if (path === 'id') return { select: shownFields, valueOf: () => null };
  if (path === 'createdAt' || path === 'updatedAt') return { select: shownFields, valueOf: ({ stored }) => micros(stored[path]) };
  if (path === 'deletedAt') return { select: shownFields, valueOf: ({ stored }) => (stored.deletedAt ? micros(stored.deletedAt) : null) };
  const field = catalogue.byPath.get(path);
  const ofValue = ({ fields }: Candidate) => sortValueOf(valueAt(fields, path), field?.declared) ?? null;
  if (!field || isSettled(catalogue, field)) return { select: shownFields, valueOf: ofValue };
  const { code } = field;
  return {
    select: [...shownFields, `idx.${code}`],
    valueOf: (candidate) => {
      const indexed = candidate.stored.idx?.[code];
      return indexed === undefined ? ofValue(candidate) : sortValueFrom(indexed);
    },
  };
}

function micros(time: Timestamp): number {
  return time.seconds * 1_000_000 + Math.floor(time.nanoseconds / 1000);
}

/**
 * By value, then by key in the same direction. Records without a value are last, newest first. The default order, newest first, is
 * ascending keys.
 */
function comparePositions(a: Position, b: Position, sort: Sort): number {
  if (isKeyOrder(sort)) return compareTexts(a.id, b.id);
  if (a.value === null || b.value === null) {
    if (a.value === b.value) return compareTexts(a.id, b.id);
    return a.value === null ? 1 : -1;
  }
  const order = compareSortValues(a.value, b.value) || compareTexts(a.id, b.id);
  return sort.direction === 'asc' ? order : -order;
}
