import { fromText, type Json, numberOf, type SchemaField } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';

/** The value that a text spells, or the sentence that says why it spells none. */
export type ReadText = { value: Json } | { problem: string };

/** @returns the value's text in an editor of its field; of a list and of JSON the value as JSON */
export function fieldText(value: unknown, { type }: SchemaField): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return type === 'json' ? JSON.stringify(value) : String(value);
  if (type === 'geo' && isPlace(value)) return `${value.lat}, ${value.lng}`;
  return type === 'list' ? JSON.stringify(value) : JSON.stringify(value, null, 2);
}

/**
 * Reads what was typed for a field. Blanks around it do not matter, and nothing is null, except for texts.
 * The bounds of the field are the server's: it knows the state of the schema.
 */
export function readFieldText(text: string, field: SchemaField): ReadText {
  if (field.type === 'file') return { value: text };
  const { type, of, values, zone } = field;
  const read = fromText(text, { field: { type, of, values, zone } });
  return 'problem' in read ? { problem: problemOf(text.trim(), field) } : { value: read.value };
}

function isPlace(value: object): value is { lat: number; lng: number } {
  return 'lat' in value && 'lng' in value;
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
      return t('value.notEnum', { values: (field.values ?? []).slice(0, 10).join(t('between')) });
    case 'list':
      return field.of ? t('value.notList', { of: t(`field.type.${field.of}`) }) : t('value.not.list');
    default:
      return t(`value.not.${field.type as 'json'}`); // those that are left have a sentence
  }
}
