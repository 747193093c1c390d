import { GeoPoint, Reference, Timestamp } from '../../model/value.ts';
import {
  Duration,
  isUnknown,
  MapDiff,
  pathOfReference,
  type RuleList,
  type RuleMap,
  RulePath,
  RuleSet,
  type RuleValue,
  Unknown,
  unknown,
} from './value.ts';
import { factsEqual } from './facts.ts';

type Decision = boolean | Unknown;

/** `a == b`. Values of different types are unequal; an integer equals a float of the same size; NaN equals nothing. */
export function equals(a: RuleValue, b: RuleValue): Decision {
  if (a === b) return typeof a === 'number' ? !Number.isNaN(a) : !isUnknown(a) || unknown;
  if (typeof a === 'bigint' || typeof a === 'number') {
    if (typeof b === 'bigint' || typeof b === 'number') return numbersEqual(a, b);
    return isUnknown(b) ? equalsUnknown(b, a) : false;
  }
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
    if (isUnknown(a)) return equalsUnknown(a, b);
    return isUnknown(b) ? equalsUnknown(b, a) : false;
  }
  return objectsEqual(a, b);
}

function numbersEqual(a: bigint | number, b: bigint | number): boolean {
  // Loose equality compares a bigint and a number by their mathematical value.
  // biome-ignore lint/suspicious/noDoubleEquals: see above
  return a == b;
}

function equalsUnknown(a: RuleValue, b: RuleValue): Decision {
  if (a instanceof Unknown) return isUnknown(b) ? unknown : factsEqual(a.facts, b);
  return b instanceof Map || isUnknown(b) ? unknown : false;
}

function objectsEqual(a: RuleValue & object, b: RuleValue & object): Decision {
  if (isUnknown(a)) return equalsUnknown(a, b);
  if (isUnknown(b)) return equalsUnknown(b, a);
  if (a instanceof Reference) return equals(pathOfReference(a), b);
  if (b instanceof Reference) return equals(a, pathOfReference(b));
  if (Array.isArray(a)) return Array.isArray(b) && listsEqual(a as RuleList, b as RuleList);
  if (a instanceof Map) return b instanceof Map && mapsEqual(a, b);
  if (a instanceof RulePath) return b instanceof RulePath && listsEqual(a.segments, b.segments);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof GeoPoint) return b instanceof GeoPoint && a.latitude === b.latitude && a.longitude === b.longitude;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof RuleSet)
    return b instanceof RuleSet && a.items.size === b.items.size && [...a.items.keys()].every((key) => b.items.has(key));
  return a instanceof MapDiff && b instanceof MapDiff && both(equals(a.after, b.after), () => equals(a.before, b.before));
}

function listsEqual(a: RuleList, b: RuleList): Decision {
  if (a.length !== b.length) return false;
  let result: Decision = true;
  for (let index = 0; index < a.length; index++) {
    result = both(result, () => equals(a[index] ?? null, b[index] ?? null));
    if (result === false) return false;
  }
  return result;
}

function mapsEqual(a: RuleMap, b: RuleMap): Decision {
  if (a.size !== b.size) return false;
  let result: Decision = true;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined) return false;
    result = both(result, () => equals(value, other));
    if (result === false) return false;
  }
  return result;
}

function both(first: Decision, second: () => Decision): Decision {
  if (first === false) return false;
  const then = second();
  return then === false ? false : first === true ? then : first;
}
