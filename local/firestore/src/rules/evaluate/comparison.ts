import { listContains } from '../functions/collection.ts';
import { equals } from '../values/equality.ts';
import { factsCompare, factsContain, typeOfFacts } from '../values/facts.ts';
import { keyOf } from '../values/key.ts';
import { compare } from '../values/order.ts';
import { isUnknown, PartialMap, RuleError, RuleSet, type RuleList, type RuleValue, typeOf, Unknown, unknown } from '../values/value.ts';
import { unsupported } from './arithmetic.ts';

type OrderOperator = '<' | '<=' | '>' | '>=';

export function isEqual(left: RuleValue, right: RuleValue): RuleValue {
  if (left instanceof RuleError) return left;
  return right instanceof RuleError ? right : equals(left, right);
}

export function isUnequal(left: RuleValue, right: RuleValue): RuleValue {
  const equal = isEqual(left, right);
  return typeof equal === 'boolean' ? !equal : equal;
}

const mirrored: Readonly<Record<OrderOperator, OrderOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Values of one type only; anything else is an error. */
export function isOrdered(operator: OrderOperator, left: RuleValue, right: RuleValue): RuleValue {
  const sign = compare(left, right);
  if (sign !== undefined) return test(operator, sign);
  if (left instanceof RuleError) return left;
  if (right instanceof RuleError) return right;
  if (left instanceof Unknown) return isUnknown(right) ? unknown : factsCompare(left.facts, operator, right);
  if (right instanceof Unknown) return factsCompare(right.facts, mirrored[operator], left);
  return unsupported(operator, left, right);
}

/** An element of a list or set, or a key of a map. */
export function isIn(element: RuleValue, container: RuleValue): RuleValue {
  if (element instanceof RuleError) return element;
  if (Array.isArray(container)) return listContains(container as RuleList, element);
  if (container instanceof Map) return typeof element === 'string' ? container.has(element) : isUnknown(element) && unknown;
  if (container instanceof RuleSet) return inSet(element, container);
  if (container instanceof PartialMap) return (typeof element === 'string' && container.entries.has(element)) || unknown;
  if (container instanceof Unknown) return factsContain(container.facts, element) || unknown;
  return container instanceof RuleError ? container : unsupported('in', element, container);
}

export function isOfType(value: RuleValue, type: string): RuleValue {
  if (value instanceof RuleError) return value;
  if (value instanceof Unknown) return isUnknownOfType(value, type);
  const actual = typeOf(value);
  return actual === type || (type === 'number' && (actual === 'int' || actual === 'float'));
}

function isUnknownOfType({ facts }: Unknown, type: string): RuleValue {
  const known = typeOfFacts(facts);
  if (known !== undefined && known !== 'float') return known === type;
  const isNumeric = type === 'int' || type === 'float' || type === 'number';
  if (known === 'float') return isNumeric ? type === 'number' || unknown : false;
  return type === 'null' && facts.not?.includes(null) ? false : unknown;
}

function inSet(element: RuleValue, set: RuleSet): RuleValue {
  const key = keyOf(element);
  return key === undefined ? unknown : set.items.has(key);
}

function test(operator: OrderOperator, sign: number): boolean {
  switch (operator) {
    case '<':
      return sign < 0;
    case '<=':
      return sign <= 0;
    case '>':
      return sign > 0;
    case '>=':
      return sign >= 0;
  }
}
