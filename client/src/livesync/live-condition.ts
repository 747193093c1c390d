import { comparison } from '@bedplate/contract/values/condition';
import { containing, fold } from '@bedplate/contract/values/fold';
import type { Json } from '@bedplate/contract/values/json';
import { type Reading, readLiteral } from '@bedplate/contract/values/reading';
import type { ValueType } from '@bedplate/contract/values/scalar';
import { BedplateError } from '../transport/errors.ts';

type Value = string | number | boolean | null | Date;
type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

/** A condition on one field: any of the values will do, for `!=` none. */
interface Asked {
  readonly operator: Operator;
  readonly values: readonly Value[];
  /** Texts even where they spell something else. */
  readonly isText: boolean;
}

const operators = { eq: '=', in: '=', text: '=', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=', contains: '~' } as const;

/** @throws {BedplateError} `invalid-argument` for a condition that no list takes */
export function askedIn(field: string, wanted: unknown): Asked[] {
  const given = isValue(wanted) ? { eq: wanted } : Array.isArray(wanted) ? { in: wanted as unknown } : (wanted as object);
  return Object.entries(given).flatMap(([name, value]): Asked[] => {
    if (!Object.hasOwn(operators, name))
      throw invalid(`where.${field} cannot be asked for by "${name}": use ${Object.keys(operators).join(', ')}.`);
    if (value === undefined) return [];
    const asked = { operator: operators[name as keyof typeof operators], values: [value].flat() as Value[], isText: name === 'text' };
    if (asked.values.some((one) => one instanceof Date && Number.isNaN(one.getTime())))
      throw invalid(`A Date of where.${field} is no time.`);
    const isBound = /[<>]/.test(asked.operator);
    if (isBound && (asked.values.length !== 1 || asked.values.some((one) => one === null || one === '')))
      throw invalid(`where.${field} needs one value for ${name}.`);
    if (asked.operator === '~' && asked.values.includes('')) throw invalid(`where.${field} needs a text to contain.`);
    return [asked];
  });
}

/** @returns a value that is none of the field's type, which no record could be compared with */
export function unreadableIn(asked: Asked, type: ValueType | undefined): Value | undefined {
  return asked.operator === '~' ? undefined : asked.values.find((value) => readingOf(value, asked, type) === undefined);
}

/** As a list compares: see docs/values.md. */
export function meets(asked: Asked, value: Json | undefined, type: ValueType | undefined): boolean {
  const { operator, values } = asked;
  if (operator === '~') return values.map((one) => containing(fold(textOf(one)))).some((isIn) => scalarsIn(value).some(isIn));
  const readings = values.map((one) => readingOf(one, asked, type)).filter((reading) => reading !== undefined);
  return readings.length === values.length && comparison(operator, readings, type)(value);
}

function readingOf(value: Value, { isText }: Asked, type: ValueType | undefined): Reading | undefined {
  const text = textOf(value);
  // A query has these in quotes as well.
  const isMarked = /^(?:[=<>~!]|null$|".*"$)/s.test(text);
  return readLiteral({ text, quoted: isText || (typeof value === 'string' && isMarked) }, type);
}

function textOf(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** The folded texts of a scalar, or of those in a list. */
function scalarsIn(value: Json | undefined): string[] {
  return [value].flat().flatMap((one) => (one === undefined || one === null || typeof one === 'object' ? [] : [fold(String(one))]));
}

function isValue(wanted: unknown): boolean {
  return typeof wanted !== 'object' || wanted === null || wanted instanceof Date;
}

function invalid(message: string): BedplateError {
  return new BedplateError('invalid-argument', message);
}
