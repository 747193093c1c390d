import { comparison } from '@bedplate/contract/values/condition';
import { containing, fold } from '@bedplate/contract/values/fold';
import type { Json } from '@bedplate/contract/values/json';
import { type Reading, readLiteral } from '@bedplate/contract/values/reading';
import type { ValueType } from '@bedplate/contract/values/scalar';
import { invalid, needsQuotes, operandsOf, plainText, type Scalar, symbols } from '../records/condition.ts';

type Sign = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

/** A condition on one field: any of the values will do, for `!=` none. */
interface Asked {
  readonly operator: Sign;
  readonly values: readonly Scalar[];
  /** Texts even where they spell something else. */
  readonly isText: boolean;
}

/** @throws {BedplateError} `invalid-argument` for a condition that no list takes */
export function askedIn(field: string, wanted: unknown): Asked[] {
  return operandsOf(field, wanted).map(([name, value]) => {
    const asked: Asked = { operator: symbols[name] || '=', values: [value].flat(), isText: name === 'text' };
    asked.values.forEach(plainText); // refuses a Date that is no time
    const isBound = /[<>]/.test(asked.operator);
    if (isBound && (asked.values.length !== 1 || asked.values.some((one) => one === null || one === '')))
      throw invalid(`where.${field} needs one value for ${name}.`);
    if (asked.operator === '~' && asked.values.includes('')) throw invalid(`where.${field} needs a text to contain.`);
    return asked;
  });
}

/** @returns a value that is none of the field's type, which no record could be compared with */
export function unreadableIn(asked: Asked, type: ValueType | undefined): Scalar | undefined {
  return asked.operator === '~' ? undefined : asked.values.find((value) => readingOf(value, asked, type) === undefined);
}

/** As a list compares: see docs/values.md. */
export function meets(asked: Asked, value: Json | undefined, type: ValueType | undefined): boolean {
  const { operator, values } = asked;
  if (operator === '~') return values.map((one) => containing(fold(plainText(one)))).some((isIn) => scalarsIn(value).some(isIn));
  const readings = values.map((one) => readingOf(one, asked, type)).filter((reading) => reading !== undefined);
  return readings.length === values.length && comparison(operator, readings, type)(value);
}

function readingOf(value: Scalar, { isText }: Asked, type: ValueType | undefined): Reading | undefined {
  return readLiteral({ text: plainText(value), quoted: isText || (typeof value === 'string' && needsQuotes(value)) }, type);
}

/** The folded texts of a scalar, or of those in a list. */
function scalarsIn(value: Json | undefined): string[] {
  return [value].flat().flatMap((one) => (one === undefined || one === null || typeof one === 'object' ? [] : [fold(String(one))]));
}
