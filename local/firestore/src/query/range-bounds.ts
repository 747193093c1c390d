import { at } from '../model/at.ts';
import { GeoPoint, Reference, Timestamp, type Value } from '../model/value.ts';
import { rankOf, typeRank } from '../model/value-type.ts';
import { type Bound, type Bounds, flip } from './bounds.ts';
import type { Predicate } from './normal-query.ts';

/** Indexed by type rank: nothing of the type comes before. */
const minimums: readonly Value[] = [
  null,
  false,
  Number.NaN,
  new Timestamp(-Infinity, 0),
  '',
  new Uint8Array(0),
  new Reference(''),
  new GeoPoint(-Infinity, -Infinity),
  [],
  new Map<string, Value>([['__type__', '__vector__']]),
  new Map<string, Value>(),
];

/**
 * Bounds of the range predicates on the field that follows `fixed` in an index.
 * A range never leaves the type of its operand, and numbers exclude NaN.
 */
export function rangeBounds(fixed: readonly Value[], predicates: readonly Predicate[], descending: boolean): Bounds {
  const lower: Bound[] = [];
  const upper: Bound[] = [];
  for (const predicate of predicates) {
    if (predicate.kind !== 'range') continue;
    const { op, value } = predicate;
    const rank = rankOf(value);
    const next = minimums[rank + 1];
    lower.push({ values: [...fixed, at(minimums, rank)], side: rank === typeRank.number ? 'after' : 'before' });
    if (next !== undefined) upper.push({ values: [...fixed, next], side: 'before' });
    const values = [...fixed, value];
    if (op === '>' || op === '>=') lower.push({ values, side: op === '>' ? 'after' : 'before' });
    else upper.push({ values, side: op === '<' ? 'before' : 'after' });
  }
  return descending ? { lower: upper.map(flipped), upper: lower.map(flipped) } : { lower, upper };
}

/** Bounds of range predicates on `__name__`; operands are paths. */
export function nameBounds(fixed: readonly Value[], predicates: readonly Predicate[]): Bounds {
  const lower: Bound[] = [];
  const upper: Bound[] = [];
  for (const predicate of predicates) {
    if (predicate.kind !== 'range') continue;
    const { op } = predicate;
    const path = String(predicate.value);
    if (op === '>' || op === '>=') lower.push({ values: fixed, path, side: op === '>' ? 'after' : 'before' });
    else upper.push({ values: fixed, path, side: op === '<' ? 'before' : 'after' });
  }
  return { lower, upper };
}

function flipped(bound: Bound): Bound {
  return { ...bound, side: flip(bound.side) };
}
