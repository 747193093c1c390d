import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@bedplate/contract';

type Fields = Readonly<Record<string, Json>>;

/**
 * The way from a record's fields back to what they were. Of a long text or list only the part that differs is kept: where it begins, how much
 * follows it, and what stood between. A field of `fields` that is in neither was absent.
 */
export interface Difference {
  readonly fields: readonly string[];
  readonly values: Fields;
  readonly middles: Readonly<Record<string, readonly [start: number, end: number, middle: string | readonly Json[]]>>;
}

/** From this many characters of JSON on the middle is looked for. */
const longCharacters = 4096;

export function difference(before: Fields, after: Fields): Difference {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // A field may be called toString: only own members are fields.
  const fields = names.filter((name) => Object.hasOwn(before, name) !== Object.hasOwn(after, name) || !isSame(before[name], after[name]));
  const values: Record<string, Json> = {};
  const middles: Record<string, [number, number, string | Json[]]> = {};
  for (const name of fields) {
    const value = own(before, name);
    if (value === undefined) continue;
    const middle = isLong(value) ? middleOf(value, own(after, name)) : null;
    if (middle) middles[name] = middle;
    else values[name] = value;
  }
  return { fields, values, middles };
}

/** @returns the fields before the change @param after those that it left */
export function backwards(after: Fields, { fields, values, middles }: Difference): Record<string, Json> {
  const before: Record<string, Json> = { ...after };
  for (const name of fields) {
    const middle = own(middles, name);
    if (Object.hasOwn(values, name)) before[name] = values[name] ?? null;
    else if (middle) before[name] = joined(own(after, name), middle);
    else delete before[name];
  }
  return before;
}

function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || isDeepStrictEqual(a, b);
}

function isLong(value: Json): value is string | Json[] {
  if (typeof value === 'string') return value.length >= longCharacters;
  return Array.isArray(value) && JSON.stringify(value).length >= longCharacters;
}

function middleOf(before: string | Json[], after: Json | undefined): [number, number, string | Json[]] | null {
  const isText = typeof before === 'string';
  if (isText ? typeof after !== 'string' : !Array.isArray(after)) return null;
  const other = after as string | Json[]; // of the same kind, as was just looked at
  const shorter = Math.min(before.length, other.length);
  let start = 0;
  while (start < shorter && isSame(before[start], other[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before[before.length - 1 - end], other[other.length - 1 - end])) end += 1;
  return [start, end, before.slice(start, before.length - end)];
}

function joined(after: Json | undefined, [start, end, middle]: Difference['middles'][string]): Json {
  if (typeof middle === 'string' && typeof after === 'string') return after.slice(0, start) + middle + after.slice(after.length - end);
  if (Array.isArray(after)) return [...after.slice(0, start), ...(middle as readonly Json[]), ...after.slice(after.length - end)]; // made of a list
  throw new Error('an entry of the history fits another value');
}
