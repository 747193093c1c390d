import type { Json } from '@bedplate/contract';
import { compareTexts } from '../model/compare-values.ts';
import { valueAt } from '../model/field-path.ts';
import { containing, equalValues, fold, foldedStart, type IndexValue, normalise, numberOf } from '../../search-text/normalise.ts';
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
  /** The id that the app has chosen, if it has. */
  readonly shownId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of a record in the trash. */
  readonly deletedAt: number | undefined;
  readonly fields: Readonly<Record<string, Json>>;
}

interface Matched {
  readonly filters: readonly Filter[];
  readonly search?: string | undefined;
  readonly searchesIds?: boolean;
}

type Test = (subject: Subject) => boolean;

/**
 * The meaning of filters: this decides about a record, whichever plan found it.
 * @param search folded; it must be a part of some text of the record
 * @param searchesIds or the beginning of its id
 * @returns a predicate, which reads the values of the filters once for all records
 */
export function matcherOf({ filters, search, searchesIds = false }: Matched): Test {
  const tests = filters.map(testOf);
  const isSearched = containing(search ?? '');
  const isFound: Test =
    search === undefined
      ? () => true
      : ({ id, shownId, fields }) =>
          (searchesIds && (id.startsWith(search) || fold(shownId).startsWith(search))) || textsOf({ ...fields }).some(isSearched);
  return (subject) => isFound(subject) && tests.every((test) => test(subject));
}

function testOf(filter: Filter): Test {
  const { path, operator, values } = filter;
  if (path === 'id') return ({ id }) => values.includes(id) === (operator === '=');
  if (path === 'createdAt' || path === 'updatedAt' || path === 'deletedAt') return (subject) => isTime(subject[path], filter);
  const test = valueTest(operator, values);
  return ({ fields }) => test(valueAt(fields, path));
}

function valueTest(operator: FilterOperator, values: readonly string[]): (value: Json | undefined) => boolean {
  if (operator === '=' || operator === '!=') {
    const equal = values.map(equalTo);
    return (value) => equal.some((isEqual) => isEqual(value)) === (operator === '=');
  }
  if (operator === '~') {
    const parts = values.map((part) => containing(fold(part)));
    return (value) => value !== undefined && scalarsOf(value).some((text) => parts.some((isIn) => isIn(text)));
  }
  const bounds = values.map(boundOf);
  return (value) => {
    const own = normalise(value);
    return bounds.some((bound) => isWithin(own, operator, bound));
  };
}

/** Compares times. A bare date means its whole UTC day; `null` or an empty value means no time. */
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

/** `null` is null or missing; an empty text is that or empty text; an array equals each of its scalars. */
function equalTo(wanted: string): (value: Json | undefined) => boolean {
  const equal = equalValues(wanted);
  return function isEqual(value): boolean {
    if (value === undefined || value === null) return isNoTime(wanted);
    if (wanted === 'null') return false;
    if (Array.isArray(value)) return value.some((element) => element !== null && typeof element !== 'object' && isEqual(element));
    if (value === wanted) return true;
    const actual = normalise(value);
    return actual !== undefined && equal.includes(actual);
  };
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
