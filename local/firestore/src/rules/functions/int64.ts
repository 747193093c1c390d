import { RuleError } from '../values/value.ts';

/** The value, or the error that production gives where Java's long would overflow. */
export function int64(value: bigint): bigint | RuleError {
  return BigInt.asIntN(64, value) === value ? value : new RuleError('Integer overflow error.');
}

/** An integral float as an integer. */
export function intOfFloat(value: number): bigint | RuleError {
  return Number.isFinite(value) ? int64(BigInt(Math.trunc(value))) : new RuleError(`Cannot convert ${value} to an integer.`);
}
