import { filterName } from '@bedplate/contract/filter-name';
import { listPart } from '@bedplate/contract/list-part';
import { quotedLiteral } from '@bedplate/contract/values/literal';
import { type Condition, invalid, isScalar, needsQuotes, operandsOf, type Operator, plainText, type Scalar, symbols } from './condition.ts';
import type { FieldPath, InnerPath, ValueAt } from './field-paths.ts';
import type { SystemFields } from './records.ts';

/**
 * Conditions by field, or by dotted path into an object: `{ 'address.city': 'Rome' }`. A list
 * matches when one of its elements does.
 */
export type Where<T> = { [F in keyof T]?: Condition<Comparable<T[F]>> } & { [P in InnerPath<T>]?: Condition<Comparable<ValueAt<T, P>>> };

/**
 * The scalars that a field may hold, single or in a list: only these can be compared. Times are
 * texts.
 */
type Comparable<V> = unknown extends V ? Exclude<Scalar, null> : ScalarOf<V> | (string extends ScalarOf<V> ? Date : never);
type ScalarOf<V> = V extends readonly (infer E)[] ? Extract<E, Exclude<Scalar, null>> : Extract<V, Exclude<Scalar, null>>;

export interface ListQuery<T> {
  where?: Where<T & ServerFields>;
  /** Besides, one of these must hold: `[{ status: 'open' }, { price: { lt: 5 }, stock: { gt: 0 } }]`. */
  or?: readonly Where<T & ServerFields>[];
  /** Matches records whose own field `userId` equals it. */
  userId?: string;
  /** Inclusive. A bare date (2024-05-01) covers its whole day, of UTC or of `zone`. */
  dateFrom?: string | Date;
  dateTo?: string | Date;
  /** The time zone of days, and of times that name none: `Europe/Berlin`. */
  zone?: string;
  search?: string;
  /**
   * Records whose geo field lies at most so far away, the nearest first unless `sortBy` is given: `52.52,13.405,5km`, or
   * `place(52.52,13.405,5km)` where several fields are geo. Up to 1,000 records.
   */
  near?: string;
  /**
   * Orders what `search` finds by how well it fits, up to 1,000 records: `relevance`, or `relevance(title^3,body^0.5)` with what fields
   * count.
   */
  rank?: 'relevance' | `relevance(${string})`;
  /** Of several fields each goes up, or down behind a minus: `['-price', 'title']`. */
  sortBy?: SortField<T> | readonly SortField<T>[];
  /** Of one field without a minus; the default is `desc`. */
  sortOrder?: 'asc' | 'desc';
  page?: number;
  /** 1 to 100; the default is 10. */
  limit?: number;
  /** `pagination.nextCursor` of the previous list; null, as after the last page, begins at the first. */
  cursor?: string | null;
  /** Returns only these fields and the id. */
  fields?: readonly (FieldPath<T> | keyof SystemFields)[];
  /**
   * Records to return along, beside each record in `expand`: names of reference fields, or keys of storages whose records refer to
   * this one. `['author', 'comments(by=post;status=open;limit=5;fields=text)']`
   */
  expand?: string | readonly string[];
  /** Returns soft-deleted records: only these, or together with the others. */
  deleted?: 'only' | 'include';
}

type SortField<T> = Sortable<T> | `-${Sortable<T>}`;
type Sortable<T> = Ordered<T, FieldPath<T>> | keyof ServerFields;
/** Places, other objects and lists have no order. */
type Ordered<T, P extends string> = P extends unknown
  ? unknown extends ValueAt<T, P>
    ? P
    : [Extract<ValueAt<T, P>, Exclude<Scalar, null>>] extends [never]
      ? never
      : P
  : never;

/** Fields that the server adds and can compare. */
interface ServerFields {
  id?: string;
  createdAt?: string;
  updatedAt?: string;
  /** Null for records outside the trash. */
  deletedAt?: string | null;
}

/** The conditions of a count: a list query without paging and order. */
export type CountQuery<T> = Omit<ListQuery<T>, 'sortBy' | 'sortOrder' | 'rank' | 'page' | 'limit' | 'cursor' | 'fields' | 'expand'>;

/**
 * @returns the query string in the data API's syntax, without the question mark
 * @throws {BedplateError} `invalid-argument` for an unknown operator, and for a Date that is not
 * valid
 */
export function queryString<T>(query: ListQuery<T>): string {
  const { where = {}, or, fields, expand, userId, sortBy, ...plain } = query;
  const parts = Object.entries(plain).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [pair(name, plainText(value))],
  );
  if (sortBy !== undefined) parts.unshift(pair('sortBy', typeof sortBy === 'string' ? sortBy : sortBy.map(nameInList).join(',')));
  if (fields) parts.push(pair('fields', fields.join(',')));
  if (expand !== undefined) parts.push(expandPair(expand));
  // A field like any other: an operator or a bar in it belongs to the value.
  for (const [name, value] of [...conditionsOf('userId', userId), ...allOf(where)]) parts.push(pair(name, value));
  if (or) parts.push(pair('or', eitherOf(or)));
  return parts.join('&');
}

function allOf(where: object): Spelt[] {
  return Object.entries(where).flatMap(([field, condition]) => conditionsOf(field, condition as Condition<Scalar>)); // keys of T are erased at run time
}

/** @throws {BedplateError} `invalid-argument` for an alternative without a condition, which would find every record */
function eitherOf(alternatives: readonly object[]): string {
  const sets = alternatives.map((where) => allOf(where).map(([name, value]) => listPart(`${name}=${value}`)));
  if (!sets[0] || sets.some(([first]) => !first)) throw invalid('Each alternative of or needs a condition.');
  return `(${sets.map((set) => `and(${set.join()})`).join()})`;
}

/** A plain comma would separate two names. */
export function nameInList(name: string): string {
  return name.replace(/(\\*),/g, '$1$1\\,');
}

export function expandPair(expand: string | readonly string[]): string {
  return pair('expand', typeof expand === 'string' ? expand : expand.join(','));
}

/** A condition before it is encoded. */
type Spelt = readonly [name: string, value: string];

/** Marks that stand behind a backslash: a plain bar would separate two values, and an ampersand before an operator two conditions. */
const marks = /(\\*)([|&])/g;

function conditionsOf(field: string, condition: Condition<Scalar> | undefined): Spelt[] {
  if (condition === undefined) return [];
  const name = filterName(field);
  return operandsOf(field, condition).flatMap(([operator, value]) =>
    isEmpty(value, operator) ? [] : [conditionOf(name, operator, value)],
  );
}

function conditionOf(name: string, operator: Operator, value: Scalar | readonly Scalar[]): Spelt {
  // No record has one of no values. The server would read an empty text as "null or missing"; no id
  // has a slash.
  if (!isScalar(value) && value.length === 0) return ['id', '/'];
  const isQuoted = (one: Scalar): one is string => typeof one === 'string' && (operator === 'text' || needsQuotes(one));
  const literals = (isScalar(value) ? [value] : value).map((one) =>
    isQuoted(one) ? quotedLiteral(one) : plainText(one).replace(marks, '$1$1\\$2'),
  );
  return [name, symbols[operator] + joined(literals)];
}

/** A backslash at the end of a value must not escape the bar after it. */
function joined(literals: readonly string[]): string {
  return literals.map((literal, i) => (i < literals.length - 1 ? literal.replace(/\\+$/, '$&$&') : literal)).join('|');
}

/** An empty list of excluded values is no condition. */
function isEmpty(value: Scalar | readonly Scalar[], operator: string): boolean {
  return operator === 'ne' && !isScalar(value) && value.length === 0;
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`;
}
