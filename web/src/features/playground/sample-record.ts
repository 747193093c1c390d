import { fromJson, type Json, type SchemaField, type StorageSchema } from '@bedplate/contract';
import { sampleText } from './sample-text.ts';

/** A sample stays short: optional fields are added as long as it has fewer fields. */
const mostFields = 12;

/**
 * A record that the storage takes as it is: what it requires, and of its other fields those of which a value can be made up. Fields that
 * the server sets are left out, and so are optional ones whose value only one record may have, for the sample may be sent again.
 * @param schema null where it is not known, or nothing is declared
 * @returns app users sign in by what they are created with; a title where nothing is declared
 */
export function sampleRecord(storageKey: string, schema: StorageSchema | null): Record<string, Json> {
  const base: Record<string, Json> = storageKey === 'users' ? { username: 'ada', password: 'quiet-Harbour-27' } : {};
  const fields = Object.entries(schema?.fields ?? {}).filter(([name]) => !Object.hasOwn(base, name));
  const unique = new Set(schema?.unique.flatMap((rule) => rule.fields));
  const room = mostFields - fields.filter(([, { required }]) => required).length;
  const optional = fields
    .filter(([name, field]) => !field.required && !unique.has(name) && mayBeSent(name, field))
    .slice(0, Math.max(0, room));
  const sent = fields.filter((entry) => (entry[1].required && isSent(entry[1])) || optional.includes(entry));
  const made = Object.fromEntries(sent.map(([name, field]) => [name, sampleValue(name, field)]));
  const record = { ...base, ...made };
  return Object.keys(record).length > 0 ? record : { title: 'Hello' };
}

/** @returns a value that the field takes; of a reference, a place for an id */
export function sampleValue(name: string, field: SchemaField): Json {
  const made = valueOf(name, field);
  if (fits(made, field)) return made;
  // The usual value is out of bounds: a bound is within.
  return [field.min, field.max].find((bound) => bound !== undefined && fits(bound, field)) ?? made;
}

/** @returns the record as JSON, one field in each line */
export function bodyOf(record: Readonly<Record<string, Json>>): string {
  const lines = Object.entries(record).map(([name, value]) => `  ${JSON.stringify(name)}: ${onOneLine(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

function onOneLine(value: Json): string {
  return JSON.stringify(value, null, 1)
    .replace(/\[\n */g, '[')
    .replace(/\n *\]/g, ']')
    .replace(/\n */g, ' '); // line ends of texts are written as two characters
}

function mayBeSent(name: string, field: SchemaField): boolean {
  const isOfReader = field.type === 'reference' || field.of === 'reference' || field.type === 'file' || field.type === 'password';
  return (
    isSent(field) && !isOfReader && field.defaultFrom === undefined && field.readOnly !== true && fits(sampleValue(name, field), field)
  );
}

function isSent({ computed, defaultFrom }: SchemaField): boolean {
  return computed === undefined && defaultFrom === undefined;
}

function fits(value: Json, field: SchemaField): boolean {
  return 'value' in fromJson(value, field, matcherOf(field));
}

/** Patterns of the server are those of RE2. One that JavaScript does not know is taken for one that nothing fits. */
function matcherOf({ pattern }: SchemaField): ((text: string) => boolean) | undefined {
  if (pattern === undefined) return undefined;
  try {
    const whole = new RegExp(`^(?:${pattern})$`, 'u');
    return (text) => whole.test(text);
  } catch {
    return () => false;
  }
}

function valueOf(name: string, field: SchemaField): Json {
  switch (field.type) {
    case 'number':
      return 12.5;
    case 'integer':
      return 3;
    case 'decimal':
      return field.scale === 0 ? '12' : `12.${'5'.padEnd(Math.min(field.scale ?? 2, 2), '0')}`;
    case 'boolean':
      return true;
    case 'date':
      return '2026-03-29';
    case 'dateTime':
      return '2026-03-29T12:00:00Z';
    case 'email':
      return 'ada@example.com';
    case 'url':
      return 'https://example.com';
    case 'enum':
      return field.values?.[0] ?? '';
    case 'list':
      return listOf(name, field);
    case 'geo':
      return { lat: 52.52, lng: 13.405 };
    case 'json':
      return /items|lines|positions/i.test(name) ? [{ title: 'Oak Mug', quantity: 2 }] : { note: 'Hello' };
    case 'file':
      return 'photo.png';
    case 'reference':
      return 'RECORD_ID';
    case 'password':
      return 'quiet-Harbour-27';
    default:
      return sampleText(name, field, matcherOf(field));
  }
}

function listOf(name: string, { of = 'text', minLength = 1, maxLength, ...field }: SchemaField): Json[] {
  const element = sampleValue(name, { ...field, type: of });
  return Array.from({ length: Math.min(Math.max(minLength, 1), maxLength ?? 100) }, () => element);
}
