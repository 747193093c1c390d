import { compareTexts } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { isSettled } from '../index/field-forms.ts';
import { compareSortValues, type SortValue, sortValueFrom, sortValueOf } from '../index/index-value.ts';
import { valueAt } from '../model/field-path.ts';
import { shownFields } from '../model/present.ts';
import type { Candidate, Position } from './candidate.ts';
import type { ListQuery, Sort } from './list-query.ts';

/** The total order of a list, the same for every plan. */
export interface Order {
  /** The fields to read of a record's document. */
  readonly select: readonly string[];
  readonly positionOf: (candidate: Candidate) => Position;
  readonly compare: (a: Position, b: Position) => number;
  /** The order of one of its fields alone, in which an index gives the records. */
  readonly along: IndexOrder;
  /** Present where records that are equal there are sorted by further fields. */
  readonly ties?: Ties;
}

/** The order of one index. */
export interface IndexOrder extends Pick<Order, 'select' | 'positionOf' | 'compare'> {
  readonly sort: Sort;
}

export interface Ties {
  readonly areTied: (a: Candidate, b: Candidate) => boolean;
  /** Lies before all records that are tied with the one at a position. */
  readonly startOf: (position: Position) => Position;
}

export function orderOf(catalogue: Catalogue, { sort, thenBy = [] }: Pick<ListQuery, 'sort' | 'thenBy'>): Order {
  const [next] = thenBy;
  // Records of one value are in an ascending index as their keys do, which is newest first.
  if (!next || (sort.direction === 'asc' && isKeyOrder(next))) {
    const along = indexOrder(catalogue, sort);
    return { ...along, along };
  }
  return orderBySeveral(catalogue, [sort, ...thenBy]);
}

/** Keys are newest first, so this order needs no index. */
export function isKeyOrder({ path, direction }: Sort): boolean {
  return (path === 'createdAt' && direction === 'desc') || (path === 'id' && direction === 'asc');
}

function indexOrder(catalogue: Catalogue, sort: Sort): IndexOrder {
  const { select, valueOf } = sortedBy(catalogue, sort);
  return {
    sort,
    select: [...shownFields, ...select],
    positionOf: (candidate) => ({ value: valueOf(candidate), id: candidate.id }),
    compare: (a, b) => comparePositions(a, b, sort),
  };
}

/** By each field in turn; what is equal in all of them is newest first. */
function orderBySeveral(catalogue: Catalogue, sorts: readonly Sort[]): Order {
  const each = sorts.map((sort) => ({ ...sortedBy(catalogue, sort), sort }));
  const select = [...new Set([...shownFields, ...each.flatMap((by) => by.select)])];
  // A field that no record has leaves the order to the next.
  const lead = Math.max(
    0,
    sorts.findIndex(({ path }) => indexed.has(path) || catalogue.byPath.has(path)),
  );
  const along = { ...indexOrder(catalogue, sorts[lead] as Sort), select }; // at least one is given
  return {
    select,
    along,
    positionOf: (candidate) => {
      const [value = null, ...others] = each.map(({ valueOf }) => valueOf(candidate));
      return { value, others, id: candidate.id };
    },
    compare: (a, b) => {
      const [x, y] = [valuesOf(a), valuesOf(b)];
      for (const [i, { sort }] of each.entries()) {
        if (isByKey(sort)) return isKeyOrder(sort) ? compareTexts(a.id, b.id) : compareTexts(b.id, a.id);
        const order = compareValues(x[i] ?? null, y[i] ?? null, sort);
        if (order !== 0) return order;
      }
      return compareTexts(a.id, b.id);
    },
    ties: {
      areTied: (a, b) => compareValues(along.positionOf(a).value, along.positionOf(b).value, along.sort) === 0,
      startOf: (position) => {
        const value = valuesOf(position)[lead] ?? null;
        // Records without a value are in ascending keys in both directions.
        return { value, id: along.sort.direction === 'asc' || value === null ? belowIds : aboveIds };
      },
    },
  };
}

const indexed: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt']);
/** Ids are of digits and small letters. */
const belowIds = '0';
const aboveIds = '~';

function valuesOf({ value, others = [] }: Position): Position['value'][] {
  return [value, ...others];
}

/** Each record has a place of its own in this order. */
export function isByKey({ path }: Sort): boolean {
  return path === 'id' || path === 'createdAt';
}

interface SortedBy {
  /** Besides the fields that are shown. */
  readonly select: readonly string[];
  readonly valueOf: (candidate: Candidate) => SortValue | null;
}

/**
 * While records of several forms are in the index of a field, the order is that of the index itself, so that a list goes on where
 * it stopped. Times are compared as microseconds, which is what Firestore keeps.
 */
function sortedBy(catalogue: Catalogue, { path }: Sort): SortedBy {
  if (path === 'id') return { select: [], valueOf: () => null };
  if (path === 'createdAt' || path === 'updatedAt') return { select: [], valueOf: ({ stored }) => micros(stored[path]) };
  if (path === 'deletedAt') return { select: [], valueOf: ({ stored }) => (stored.deletedAt ? micros(stored.deletedAt) : null) };
  const field = catalogue.byPath.get(path);
  const ofValue = ({ fields }: Candidate) => sortValueOf(valueAt(fields, path), field?.declared) ?? null;
  if (!field || isSettled(catalogue, field)) return { select: [], valueOf: ofValue };
  const { code } = field;
  return {
    select: [`idx.${code}`],
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
  const order = isKeyOrder(sort) ? 0 : compareValues(a.value, b.value, sort);
  if (order !== 0) return order;
  const isUp = isKeyOrder(sort) || sort.direction === 'asc' || a.value === null;
  return isUp ? compareTexts(a.id, b.id) : compareTexts(b.id, a.id);
}

/** Records without a value are last in both directions. */
function compareValues(a: SortValue | null, b: SortValue | null, { direction }: Sort): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = compareSortValues(a, b);
  return direction === 'asc' ? order : -order;
}
