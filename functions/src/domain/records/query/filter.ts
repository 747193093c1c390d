import {
  type Circle,
  comparison,
  containing,
  fold,
  type Json,
  type Literal,
  metresBetween,
  type Place,
  placeOf,
  type Reading,
  type ValueType,
} from '@bedplate/contract';
import { valueAt } from '../model/field-path.ts';
import { textsOf } from '../../search-text/tokens.ts';
import { hasWord, type Rank, wordsOf } from './searched-words.ts';
import { moment } from './date-bounds.ts';

export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | 'near';

/** One condition on one field, as it is spelt in a URL. With several literals any of them will do (`!=`: none of them). */
export interface Filter {
  readonly path: string;
  readonly operator: FilterOperator;
  readonly literals: readonly Literal[];
  /** Of `near`. */
  readonly around?: Circle;
}

/** A condition with the meaning that its field gives to it: see `readFilters`. */
export interface ReadFilter extends Filter {
  /** Of the field's values. */
  readonly type: ValueType | undefined;
  /** Of the literals, in their order; none where they are texts to look for, ids or times of the server. */
  readonly readings: readonly Reading[];
  /** Of days, and of times without an offset. */
  readonly zone: string | undefined;
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
  readonly filters: readonly ReadFilter[];
  readonly search?: string | undefined;
  readonly searchesIds?: boolean | undefined;
  readonly rank?: Rank | undefined;
  readonly unsearched?: ReadonlySet<string> | undefined;
}

type Test = (subject: Subject) => boolean;

/**
 * The meaning of filters: this decides about a record, whichever plan found it.
 * @param search folded; it must be a part of some text of the record
 * @param searchesIds or the beginning of its id
 * @param rank where it is given, each word of the search may be in another text
 * @param unsearched fields that are hidden from the caller
 * @returns a predicate
 */
export function matcherOf({ filters, search, searchesIds = false, rank, unsearched }: Matched): Test {
  const tests = filters.map(testOf);
  const searched = rank ? wordsOf(search ?? '').map(hasWord) : [containing(search ?? '')];
  const isSearched = (texts: readonly string[]) => searched.every((isIn) => texts.some(isIn));
  const isFound: Test =
    search === undefined
      ? () => true
      : ({ id, shownId, fields }) =>
          (searchesIds && (id.startsWith(search) || fold(shownId).startsWith(search))) || isSearched(textsOf(without(fields, unsearched)));
  return (subject) => isFound(subject) && tests.every((test) => test(subject));
}

/** @returns a copy of the fields, without hidden ones */
export function without(fields: Subject['fields'], hidden: ReadonlySet<string> | undefined): Record<string, Json> {
  const shown = { ...fields };
  for (const name of hidden ?? []) delete shown[name];
  return shown;
}

function testOf(filter: ReadFilter): Test {
  const { path, operator, literals } = filter;
  if (path === 'id') return ({ id }) => literals.some(({ text }) => text === id) === (operator === '=');
  if (path === 'createdAt' || path === 'updatedAt' || path === 'deletedAt') return (subject) => isTime(subject[path], filter);
  const test = valueTest(filter);
  return ({ fields }) => test(valueAt(fields, path));
}

function valueTest({ operator, literals, readings, type, around }: ReadFilter): (value: Json | undefined) => boolean {
  if (operator === 'near') return (value) => isAround(placeOf(value), around);
  if (operator !== '~') return comparison(operator, readings, type);
  const parts = literals.map(({ text }) => containing(fold(text)));
  return (value) => value !== undefined && scalarsOf(value).some((text) => parts.some((isIn) => isIn(text)));
}

function isAround(place: Place | undefined, circle: Circle | undefined): boolean {
  return place !== undefined && circle !== undefined && metresBetween(place, circle) <= circle.metres;
}

/** Compares times. A bare date means a whole day; `null` or an empty value means no time. */
function isTime(time: number | undefined, { path, operator, literals, zone }: ReadFilter): boolean {
  const isOneOf = literals.some(({ text }) => {
    if (isNoTime(text) || time === undefined) return isNoTime(text) && time === undefined;
    const { first, last } = moment(path, text, zone);
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

/** A scalar, or the scalars directly in an array. */
function scalarsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.filter((element) => element === null || typeof element !== 'object').flatMap(textsOf);
  return value !== null && typeof value === 'object' ? [] : textsOf(value);
}
