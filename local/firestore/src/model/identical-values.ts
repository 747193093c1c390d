import { at } from './at.ts';
import { compareValues } from './compare-values.ts';
import type { MapValue, Value } from './value.ts';
import { isArray, isMap } from './value-type.ts';

/**
 * True when replacing one by the other would change nothing that is stored:
 * unlike value equality it distinguishes `1` from `1.0` and `0.0` from `-0.0`.
 */
export function identicalValues(a: Value | undefined, b: Value | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a === undefined || b === undefined || typeof a !== typeof b) return false;
  if (typeof a === 'number') return false;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((element, i) => identicalValues(element, at(b, i)));
  if (isMap(a)) return isMap(b) && identicalMaps(a, b);
  return !isMap(b) && compareValues(a, b) === 0;
}

export function identicalMaps(a: MapValue, b: MapValue): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!identicalValues(value, b.get(key))) return false;
  return true;
}
