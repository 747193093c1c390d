import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';

export interface DateRange {
  /** Milliseconds since the epoch, both inclusive; absent where the range is open. */
  from?: number;
  to?: number;
}

/**
 * A range from two checked date parameters; a bare date covers its whole UTC day.
 * @throws {ApiError} invalid-argument when the end is before the start
 */
export function dateRange(from: string | undefined, to: string | undefined, names: { from: string; to: string }): DateRange {
  const range: DateRange = {};
  if (from) range.from = Date.parse(from);
  if (to) range.to = Date.parse(to) + (to.length === 10 ? 24 * 3600_000 - 1 : 0);
  if (range.from !== undefined && range.to !== undefined && range.to < range.from) {
    throw invalidField(names.to, say('boundsTurned', names));
  }
  return range;
}

export function isIn(range: DateRange, millis: number): boolean {
  return millis >= (range.from ?? -Infinity) && millis <= (range.to ?? Infinity);
}
