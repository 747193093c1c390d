import { isEmail } from './email-address.ts';
import type { SchemaField } from './storage-schema.ts';
import type { ValueProblem } from './texts/field-texts.ts';
import { limits } from './limits.ts';
import { boundProblem } from './field-bounds.ts';
import { type Decimal, decimalOf, decimalText, mostDigits } from './values/exact-number.ts';
import { type Given, isDigits } from './values/digits.ts';
import { numberOfDigits } from './values/number-of-digits.ts';
import { instantOf } from './values/instant.ts';
import type { Json } from './values/json.ts';

/** A value as it is stored, or why it is none of the field's; `typed`: it is of the field's type, and breaks another of its rules. */
export type Admitted = { readonly value: Json } | { readonly problem: ValueProblem; readonly typed?: Json };

/** @returns the value where it is of the type, even if it breaks another rule of the field */
export function typedValue(admitted: Admitted): Json | undefined {
  return 'value' in admitted ? admitted.value : admitted.typed;
}

/**
 * Reads a value of a JSON body. Null is a value of every type.
 * @param matches whether a text matches the field's pattern; without it patterns are not looked at
 */
export function fromJson(given: Given, field: SchemaField, matches?: (text: string) => boolean): Admitted {
  if (given === null) return { value: null };
  const admitted = ofType(given, field);
  if ('problem' in admitted) return admitted;
  const problem = boundProblem(admitted.value, field) ?? patternProblem(admitted.value, field, matches);
  return problem ? { problem, typed: admitted.value } : admitted;
}

function ofType(given: Given, field: SchemaField): Admitted {
  switch (field.type) {
    case 'text':
    case 'longText':
      return typeof given === 'string' ? { value: given } : refused('fieldText');
    case 'number':
      return number(given);
    case 'integer':
      return integer(exactOf(given));
    case 'decimal':
      return decimal(exactOf(given), field);
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : refused('fieldBoolean');
    case 'date':
      return typeof given === 'string' && instantOf(given, field) !== undefined ? { value: given } : refused('fieldDate');
    case 'dateTime':
      return typeof given === 'string' ? dateTime(given, field) : refused('fieldDateTime');
    case 'email':
      return typeof given === 'string' && isEmail(given) ? { value: given } : refused('fieldEmail');
    case 'url':
      return typeof given === 'string' && isWebAddress(given) ? { value: given } : refused('fieldUrl');
    case 'enum':
      return typeof given === 'string' && field.values?.includes(given)
        ? { value: given }
        : refused('fieldEnum', { values: someOf(field) });
    case 'list':
      return list(given, field);
    case 'reference':
      return typeof given === 'string' && given !== '' && given.length <= limits.clientIdLength
        ? { value: given }
        : refused('fieldReference');
    case 'geo':
      return place(given);
    case 'json':
    case 'file':
    case 'password':
      return plain(given);
  }
}

function refused(key: ValueProblem['key'], values?: ValueProblem['values']): { problem: ValueProblem } {
  return { problem: { key, ...(values && { values }) } };
}

function number(given: Given): Admitted {
  if (typeof given === 'number') return { value: given };
  if (!isDigits(given)) return refused('fieldNumber');
  const value = numberOfDigits(given);
  return value === undefined ? refused('fieldNumberDigits') : { value };
}

/** @returns a number with all digits that were sent, whether as a number or as text */
function exactOf(given: Given): Decimal | undefined {
  if (isDigits(given)) return decimalOf(given.rawJSON);
  return typeof given === 'number' || typeof given === 'string' ? decimalOf(String(given)) : undefined;
}

function integer(exact: Decimal | undefined): Admitted {
  const whole = exact && wholeOf(exact);
  return whole === undefined || whole.replace('-', '').length > mostDigits
    ? refused('fieldInteger', { max: mostDigits })
    : { value: whole };
}

function wholeOf({ digits, scale }: Decimal): string | undefined {
  if (scale <= 0) return decimalText({ digits, scale });
  const unit = 10n ** BigInt(scale);
  return digits % unit === 0n ? (digits / unit).toString() : undefined;
}

function decimal(exact: Decimal | undefined, { scale }: SchemaField): Admitted {
  if (!exact) return refused('fieldDecimal');
  const text = decimalText(exact);
  if (text.length > limits.exactNumberLength) return refused('fieldDecimal');
  if (scale === undefined || exact.scale <= scale) return { value: text };
  return { ...refused('fieldDecimalScale', { max: scale }), typed: text };
}

/** Offsets are those of RFC 3339: programs read no time from `+24:00`. */
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

function dateTime(text: string, { zone }: SchemaField): Admitted {
  const [shape, offset] = moment.exec(text) ?? [];
  if (shape === undefined || (offset === undefined && zone === undefined)) return refused('fieldDateTime');
  if (instantOf(text, { type: 'dateTime', zone }) !== undefined) return { value: text };
  const isSkipped = offset === undefined && instantOf(`${text}Z`, { type: 'dateTime' }) !== undefined;
  return isSkipped ? refused('fieldTimeSkipped', { zone: zone ?? 'UTC' }) : refused('fieldDateTime');
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const shownValues = 20;

/** The first values of an enum, as a sentence shows them. */
function someOf({ values = [] }: SchemaField): string {
  return values.slice(0, shownValues).join(', ') + (values.length > shownValues ? ', …' : '');
}

function list(given: Given, { of, ...rest }: SchemaField): Admitted {
  if (!Array.isArray(given)) return of ? refused('fieldList', { type: of }) : refused('fieldListAny');
  const value: Json[] = [];
  let problem: ValueProblem | undefined;
  for (const [at, element] of given.entries()) {
    const admitted = of ? ofType(element, { ...rest, type: of }) : plain(element);
    const typed = typedValue(admitted);
    if ('problem' in admitted) problem ??= { ...admitted.problem, at };
    if (typed === undefined) return { problem: problem as ValueProblem }; // an element without a value has one
    value.push(typed);
  }
  return problem ? { problem, typed: value } : { value };
}

function place(given: Given): Admitted {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || isDigits(given)) return refused('fieldGeo');
  const { lat, lng, ...others } = given;
  const [latitude, longitude] = [coordinate(lat, 90), coordinate(lng, 180)];
  if (latitude === undefined || longitude === undefined || Object.keys(others).length > 0) return refused('fieldGeo');
  return { value: { lat: latitude, lng: longitude } };
}

function coordinate(given: Given | undefined, most: number): number | undefined {
  const value = given !== undefined && isDigits(given) ? numberOfDigits(given) : given;
  return typeof value === 'number' && Math.abs(value) <= most ? value : undefined;
}

/** Of a type that takes any JSON: only its numbers must be held. */
function plain(given: Given): Admitted {
  const value = withoutDigits(given);
  return value === undefined ? refused('lostDigits') : { value };
}

/** @returns the value with numbers in the place of digits; undefined when one of them is held by no number */
export function withoutDigits(given: Given): Json | undefined {
  if (isDigits(given)) return numberOfDigits(given);
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) {
    const elements = given.map(withoutDigits);
    return elements.includes(undefined) ? undefined : (elements as Json[]); // none of them is undefined
  }
  const entries = Object.entries(given).map(([name, value]) => [name, withoutDigits(value)] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Json); // likewise
}

function patternProblem(value: Json, { pattern }: SchemaField, matches: ((text: string) => boolean) | undefined): ValueProblem | undefined {
  if (pattern === undefined || !matches) return undefined;
  const texts = Array.isArray(value) ? value : [value];
  const at = texts.findIndex((text) => typeof text === 'string' && !matches(text));
  if (at < 0) return undefined;
  return { key: 'fieldPattern', values: { pattern }, ...(Array.isArray(value) && { at }) };
}
