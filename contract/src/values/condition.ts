import type { Json } from './json.ts';
import { compareScalars, equalScalars } from './compare-scalars.ts';
import type { Reading } from './reading.ts';
import { classOf, elementTypeOf, type Scalar, scalarOf, type ValueType } from './scalar.ts';

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * The meaning of a condition on a field, for every door: query, live updates, client.
 * @param readings of the condition's literals: any of them will do, for `!=` none
 * @returns a predicate over the stored value; a list equals each of its scalars, and no range holds for a list
 */
export function comparison(
  operator: ComparisonOperator,
  readings: readonly Reading[],
  type?: ValueType,
): (value: Json | undefined) => boolean {
  if (operator === '=' || operator === '!=') {
    return (value) => isEqual(value, readings, type) === (operator === '=');
  }
  return (value) => {
    const scalar = scalarOf(value, type);
    return scalar !== undefined && readings.some((reading) => isWithin(scalar, operator, reading));
  };
}

function isEqual(value: Json | undefined, readings: readonly Reading[], type: ValueType | undefined): boolean {
  if (value === undefined || value === null) return readings.some(({ missing }) => missing);
  if (!Array.isArray(value)) return isAnyOf(scalarOf(value, type), readings);
  const element = elementTypeOf(type);
  return value.some((one) => isAnyOf(scalarOf(one, element), readings));
}

function isAnyOf(scalar: Scalar | undefined, readings: readonly Reading[]): boolean {
  return scalar !== undefined && readings.some((reading) => isOneOf(scalar, reading));
}

function isOneOf(scalar: Scalar, { equals, span }: Reading): boolean {
  if (span && classOf(scalar) === 'time') return compareScalars(scalar, span.first) >= 0 && compareScalars(scalar, span.last) <= 0;
  return equals.some((one) => equalScalars(scalar, one));
}

/** A range compares within one class: numbers of both kinds with each other, times with times, texts with texts. */
function isWithin(scalar: Scalar, operator: '<' | '<=' | '>' | '>=', { bound, span }: Reading): boolean {
  const edge = operator === '<=' || operator === '>' ? (span?.last ?? bound) : (span?.first ?? bound);
  if (edge === undefined || !isComparable(scalar, edge)) return false;
  const order = compareScalars(scalar, edge);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

function isComparable(a: Scalar, b: Scalar): boolean {
  const isNumeric = (scalar: Scalar) => classOf(scalar) === 'number' || classOf(scalar) === 'exact';
  return classOf(a) === classOf(b) || (isNumeric(a) && isNumeric(b));
}
