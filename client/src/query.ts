import type { Json } from '@bedplate/contract/record';

type Scalar = string | number | boolean | null;

/** Conditions on one field; several must all hold. A plain value means `eq`, a list means `in`. */
export type Condition<V> = V | readonly V[] | Conditions<V>;

export interface Conditions<V> {
  eq?: V;
  ne?: V;
  gt?: V;
  gte?: V;
  lt?: V;
  lte?: V;
  /** The text contains this, in upper or lower case. */
  contains?: string;
  in?: readonly V[];
}

/** Only the fields of `T` that hold a scalar can be compared. */
export type Where<T> = {
  [F in keyof T as Extract<NonNullable<T[F]>, Scalar> extends never ? never : F]?: Condition<Extract<T[F], Scalar>>;
};

export interface ListQuery<T> {
  where?: Where<T & SystemDates>;
  /** Matches records whose own field `userId` equals it. */
  userId?: string;
  /** Inclusive; a bare date (2024-05-01) covers its whole UTC day. */
  dateFrom?: string | Date;
  dateTo?: string | Date;
  search?: string;
  sortBy?: (keyof T & string) | 'createdAt' | 'updatedAt' | 'id';
  /** `desc` unless told. */
  sortOrder?: 'asc' | 'desc';
  page?: number;
  /** 1 to 100; 10 unless told. */
  limit?: number;
  /** `pagination.nextCursor` of the list before. */
  cursor?: string;
  /** Answer only these fields, with the id. */
  fields?: readonly (keyof T & string)[];
  /** Soft-deleted records: only them, or with the others. */
  deleted?: 'only' | 'include';
}

interface SystemDates {
  createdAt?: string;
  updatedAt?: string;
}

/** What narrows a count: a list without paging and order. */
export type CountQuery<T> = Omit<ListQuery<T>, 'sortBy' | 'sortOrder' | 'page' | 'limit' | 'cursor' | 'fields'>;

/** @returns the query string in the data API's syntax, without the question mark */
export function queryString<T>(query: ListQuery<T>): string {
  const { where = {}, fields, ...plain } = query;
  const parts = Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [pair(name, plainText(value))]));
  if (fields) parts.push(pair('fields', fields.join(',')));
  for (const [field, condition] of Object.entries(where)) parts.push(...conditionsOf(field, condition as Condition<Scalar>)); // keys of T are erased at run time
  return parts.join('&');
}

/** Parameters with a meaning of their own; a field of the same name is reached by `filter[name]`, like one with an operator in its name. */
const reserved = /^(?:dateFrom|dateTo|sortBy|sortOrder|page|limit|cursor|fields|search|deleted|explain)$|[<>=~!]/;

/** The operators are part of the name (`amount>=100`), so they are written there and encoded with it. */
const operators = { eq: '', ne: '!', gt: '>', gte: '>', lt: '<', lte: '<', contains: '~' } as const;

function conditionsOf(field: string, condition: Condition<Scalar> | undefined): string[] {
  if (condition === undefined) return [];
  const name = reserved.test(field) ? `filter[${field}]` : field;
  if (Array.isArray(condition)) return [anyOf(name, condition)];
  if (typeof condition !== 'object' || condition === null) return [pair(name, text(condition as Scalar))];
  return Object.entries(condition as Conditions<Scalar>).flatMap(([operator, value]) => {
    if (value === undefined) return [];
    if (operator === 'in') return [anyOf(name, value as readonly Scalar[])];
    const symbol = operators[operator as keyof typeof operators];
    const withEquals = operator === 'eq' || operator === 'ne' || operator === 'gte' || operator === 'lte';
    return [withEquals ? pair(name + symbol, text(value as Scalar)) : encodeURIComponent(name + symbol + text(value as Scalar))];
  });
}

function anyOf(name: string, values: readonly Scalar[]): string {
  return pair(name, values.map(text).join('|'));
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

function plainText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A bar would part two values, and an operator at the start would be read as one: a further equals sign shields it. */
function text(value: Json): string {
  const plain = String(value).replaceAll('|', '\\|');
  return /^(?:[<>=~]|!=)/.test(plain) ? `=${plain}` : plain;
}
