/** The first and the last microsecond that a text names, as keys of `Instant`. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

interface Zoned {
  readonly type: string;
  readonly zone?: string | undefined;
}

/** Since 1970. Ten digits are the seconds of a time of today, which would be a day of 1970. */
export const milliseconds = /^-?\d{11,14}$/;

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2}| \d{2}:?\d{2})?$/i;

/**
 * A stored value of a field of dates or times.
 * @returns the key of the moment, of a date the beginning of its day in UTC; undefined for a text that is no value of the type
 */
export function instantOf(text: string, { type, zone }: Zoned): string | undefined {
  if (text.startsWith('0000')) return undefined; // before what can be stored; a bound may be
  if (type === 'date') return spanOfDay(text, 'UTC')?.first;
  return day.test(text) ? undefined : spanOfTime(text, zone)?.first;
}

/**
 * A literal of a query on a field of dates or times: a day, an ISO 8601 time, or milliseconds since 1970.
 * @param zone IANA name: of the days, and of times without an offset
 * @returns undefined for a text of none of these forms
 */
export function spanOf(text: string, { type, zone = 'UTC' }: Zoned): Span | undefined {
  const whole = spanOfDay(text, type === 'date' ? 'UTC' : zone);
  if (whole) return whole;
  if (milliseconds.test(text)) return millisecond(Number(text));
  return spanOfTime(text, zone);
}

/** @returns the day of a moment, such as 2026-05-01 */
export function dayIn(millis: number, zone = 'UTC'): string {
  return new Date(millis + zoneOffset(millis, zone)).toISOString().slice(0, 10);
}

function spanOfDay(text: string, zone: string): Span | undefined {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(date))) return undefined;
  const first = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const start = yearOf(first, year);
  return { first: keyOf(beginningOf(start, zone)), last: keyOf(beginningOf(start + 86_400_000, zone) - 1, '999') };
}

function spanOfTime(text: string, zone: string | undefined): Span | undefined {
  const [, year, month, date, hour, minute, second = '0', fraction = '', offset] = moment.exec(text) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(date))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const local = yearOf(Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute), Number(second)), year);
  const millis = offset ? local - offsetOf(offset) : localTime(local, zone ?? 'UTC');
  if (millis === undefined) return undefined;
  const digits = fraction.padEnd(6, '0').slice(0, 6);
  const key = keyOf(millis + Number(digits.slice(0, 3)), digits.slice(3));
  return { first: key, last: key };
}

/** `Date.UTC` takes the years 0 to 99 for those of the twentieth century. */
function yearOf(millis: number, year: string): number {
  return new Date(millis).setUTCFullYear(Number(year));
}

function millisecond(millis: number): Span {
  return { first: keyOf(millis), last: keyOf(millis, '999') };
}

/** JavaScript takes 30 February for 2 March. */
function isDay(year: number, month: number, date: number): boolean {
  return month >= 1 && month <= 12 && date >= 1 && date <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** A plus sign in an address arrives as a space. @returns milliseconds */
function offsetOf(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * A clock's time in a zone. Of a time that comes twice, when clocks are set back, the earlier one is meant.
 * @returns undefined for a time that clocks skip when they are set forward
 */
function localTime(local: number, zone: string): number | undefined {
  if (zone === 'UTC') return local;
  const offsets = [...new Set([local - 86_400_000, local + 86_400_000].map((around) => zoneOffset(around, zone)))];
  const fitting = offsets.map((offset) => local - offset).filter((millis) => millis + zoneOffset(millis, zone) === local);
  return fitting.length > 0 ? Math.min(...fitting) : undefined;
}

/** A day begins at midnight or, where clocks skip it, at the first moment after. */
function beginningOf(midnight: number, zone: string): number {
  return localTime(midnight, zone) ?? localTime(midnight + 3_600_000, zone) ?? midnight;
}

/** @returns milliseconds by which the zone's clocks are ahead of UTC at that moment */
export function zoneOffset(millis: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(millis)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const shown = Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second);
  return shown - Math.floor(millis / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}

/** Firestore takes times of the years 1 to 9999. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

function keyOf(millis: number, micros = '000'): string {
  return `${new Date(Math.min(Math.max(millis, earliest), latest)).toISOString().slice(0, -1)}${micros}Z`;
}
