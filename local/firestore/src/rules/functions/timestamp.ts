import { Timestamp } from '../../model/value.ts';
import { Duration, RuleError } from '../values/value.ts';
import { type Overload, overload } from './overload.ts';

export const timestampFunctions: Readonly<Record<string, readonly Overload[]>> = {
  date: [overload(['int', 'int', 'int'], dateOf)],
  value: [overload(['int'], (milliseconds) => timestampOfNanos(milliseconds * 1_000_000n))],
};

/** Everything in UTC. */
export const timestampMethods: Readonly<Record<string, readonly Overload[]>> = {
  year: [overload(['timestamp'], (self) => BigInt(dateIn(self).getUTCFullYear()))],
  month: [overload(['timestamp'], (self) => BigInt(dateIn(self).getUTCMonth() + 1))],
  day: [overload(['timestamp'], (self) => BigInt(dateIn(self).getUTCDate()))],
  hours: [overload(['timestamp'], (self) => BigInt(dateIn(self).getUTCHours()))],
  minutes: [overload(['timestamp'], (self) => BigInt(dateIn(self).getUTCMinutes()))],
  seconds: [overload(['timestamp'], (self) => BigInt(dateIn(self).getUTCSeconds()))],
  nanos: [overload(['timestamp'], (self) => BigInt(self.nanos))],
  /** Monday is 1, Sunday is 7. */
  dayOfWeek: [overload(['timestamp'], (self) => BigInt(dateIn(self).getUTCDay() || 7))],
  dayOfYear: [overload(['timestamp'], dayOfYear)],
  date: [overload(['timestamp'], (self) => new Timestamp(self.seconds - secondOfDay(self), 0))],
  time: [overload(['timestamp'], (self) => new Duration(BigInt(secondOfDay(self)) * 1_000_000_000n + BigInt(self.nanos)))],
  toMillis: [overload(['timestamp'], (self) => BigInt(self.seconds) * 1000n + BigInt(Math.floor(self.nanos / 1e6)))],
};

/** Nanoseconds since the epoch. */
export function nanosOf(timestamp: Timestamp): bigint {
  return BigInt(timestamp.seconds) * 1_000_000_000n + BigInt(timestamp.nanos);
}

/** @returns an error outside the years 1 to 9999, which is all that a timestamp can hold */
export function timestampOfNanos(nanos: bigint): Timestamp | RuleError {
  const remainder = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const seconds = (nanos - remainder) / 1_000_000_000n;
  if (seconds < -62_135_596_800n || seconds > 253_402_300_799n) return new RuleError('Timestamp is outside the years 1 to 9999.');
  return new Timestamp(Number(seconds), Number(remainder));
}

function dateOf(year: bigint, month: bigint, day: bigint): Timestamp | RuleError {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const exists = year >= 1n && year <= 9999n && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!exists) return new RuleError(`There is no date with year ${year}, month ${month} and day ${day}.`);
  return new Timestamp(date.getTime() / 1000, 0);
}

function dateIn(timestamp: Timestamp): Date {
  return new Date(timestamp.seconds * 1000);
}

function secondOfDay({ seconds }: Timestamp): number {
  return ((seconds % 86_400) + 86_400) % 86_400;
}

function dayOfYear(self: Timestamp): bigint {
  const newYear = new Date(0);
  newYear.setUTCFullYear(dateIn(self).getUTCFullYear(), 0, 1);
  return BigInt(Math.floor((self.seconds * 1000 - newYear.getTime()) / 86_400_000) + 1);
}
