import { BedplateError } from '../transport/errors.ts';

/** A Date is sent in the form in which records show times. */
export type Scalar = string | number | boolean | null | Date;

/**
 * Conditions on one field, which must all be met. Values are compared as docs/values.md says: by the type of the field and, without
 * one, a text that spells a number also with that number. A plain value means `eq`, a list means `in`, and
 * an empty list matches no record. Null matches null and missing fields.
 */
export type Condition<V> = V | null | readonly (V | null)[] | Conditions<V>;

export interface Conditions<V> {
  eq?: V | null;
  /** Not this value, or none of these values. */
  ne?: V | null | readonly (V | null)[];
  gt?: V;
  gte?: V;
  lt?: V;
  lte?: V;
  /** The text contains this, or one of these. Upper and lower case are equal. */
  contains?: string | readonly string[];
  in?: readonly (V | null)[];
  /** This text, or one of these, even where it spells a number, true or false. */
  text?: string | readonly string[];
}

/**
 * The operators with their signs in a query. They are written after an equals sign, because some proxies damage a parameter without
 * one, such as `amount>5`.
 */
export const symbols = { eq: '', in: '', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=', contains: '~', text: '' } as const;
export type Operator = keyof typeof symbols;

/**
 * @returns the operators of a condition with their values; those without a value are left out
 * @throws {BedplateError} `invalid-argument` for an unknown operator
 */
export function operandsOf(field: string, condition: unknown): [Operator, Scalar | readonly Scalar[]][] {
  const given = isScalar(condition) ? { eq: condition } : Array.isArray(condition) ? { in: condition } : (condition as Conditions<Scalar>);
  return Object.entries(given).flatMap(([operator, value]): [Operator, Scalar | readonly Scalar[]][] => {
    if (!Object.hasOwn(symbols, operator))
      throw invalid(`where.${field} cannot be asked for by "${operator}": use ${Object.keys(symbols).join(', ')}.`);
    return value === undefined ? [] : [[operator as Operator, value as Scalar | readonly Scalar[]]];
  });
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value !== 'object' || value === null || value instanceof Date;
}

/** Tells texts that a query has in quotes: the server would take them for null, for what is inside of the quotes, or for an operator. */
export function needsQuotes(text: string): boolean {
  return /^["=<>~!]|^null$/.test(text);
}

/** @throws {BedplateError} `invalid-argument` for a Date that is no time */
export function plainText(value: unknown): string {
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) throw invalid('A Date of the query is no time.');
  return value.toISOString();
}

export function invalid(message: string): BedplateError {
  return new BedplateError('invalid-argument', message);
}
