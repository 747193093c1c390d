import { spanOf as keysOf } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';

/** Firestore takes times of the years 1 to 9999; a bound may be the millisecond after the latest. */
const latest = Date.parse('9999-12-31T23:59:59.999Z') - 1;

/** Milliseconds since 1970, both inclusive. */
export interface DateBounds {
  readonly createdFrom?: number;
  readonly createdTo?: number;
}

/** A parameter and its value. */
type Given = readonly [name: string, text: string | undefined];

/**
 * Both ends inclusive; a bare date covers its whole day.
 * @param zone IANA name: of days, and of times that name none
 * @returns milliseconds of createdAt, without what was not given
 * @throws {ApiError} invalid-argument naming the parameter
 */
export function dateBounds([fromName, from]: Given, [toName, to]: Given, zone?: string): DateBounds {
  const start = from ? moment(fromName, from, zone).first : undefined;
  const end = to ? moment(toName, to, zone).last : undefined;
  if (start !== undefined && end !== undefined && end < start)
    throw invalidField(toName, say('boundsTurned', { to: toName, from: fromName }));
  return { ...(start === undefined ? {} : { createdFrom: start }), ...(end === undefined ? {} : { createdTo: end }) };
}

/**
 * @param text a bare date, an ISO 8601 time or milliseconds since 1970
 * @param zone IANA name; UTC when absent
 * @returns its milliseconds, within the years 1 to 9999
 */
export function moment(name: string, text: string, zone?: string): { first: number; last: number } {
  const span = spanOf(text, zone);
  if (span) return span;
  throw invalidField(name, say(zone ? 'momentSkipped' : 'momentWrong', { name }));
}

/** @returns the milliseconds that a text names; undefined when it is none of the forms */
export function spanOf(text: string, zone?: string): { first: number; last: number } | undefined {
  const span = keysOf(text, { type: 'dateTime', zone });
  return span && { first: millisOf(span.first), last: millisOf(span.last) };
}

/** Records tell their times in milliseconds. */
function millisOf(key: string): number {
  return Math.min(Date.parse(`${key.slice(0, 23)}Z`), latest);
}
