import type { Json } from '@bedplate/contract';
import { compareTexts } from '../model/compare-values.ts';
import { valueAt } from '../model/field-path.ts';
import { equalValues, fold, foldedStart, type IndexValue, normalise, numberOf } from '../../search-text/normalise.ts';
import { textsOf } from '../../search-text/tokens.ts';
import { moment } from './date-bounds.ts';

export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~';

/** One condition on one field, as texts from a URL. With several values any of them will do (`!=`: none of them). */
export interface Filter {
  readonly path: string;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** A record as conditions see it. */
export interface Subject {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of a record in the trash. */
  readonly deletedAt: number | undefined;
  readonly fields: Readonly<Record<string, Json>>;
}

/** The meaning of filters: whatever plan found a record, this decides. */
export function matches(subject: Subject, filters: readonly Filter[], search: string | undefined): boolean {
  if (search !== undefined && !textsOf({ ...subject.fields }).some((text) => text.includes(search))) return false;
  return filters.every((filter) => holds(subject, filter));
}

function holds(subject: Subject, filter: Filter): boolean {
  const { path, operator, values } = filter;
  if (path === 'id') return values.includes(subject.id) === (operator === '=');
  if (path === 'createdAt' || path === 'updatedAt' || path === 'deletedAt') return isTime(subject[path], filter);
  const value = valueAt(subject.fields, path);
  switch (operator) {
    case '=':
      return values.some((wanted) => equals(value, wanted));
    case '!=':
      return !values.some((unwanted) => equals(value, unwanted));
    case '~':
      return value !== undefined && scalarsOf(value).some((text) => values.some((part) => text.includes(fold(part))));
    default:
      return values.some((bound) => isWithin(normalise(value), operator, boundOf(bound)));
  }
}

/** A bare date is its whole UTC day. No time is `null`, and nothing at all. */
function isTime(time: number | undefined, { path, operator, values }: Filter): boolean {
  const isOneOf = values.some((value) => {
    if (isNoTime(value) || time === undefined) return isNoTime(value) && time === undefined;
    const { first, last } = moment(path, value);
    if (operator === '<') return time < first;
    if (operator === '<=') return time <= last;
    if (operator === '>') return time > last;
    if (operator === '>=') return time >= first;
    return time >= first && time <= last;
  });
  return isOneOf !== (operator === '!=');
}

/** @returns whether a condition on a time asks for records that have none */
export function isNoTime(text: string): boolean {
  return text === 'null' || text === '';
}

/** `null` is null or missing; nothing at all is that or empty text; an array equals each of its scalars. */
function equals(value: Json | undefined, wanted: string): boolean {
  if (value === undefined || value === null) return wanted === 'null' || wanted === '';
  if (wanted === 'null') return false;
  if (Array.isArray(value)) return value.some((element) => element !== null && typeof element !== 'object' && equals(element, wanted));
  if (value === wanted) return true;
  const actual = normalise(value);
  return actual !== undefined && equalValues(wanted).includes(actual);
}

/** A range compares within one class: numbers with numbers, texts (folded, their start) with texts. */
export function boundOf(text: string): boolean | number | string {
  const number = numberOf(text);
  if (number !== undefined) return number;
  if (text === 'true' || text === 'false') return text === 'true';
  return foldedStart(text);
}

function isWithin(value: IndexValue | undefined, operator: '<' | '<=' | '>' | '>=', bound: boolean | number | string): boolean {
  if (typeof value !== typeof bound || value === undefined) return false;
  const order = typeof value === 'string' ? compareTexts(foldedStart(unmarked(value)), String(bound)) : Number(value) - Number(bound);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

function unmarked(value: string): string {
  const mark = value.indexOf('\u0001');
  return mark < 0 ? value : value.slice(0, mark);
}

/** A scalar, or the scalars directly in an array. */
function scalarsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.filter((element) => element === null || typeof element !== 'object').flatMap(textsOf);
  return value !== null && typeof value === 'object' ? [] : textsOf(value);
}
