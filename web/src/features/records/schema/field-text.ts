import {
  decimalOf,
  decimalText,
  instantOf,
  type Json,
  lostNumber,
  numberOf,
  repeatsName,
  type SchemaField,
  spellsNumber,
} from '@bedplate/contract';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';

/** The value that a text spells, or the sentence that says why it spells none. */
export type ReadText = { value: Json } | { problem: string };

/** @returns the value's text in an editor of its field; of a list its JSON */
export function fieldText(value: unknown, { type }: SchemaField): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (type === 'geo' && isPlace(value)) return `${value.lat}, ${value.lng}`;
  return type === 'list' ? JSON.stringify(value) : JSON.stringify(value, null, 2);
}

/**
 * Reads what was typed for a field. Blanks around it do not matter, and nothing is null, except for texts.
 * The rules of the field are the server's: it knows the state of the schema.
 */
export function readFieldText(text: string, field: SchemaField): ReadText {
  if (isPlainText(field.type)) return { value: text };
  const typed = text.trim();
  if (typed === '') return { value: null };
  const read = readers[field.type as keyof typeof readers](typed, field); // the others are plain texts
  return read === undefined ? { problem: problemOf(typed, field) } : { value: read };
}

/** Texts keep their blanks, and an empty one is a value. */
function isPlainText(type: SchemaField['type']): boolean {
  return type === 'text' || type === 'longText' || type === 'password' || type === 'file';
}

type Reader = (text: string, field: SchemaField) => Json | undefined;
type ReadType = Exclude<SchemaField['type'], 'text' | 'longText' | 'password' | 'file'>;

const readers: Readonly<Record<ReadType, Reader>> = {
  email: (text) => (emailShape.test(text) && text.length <= 254 ? text : undefined),
  url: (text) => (isWebAddress(text) ? text : undefined),
  enum: (text, { values = [] }) => (values.includes(text) ? text : undefined),
  reference: (text) => text,
  number: (text) => (spellsNumber(text) ? numberOf(text) : undefined),
  integer: (text) => (/^[+-]?\d+$/.test(text) ? exact(text) : undefined),
  decimal: (text) => exact(text),
  boolean: (text) => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined),
  date: (text) => (instantOf(text, { type: 'date' }) === undefined ? undefined : text),
  dateTime: (text, { zone }) => (hasMoment(text, zone) ? text : undefined),
  geo: placeOf,
  json: jsonOf,
  list: listOf,
};

/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const emailShape =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** @returns the digits as they were typed, zeros at the end included */
function exact(text: string): string | undefined {
  const number = decimalOf(text);
  return number && decimalText(number);
}

/** A time without an offset needs the zone of its field. */
function hasMoment(text: string, zone: string | undefined): boolean {
  const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text);
  return (hasOffset || zone !== undefined) && instantOf(text, { type: 'dateTime', zone }) !== undefined;
}

function placeOf(text: string): Json | undefined {
  const [, lat, lng] = /^([+-]?[\d.]+)\s*[,;\s]\s*([+-]?[\d.]+)$/.exec(text) ?? [];
  const place = { lat: Number(lat), lng: Number(lng) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : undefined;
}

function isPlace(value: object): value is { lat: number; lng: number } {
  return 'lat' in value && 'lng' in value;
}

function jsonOf(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return lostNumber(text) === undefined && !repeatsName(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @returns the elements as they are typed: each is read by its own type */
function listOf(text: string, field: SchemaField): Json | undefined {
  const list = jsonOf(text);
  if (!Array.isArray(list)) return undefined;
  const elements = list.map((element) => readElement(element, field));
  return elements.every((element) => element !== undefined) ? elements : undefined;
}

function readElement(element: Json, field: SchemaField): Json | undefined {
  const read = readFieldText(fieldText(element, elementOf(field)), elementOf(field));
  return 'value' in read && read.value !== null ? read.value : undefined;
}

/** @returns the elements of a list as a field of their own */
export function elementOf({ of = 'text', values, storage, zone, scale }: SchemaField): SchemaField {
  return { type: of, values, storage, zone, scale };
}

function problemOf(text: string, field: SchemaField): string {
  switch (field.type) {
    case 'number':
      return t(numberOf(text) === undefined ? 'records.notNumber' : 'records.longNumber');
    case 'enum':
      return t('value.notEnum', { values: (field.values ?? []).slice(0, 10).join(', ') });
    case 'list':
      return t('value.notList', { of: t(`field.type.${field.of ?? 'text'}`) });
    default:
      return t(`value.not.${field.type as 'json'}`); // those that are left have a sentence
  }
}
