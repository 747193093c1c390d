import { Timestamp } from '../../model/value.ts';
import { durationOf } from '../functions/duration.ts';
import { int64 } from '../functions/int64.ts';
import { nanosOf, timestampOfNanos } from '../functions/timestamp.ts';
import type { BinaryOperator } from '../language/syntax.ts';
import { Duration, isUnknown, RuleError, type RuleValue, typeOf, unknown } from '../values/value.ts';

type ArithmeticOperator = Extract<BinaryOperator, '+' | '-' | '*' | '/' | '%'>;

/** Integers stay integers and truncate towards zero; one float makes the result a float. */
export function arithmetic(operator: ArithmeticOperator, left: RuleValue, right: RuleValue): RuleValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') return onIntegers(operator, left, right);
  if (isNumber(left) && isNumber(right)) return onFloats(operator, Number(left), Number(right));
  if (left instanceof RuleError) return left;
  if (right instanceof RuleError) return right;
  if (isUnknown(left) || isUnknown(right)) return unknown;
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return concatenate(left, right);
  return onTimes(operator, left, right) ?? unsupported(operator, left, right);
}

export function negate(operand: RuleValue): RuleValue {
  if (typeof operand === 'bigint') return int64(-operand);
  if (typeof operand === 'number') return -operand;
  if (operand instanceof Duration) return new Duration(-operand.nanos);
  if (operand instanceof RuleError) return operand;
  return isUnknown(operand)
    ? unknown
    : new RuleError(`Unsupported operation error. Received: -${typeOf(operand)}. Expected: -int, -float.`);
}

export function unsupported(operator: string, left: RuleValue, right: RuleValue): RuleError {
  if (left === null || right === null) return new RuleError('Null value error.');
  return new RuleError(`Unsupported operation error. Received: ${typeOf(left)} ${operator} ${typeOf(right)}.`);
}

/** More than any document holds. */
const maxStringLength = 10_000_000;

function concatenate(left: string, right: string): RuleValue {
  return left.length + right.length > maxStringLength
    ? new RuleError(`A string is longer than ${maxStringLength} characters.`, undefined, true)
    : left + right;
}

function onIntegers(operator: ArithmeticOperator, left: bigint, right: bigint): RuleValue {
  if ((operator === '/' || operator === '%') && right === 0n) return new RuleError('Divide by zero error.');
  switch (operator) {
    case '+':
      return int64(left + right);
    case '-':
      return int64(left - right);
    case '*':
      return int64(left * right);
    case '/':
      return int64(left / right);
    case '%':
      return left % right;
  }
}

function onFloats(operator: ArithmeticOperator, left: number, right: number): RuleValue {
  if ((operator === '/' || operator === '%') && right === 0) return new RuleError('Divide by zero error.');
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

function onTimes(operator: ArithmeticOperator, left: RuleValue, right: RuleValue): RuleValue | undefined {
  if (operator !== '+' && operator !== '-') return undefined;
  const sign = operator === '+' ? 1n : -1n;
  if (left instanceof Timestamp && right instanceof Duration) return timestampOfNanos(nanosOf(left) + sign * right.nanos);
  if (left instanceof Duration && right instanceof Duration) return durationOf(left.nanos + sign * right.nanos);
  if (left instanceof Timestamp && right instanceof Timestamp && operator === '-') return durationOf(nanosOf(left) - nanosOf(right));
  if (left instanceof Duration && right instanceof Timestamp && operator === '+') return timestampOfNanos(left.nanos + nanosOf(right));
  return undefined;
}

function isNumber(value: RuleValue): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}
