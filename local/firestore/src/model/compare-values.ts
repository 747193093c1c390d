import { at } from './at.ts';
import { comparePaths } from './path-order.ts';
import { compareStrings } from './string-order.ts';
import { GeoPoint, type MapValue, Reference, Timestamp, type Value } from './value.ts';
import { isArray, isMap, isNumber, isVector, rankOf, vectorElements } from './value-type.ts';

/**
 * Firestore's total order over all values.
 * @returns negative, zero or positive; zero is value equality, so `1` equals `1.0` and NaN equals NaN
 */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  const rank = rankOf(a);
  const other = rankOf(b);
  if (rank !== other) return rank - other;
  if (typeof a === 'boolean') return a ? 1 : -1;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) return a.seconds - b.seconds || a.nanos - b.nanos;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a instanceof Reference && b instanceof Reference) return comparePaths(a.name, b.name);
  if (a instanceof GeoPoint && b instanceof GeoPoint) {
    return compareNumbers(a.latitude, b.latitude) || compareNumbers(a.longitude, b.longitude);
  }
  if (isArray(a) && isArray(b)) return compareArrays(a, b);
  if (isMap(a) && isMap(b)) return isVector(a) ? compareVectors(a, b) : compareMaps(a, b);
  return 0;
}

/** Equality as filters and array transforms see it: `1 == 1.0`, `NaN == NaN`. */
export function equalValues(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

/** Exact by JavaScript's own comparison of bigint and number; NaN comes first, -0 equals 0. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(at(a, i), at(b, i));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareVectors(a: MapValue, b: MapValue): number {
  const x = vectorElements(a);
  const y = vectorElements(b);
  return x.length - y.length || compareArrays(x, y);
}

function compareMaps(a: MapValue, b: MapValue): number {
  const keys = [...a.keys()].sort(compareStrings);
  const others = [...b.keys()].sort(compareStrings);
  const length = Math.min(keys.length, others.length);
  for (let i = 0; i < length; i++) {
    const key = at(keys, i);
    const order = compareStrings(key, at(others, i));
    if (order !== 0) return order;
    const values = compareValues(a.get(key) ?? null, b.get(key) ?? null);
    if (values !== 0) return values;
  }
  return keys.length - others.length;
}
