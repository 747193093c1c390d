import type { Json } from '@bedplate/contract';

/**
 * The rules of docs/values.md without the product's code: every number is compared digit by digit, every time as microseconds.
 */
export interface Meaning {
  readonly type: string;
  readonly of?: string;
  readonly zone?: string;
}

export type Thing =
  | { readonly kind: 'boolean'; readonly of: boolean }
  | { readonly kind: 'number'; readonly digits: bigint; readonly scale: number }
  | { readonly kind: 'time'; readonly micros: bigint }
  | { readonly kind: 'text'; readonly of: string };

/** One value of a condition, and whether it is written in quotes. */
export interface Spelling {
  readonly text: string;
  readonly quoted: boolean;
}

interface Read {
  readonly equals: readonly Thing[];
  readonly within?: readonly [from: bigint, to: bigint];
  readonly missing: boolean;
  readonly bound: Thing | undefined;
}

/** @returns undefined for null, a missing value, a list and an object */
export function thingOf(value: Json | undefined, meaning?: Meaning): Thing | undefined {
  if (typeof value === 'boolean') return { kind: 'boolean', of: value };
  if (typeof value === 'number') return numberThing(String(value));
  if (typeof value !== 'string') return undefined;
  const text: Thing = { kind: 'text', of: value };
  if (meaning?.type === 'integer' || meaning?.type === 'decimal') return numberThing(value) ?? text;
  if (meaning?.type === 'date') return dayMicros(value, 'UTC') ? { kind: 'time', micros: dayMicros(value, 'UTC')?.[0] ?? 0n } : text;
  const micros = meaning?.type === 'dateTime' ? timeMicros(value, meaning.zone ?? 'UTC') : undefined;
  return micros === undefined ? text : { kind: 'time', micros };
}

/** @returns undefined where the page says that the query is refused */
export function reads({ text, quoted }: Spelling, meaning?: Meaning): Read | undefined {
  const asText: Read = { equals: [{ kind: 'text', of: text }], missing: false, bound: { kind: 'text', of: text } };
  if (quoted) return asText;
  if (text === 'null') return { equals: [], missing: true, bound: undefined };
  if (text === '') return { ...asText, missing: true };
  const type = meaning?.type === 'list' ? meaning.of : meaning?.type;
  if (type === 'geo') return undefined;
  if (type === undefined || type === 'json') {
    if (text === 'true' || text === 'false') return { ...asText, equals: [...asText.equals, { kind: 'boolean', of: text === 'true' }] };
    const number = Number.isFinite(Number(text)) && String(Number(text)) === text ? numberThing(text) : undefined;
    return number ? { equals: [...asText.equals, number], missing: false, bound: number } : asText;
  }
  if (type === 'boolean') {
    if (!/^(true|false)$/i.test(text)) return undefined;
    const flag: Thing = { kind: 'boolean', of: text.toLowerCase() === 'true' };
    return { equals: [flag], missing: false, bound: flag };
  }
  if (type === 'number' || type === 'integer' || type === 'decimal') {
    const spelt = numberThing(type === 'number' ? text.trim() : text);
    if (type === 'number' && !(spelt && Number.isFinite(Number(text)))) return undefined;
    const number = type === 'number' ? numberThing(String(Number(text))) : spelt;
    return number && { equals: [number], missing: false, bound: number };
  }
  if (type === 'date' || type === 'dateTime') {
    const within = dayMicros(text, type === 'date' ? 'UTC' : (meaning?.zone ?? 'UTC'));
    const moment = timeMicros(text, meaning?.zone ?? 'UTC');
    const span = within ?? (moment === undefined ? undefined : ([moment, moment] as const));
    return span && { equals: [], within: span, missing: false, bound: { kind: 'time', micros: span[0] } };
  }
  return asText;
}

interface Asked {
  readonly operator: string;
  readonly spellings: readonly Spelling[];
  readonly meaning: Meaning | undefined;
  readonly zone: string | undefined;
}

/** The meaning of a condition. @returns undefined where the query is refused */
export function holds(value: Json | undefined, { operator, spellings, meaning, zone }: Asked): boolean | undefined {
  const literalMeaning = meaning && zone ? { ...meaning, zone } : meaning;
  if (operator === '~') return spellings.some(({ text }) => scalarsIn(value).some((scalar) => contains(scalar, text)));
  const all = spellings.map((spelling) => reads(spelling, literalMeaning));
  if (all.includes(undefined)) return undefined;
  const known = all.filter((one) => one !== undefined);
  if (operator === '=') return known.some((one) => isEqual(value, one, meaning));
  if (operator === '!=') return !known.some((one) => isEqual(value, one, meaning));
  const thing = thingOf(value, meaning);
  return thing !== undefined && known.some((one) => isInRange(thing, operator, one));
}

function isEqual(value: Json | undefined, read: Read, meaning: Meaning | undefined): boolean {
  if (value === null || value === undefined) return read.missing;
  const element = meaning?.type === 'list' && meaning.of ? { ...meaning, type: meaning.of } : undefined;
  const things = Array.isArray(value) ? value.map((one) => thingOf(one, element)) : [thingOf(value, meaning)];
  return things.some((thing) => {
    if (thing === undefined) return false;
    if (read.within && thing.kind === 'time') return thing.micros >= read.within[0] && thing.micros <= read.within[1];
    return read.equals.some((one) => (one.kind === 'text' && thing.kind === 'text' ? one.of === thing.of : order(one, thing) === 0));
  });
}

function isInRange(thing: Thing, operator: string, { bound, within }: Read): boolean {
  if (!bound || bound.kind !== thing.kind) return false;
  const edge: Thing = within && (operator === '<=' || operator === '>') ? { kind: 'time', micros: within[1] } : bound;
  const found = order(thing, edge);
  if (operator === '<') return found < 0;
  if (operator === '<=') return found <= 0;
  return operator === '>' ? found > 0 : found >= 0;
}

const kinds = ['boolean', 'number', 'time', 'text'];

/** false, true, numbers, times, texts; texts by their folded beginnings. */
export function order(a: Thing, b: Thing): number {
  if (a.kind === 'boolean' && b.kind === 'boolean') return Number(a.of) - Number(b.of);
  if (a.kind === 'number' && b.kind === 'number') {
    const scale = Math.max(a.scale, b.scale);
    return sign(a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale));
  }
  if (a.kind === 'time' && b.kind === 'time') return sign(a.micros - b.micros);
  if (a.kind === 'text' && b.kind === 'text') {
    const [x, y] = [start(a.of), start(b.of)];
    return x === y ? 0 : byCodePoint(x, y);
  }
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
}

/** Texts of scalars, single or in a list. */
function scalarsIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.filter((v) => v !== null && typeof v !== 'object').map(String);
  return value === undefined || value === null || typeof value === 'object' ? [] : [String(value)];
}

const folded = remembered((text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Cc}/gu, ' '),
);

/** In any letter case, and also without accents. */
export function contains(text: string, part: string): boolean {
  return folded(text).includes(folded(part)) || (bare(part) !== '' && bare(text).includes(bare(part)));
}

const bare = remembered((text: string) =>
  folded(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{DI}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i'),
);
const start = (text: string) => [...folded(text)].slice(0, 128).join('');
const sign = (number: bigint) => (number < 0n ? -1 : number > 0n ? 1 : 0);

/** A run asks about the same texts a million times. */
function remembered(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text) ?? make(text);
    made.set(text, known);
    return known;
  };
}

function byCodePoint(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  for (let i = 0; i < x.length && i < y.length; i += 1) {
    const difference = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

function numberThing(text: string): Thing | undefined {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text);
  if (!parts || !/\d/.test(text.split(/e/i)[0] ?? '')) return undefined;
  const [, sign_ = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = BigInt(whole + fraction) * (sign_ === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return { kind: 'number', digits: scale < 0 ? digits * 10n ** BigInt(-scale) : digits, scale: Math.max(0, scale) };
}

function dayMicros(text: string, zone: string): readonly [bigint, bigint] | undefined {
  const start_ = isDay(text) ? midnight(text, zone) : undefined;
  if (start_ === undefined) return undefined;
  const next = new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10);
  return [BigInt(start_) * 1000n, BigInt(midnight(next, zone)) * 1000n - 1n];
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(Date.parse(text)).toISOString().startsWith(text);
}

const midnights = new Map<string, number>();

function midnight(day: string, zone: string): number {
  const name = `${day} ${zone}`;
  const known = midnights.get(name) ?? midnightLookedFor(day, zone);
  midnights.set(name, known);
  return known;
}

/** The first millisecond that the zone's calendar gives to the day, looked for hour by quarter of an hour. */
function midnightLookedFor(day: string, zone: string): number {
  const around = Date.parse(day);
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  for (let millis = around - 16 * 3_600_000; ; millis += 900_000) if (shown.format(millis) >= day) return millis;
}

function timeMicros(text: string, zone: string): bigint | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})T((?!24)\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (!parts || !isDay(parts[1] ?? '')) return undefined;
  const [, day, time, fraction = '', offset = zone === 'UTC' ? 'Z' : undefined] = parts;
  if (offset === undefined) return undefined; // the tests spell no local times
  const millis = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(millis) ? undefined : BigInt(millis) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}
