import { Duration, RuleError } from '../values/value.ts';
import { type Overload, overload } from './overload.ts';

const nanosPerUnit: ReadonlyMap<string, bigint> = new Map([
  ['w', 604_800_000_000_000n],
  ['d', 86_400_000_000_000n],
  ['h', 3_600_000_000_000n],
  ['m', 60_000_000_000n],
  ['s', 1_000_000_000n],
  ['ms', 1_000_000n],
  ['ns', 1n],
]);

/** protobuf's Duration spans ±10,000 years. */
const maxNanos = 315_576_000_000n * 1_000_000_000n;

export const durationFunctions: Readonly<Record<string, readonly Overload[]>> = {
  value: [
    overload(['int', 'string'], (magnitude, unit) =>
      durationOf(magnitude * (nanosPerUnit.get(unit) ?? 0n), nanosPerUnit.has(unit) ? undefined : unit),
    ),
  ],
  time: [
    overload(['int', 'int', 'int', 'int'], (hours, minutes, seconds, nanos) =>
      durationOf(hours * 3_600_000_000_000n + minutes * 60_000_000_000n + seconds * 1_000_000_000n + nanos),
    ),
  ],
  abs: [overload(['duration'], ({ nanos }) => new Duration(nanos < 0n ? -nanos : nanos))],
};

export const durationMethods: Readonly<Record<string, readonly Overload[]>> = {
  seconds: [overload(['duration'], ({ nanos }) => nanos / 1_000_000_000n)],
  nanos: [overload(['duration'], ({ nanos }) => nanos % 1_000_000_000n)],
};

export function durationOf(nanos: bigint, unknownUnit?: string): Duration | RuleError {
  if (unknownUnit !== undefined)
    return new RuleError(`'${unknownUnit.slice(0, 20)}' is not a unit of duration. Use w, d, h, m, s, ms or ns.`);
  return nanos > maxNanos || nanos < -maxNanos ? new RuleError('Duration is longer than 10,000 years.') : new Duration(nanos);
}
