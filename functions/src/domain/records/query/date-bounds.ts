import { invalidField } from '../../../errors/api-error.ts';
import { beginsWithDay } from '../../../validation/calendar-day.ts';

const day = 86_400_000;
/** Firestore takes times of the years 1 to 9999; a bound may be the millisecond after the latest. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z') - 1;

/** Milliseconds since 1970, both inclusive. */
export interface DateBounds {
  readonly createdFrom?: number;
  readonly createdTo?: number;
}

/**
 * Both ends inclusive; a bare date covers its whole UTC day.
 * @returns milliseconds of createdAt, without what was not given
 * @throws {ApiError} invalid-argument naming the parameter
 */
export function dateBounds(fromName: string, from: string | undefined, toName: string, to: string | undefined): DateBounds {
  const start = from ? moment(fromName, from).first : undefined;
  const end = to ? moment(toName, to).last : undefined;
  if (start !== undefined && end !== undefined && end < start) throw invalidField(toName, `${toName} must not be before ${fromName}.`);
  return { ...(start === undefined ? {} : { createdFrom: start }), ...(end === undefined ? {} : { createdTo: end }) };
}

/**
 * @param text a bare date, an ISO 8601 time (UTC when it names no zone) or milliseconds since 1970
 * @returns its milliseconds, within the years 1 to 9999
 */
export function moment(name: string, text: string): { first: number; last: number } {
  const span = spanOf(text);
  if (!span) throw invalidField(name, `${name} must be a date such as 2024-05-01 or a time such as 2024-05-01T12:00:00Z.`);
  return { first: storable(span.first), last: storable(span.last) };
}

function storable(millis: number): number {
  return Math.min(Math.max(millis, earliest), latest);
}

/** @returns the milliseconds that a text names; null when it is none of the forms */
export function spanOf(text: string): { first: number; last: number } | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const first = Date.parse(`${text}T00:00:00.000Z`);
    if (beginsWithDay(text)) return { first, last: first + day - 1 };
  } else if (/^\d{9,14}$/.test(text)) {
    return { first: Number(text), last: Number(text) };
  } else {
    const time = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2}| \d{2}:?\d{2})?$/i.exec(text);
    const millis = time ? Date.parse(`${time[1]}T${time[2]}${zoneOf(time[3])}`) : Number.NaN;
    if (Number.isFinite(millis) && beginsWithDay(text)) return { first: millis, last: millis };
  }
  return null;
}

/** A plus sign in a URL arrives as a space. */
function zoneOf(zone: string | undefined): string {
  if (!zone) return 'Z';
  const signed = zone.replace(' ', '+').toUpperCase();
  return /^[+-]\d{4}$/.test(signed) ? `${signed.slice(0, 3)}:${signed.slice(3)}` : signed;
}
