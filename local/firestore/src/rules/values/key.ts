import { GeoPoint, Reference, Timestamp } from '../../model/value.ts';
import { Duration, MapDiff, pathOfReference, type RuleList, RulePath, RuleSet, type RuleValue, Unknown } from './value.ts';

/**
 * A string that two values share exactly when `==` holds for them, so that sets and list methods need no quadratic search.
 * `undefined` when the value, or something inside it, is unknown or an error. NaN equals nothing, itself included: its key is new each time.
 */
export function keyOf(value: RuleValue): string | undefined {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value === 'bigint') return `n${value}`;
  if (typeof value === 'number') return numberKey(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return listKey('l', value as RuleList);
  if (value instanceof Map) return mapKey(value);
  if (value instanceof Timestamp) return `t${value.seconds}.${value.nanos}`;
  if (value instanceof Duration) return `d${value.nanos}`;
  if (value instanceof Reference) return keyOf(pathOfReference(value));
  if (value instanceof RulePath)
    return value.segments.some((segment) => segment instanceof Unknown) ? undefined : listKey('p', value.segments);
  if (value instanceof GeoPoint) return `g${value.latitude},${value.longitude}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  if (value instanceof RuleSet) return `S(${[...value.items.keys()].sort().join()})`;
  if (value instanceof MapDiff) return listKey('D', [value.after, value.before]);
  return undefined;
}

let nanCount = 0;

function numberKey(value: number): string {
  if (Number.isNaN(value)) {
    nanCount += 1;
    return `NaN${nanCount}`;
  }
  return Number.isInteger(value) ? `n${BigInt(value)}` : `f${value}`;
}

function listKey(prefix: string, items: RuleList): string | undefined {
  const keys: string[] = [];
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) return undefined;
    keys.push(`${key.length}:${key}`);
  }
  return `${prefix}(${keys.join()})`;
}

function mapKey(map: ReadonlyMap<string, RuleValue>): string | undefined {
  const keys: string[] = [];
  for (const name of [...map.keys()].sort()) {
    const key = keyOf(map.get(name) ?? null);
    if (key === undefined) return undefined;
    keys.push(`${name.length}:${name}=${key.length}:${key}`);
  }
  return `m(${keys.join()})`;
}
