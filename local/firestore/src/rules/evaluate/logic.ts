import { RuleError, type RuleValue, typeOf, Unknown, unknown } from '../values/value.ts';
import type { Context, Evaluate } from './context.ts';

/**
 * `&&` and `||`. The deciding value (false, or true) wins over errors and unknowns on either side of it;
 * without it an unknown operand leaves the result unknown, because it may be the deciding value.
 */
export function chain(operator: '&&' | '||', operands: readonly Evaluate[]): Evaluate {
  const deciding = operator === '||';
  return (context: Context): RuleValue => {
    let pending: RuleValue | undefined;
    for (const operand of operands) {
      const value = asCondition(operand(context), operator);
      if (value === deciding) return deciding;
      if (typeof value === 'boolean') continue;
      if (value instanceof RuleError && value.fatal) return value;
      if (pending === undefined || value instanceof Unknown) pending = value;
    }
    return pending ?? !deciding;
  };
}

export function not(operand: RuleValue): RuleValue {
  const value = asCondition(operand, '!');
  return typeof value === 'boolean' ? !value : value;
}

/** The value if it may stand where a condition stands, otherwise an error. */
export function asCondition(value: RuleValue, operator: string): boolean | RuleError | Unknown {
  if (typeof value === 'boolean' || value instanceof RuleError) return value;
  if (value instanceof Unknown) return unknown;
  if (value === null) return new RuleError('Null value error.');
  return new RuleError(`Unsupported operation error. '${operator}' takes booleans, not ${typeOf(value)}.`);
}
