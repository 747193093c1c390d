import type { Value } from '../../model/value.ts';
import { keyOf } from './key.ts';
import { compare } from './order.ts';
import { type Bound, type Facts, type RuleValue, type TypeName, typeOf, type Unknown, unknown } from './value.ts';

/** Whether every value, or no value, that fits the facts equals `value`. A single known value never needs facts. */
export function factsEqual(facts: Facts, value: RuleValue): boolean | Unknown {
  if (facts.not?.some((other) => isSame(other, value))) return false;
  const type = typeOfFacts(facts);
  if (type !== undefined && type !== comparisonType(value)) return false;
  return outside(facts, value) ? false : unknown;
}

/** Decides `x < value` and its kin for every x that fits the facts. */
export function factsCompare(facts: Facts, operator: '<' | '<=' | '>' | '>=', value: RuleValue): boolean | Unknown {
  const upward = operator === '>' || operator === '>=';
  const strict = operator === '<' || operator === '>';
  const helping = upward ? facts.lower : facts.upper;
  const opposing = upward ? facts.upper : facts.lower;
  if (helping && isWithin(helping, { value, upward, strict })) return true;
  // The negation of `x > v` is `x <= v`, which the opposite bound may guarantee.
  if (opposing && isWithin(opposing, { value, upward: !upward, strict: !strict })) return false;
  return unknown;
}

/** The type of every value that fits, when the facts imply one. `float` is any number. */
export function typeOfFacts(facts: Facts): TypeName | undefined {
  if (facts.contains && facts.contains.length > 0) return 'list';
  const bound = facts.lower ?? facts.upper;
  return bound && comparisonType(bound.value);
}

/** Both fact sets hold at once. */
export function mergeFacts(a: Facts, b: Facts): Facts {
  const lower = tighter(a.lower, b.lower, 1);
  const upper = tighter(a.upper, b.upper, -1);
  return {
    ...(lower && { lower }),
    ...(upper && { upper }),
    not: [...(a.not ?? []), ...(b.not ?? [])],
    contains: [...(a.contains ?? []), ...(b.contains ?? [])],
  };
}

export function factsContain(facts: Facts, value: RuleValue): boolean {
  return facts.contains?.some((element) => isSame(element, value)) ?? false;
}

function comparisonType(value: RuleValue): TypeName {
  const type = typeOf(value);
  return type === 'int' ? 'float' : type;
}

function outside(facts: Facts, value: RuleValue): boolean {
  const belowLower = facts.lower && signOf(value, facts.lower.value);
  if (belowLower !== undefined && (belowLower < 0 || (belowLower === 0 && !facts.lower?.inclusive))) return true;
  const aboveUpper = facts.upper && signOf(value, facts.upper.value);
  return aboveUpper !== undefined && (aboveUpper > 0 || (aboveUpper === 0 && !facts.upper?.inclusive));
}

/** True when the bound by itself puts every x on the asked side of `value`. */
function isWithin(bound: Bound, { value, upward, strict }: { value: RuleValue; upward: boolean; strict: boolean }): boolean {
  const sign = signOf(bound.value, value);
  if (sign === undefined) return false;
  const towards = upward ? sign : -sign;
  return towards > 0 || (towards === 0 && (!strict || !bound.inclusive));
}

function tighter(a: Bound | undefined, b: Bound | undefined, direction: 1 | -1): Bound | undefined {
  if (!a || !b) return a ?? b;
  const sign = signOf(a.value, b.value);
  if (sign === undefined) return a;
  if (sign === 0) return a.inclusive ? b : a;
  return sign * direction > 0 ? a : b;
}

function signOf(a: RuleValue | Value, b: RuleValue): number | undefined {
  const sign = compare(a, b);
  return sign === undefined || Number.isNaN(sign) ? undefined : Math.sign(sign);
}

function isSame(a: Value, b: RuleValue): boolean {
  const key = keyOf(b);
  return key !== undefined && keyOf(a) === key;
}
