import { flagOfCell } from './flag-words.ts';
import type { SchemaField } from './storage-schema.ts';
import { repeatedMembers } from './repeated-member.ts';
import { isDigits, parseKeepingDigits } from './values/digits.ts';
import { milliseconds } from './values/instant.ts';
import { type Admitted, fromJson } from './json-door.ts';
import { numberOf } from './values/reading.ts';
import type { Json } from './values/json.ts';

export interface TextForms {
  /** `1`, `0`, `yes`, `no` and words such as `WAHR` are booleans, and `;` separates the elements of a list. */
  readonly isTable?: boolean | undefined;
}

/**
 * Reads a value that came as text: from a form, a cell or a parameter. Spaces around it do not count, and nothing is null, but for a
 * text, which is stored as it is.
 */
export function fromText(
  given: string,
  { field, matches, forms = {} }: { field: SchemaField; matches?: (text: string) => boolean; forms?: TextForms },
): Admitted {
  const { type } = field;
  if (type === 'text' || type === 'longText' || type === 'password') return fromJson(given, field, matches);
  const text = given.trim();
  const isNull = type === 'json' && text === 'null' && !forms.isTable;
  if (text === '' || isNull) return { value: null };
  const value = type === 'list' ? elementsOf(text, field, forms) : valueOf(text, field, forms);
  if (type === 'json' && value === text && isMeantAsJson(text, forms)) return { problem: { key: 'fieldJson' } };
  return fromJson(value, field, matches);
}

/** @returns the value as JSON has it; the text itself where it is none of the type, which is then refused */
function valueOf(text: string, { type }: SchemaField, forms: TextForms): Json {
  switch (type) {
    case 'number':
      return numericText(text) ?? text;
    case 'boolean':
      return flagOf(text, forms) ?? text;
    case 'dateTime':
      return milliseconds.test(text) ? new Date(Number(text)).toISOString() : timeText(text, forms);
    case 'geo':
      return placeOf(text);
    case 'json':
      return parsed(text) ?? text;
    default:
      return text;
  }
}

/** PostgreSQL writes the offset of whole hours as +02, BigQuery that of UTC as a word. */
function timeText(text: string, { isTable = false }: TextForms): string {
  if (!isTable) return text;
  return text.replace(/(?<=:\d{2}(?:\.\d{1,9})?)(?: UTC|([+-]\d{2}))$/, (_, hours?: string) => (hours ? `${hours}:00` : 'Z'));
}

/** A table's cell may hold a bare word, which is a text; a form takes JSON alone. */
function isMeantAsJson(text: string, { isTable = false }: TextForms): boolean {
  return !isTable || /^[[{"]/.test(text);
}

/** Digits that no number holds go on to the door, which says so. */
function numericText(text: string): Json | undefined {
  const number = numberOf(text);
  if (number === undefined) return undefined;
  const json = parsed(text.replace(/^\+/, '').replace(/^(-?)\./, '$10.'));
  return typeof json === 'number' || isDigits(json) ? json : number;
}

function flagOf(text: string, { isTable = false }: TextForms): boolean | undefined {
  if (isTable) return flagOfCell(text);
  return /^(?:true|false)$/i.test(text) ? /true/i.test(text) : undefined;
}

function placeOf(text: string): Json {
  const [lat, lng, ...more] = text.split(',').map((part) => numberOf(part));
  if (text.startsWith('{')) return parsed(text) ?? text;
  return lat === undefined || lng === undefined || more.length > 0 ? text : { lat, lng };
}

function elementsOf(text: string, { of, ...field }: SchemaField, forms: TextForms): Json {
  if (text.startsWith('[')) return parsed(text) ?? text;
  if (forms.isTable !== true) return text;
  return text.split(';').map((part) => (of ? valueOf(part.trim(), { ...field, type: of }, forms) : part.trim()));
}

/** The value may hold digits, which the door of JSON takes. @returns undefined where a name stands twice: one of its values would be lost */
function parsed(text: string): Json | undefined {
  try {
    const value = parseKeepingDigits(text) as Json;
    return repeatedMembers(text).size > 0 ? undefined : value;
  } catch {
    return undefined;
  }
}
