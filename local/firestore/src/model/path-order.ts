import { codeUnitRank } from './string-order.ts';

const slash = 0x2f;

/**
 * Compares two paths segment by segment; numeric ids (`__id7__`) come before all others, by number.
 * @param from index up to which both are known to be equal and where a segment starts
 */
export function comparePaths(a: string, b: string, from = 0): number {
  const length = Math.min(a.length, b.length);
  let segment = from;
  for (let i = from; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) {
      if (x === slash) segment = i + 1;
      continue;
    }
    if (a.startsWith('__id', segment) || b.startsWith('__id', segment))
      return compareSegments(segmentAt(a, segment), segmentAt(b, segment));
    return unitRank(x) - unitRank(y);
  }
  if (a.length === b.length) return 0;
  if (a.startsWith('__id', segment) || b.startsWith('__id', segment)) {
    const order = compareSegments(segmentAt(a, segment), segmentAt(b, segment));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** True when JavaScript's own comparison of this path with others like it, in one collection, gives Firestore's order. */
export function hasPlainOrder(path: string): boolean {
  return !/__id|[\ud800-\uffff]/.test(path);
}

/** The number in `__id7__`; undefined for every other id. */
function numericId(id: string): bigint | undefined {
  const digits = /^__id(-?\d+)__$/.exec(id)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

function compareSegments(a: string, b: string): number {
  const x = numericId(a);
  const y = numericId(b);
  if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0;
  if (x !== undefined) return -1;
  if (y !== undefined) return 1;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = codeUnitRank(a.charCodeAt(i)) - codeUnitRank(b.charCodeAt(i));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function segmentAt(path: string, start: number): string {
  const end = path.indexOf('/', start);
  return end === -1 ? path.slice(start) : path.slice(start, end);
}

/** The end of a segment sorts before anything that continues it. */
function unitRank(unit: number): number {
  return unit === slash ? -1 : codeUnitRank(unit);
}
