import { boundedTypes, type FieldType, type JsonType, jsonTypeOf, lengthTypes, limits, type SchemaField } from '@bedplate/contract';
import type { Schema } from './schema.ts';

/**
 * A declared field as a write takes it: a number or a text where the digits of a number are kept.
 * @param keyOf the key of a storage, for those that the caller may know of
 */
export function sentSchema(field: SchemaField, keyOf: (storageId: string) => string | undefined): Schema {
  const schema = nullable(valueSchema(field, 'sent'), !field.required);
  return {
    ...schema,
    ...(field.description === undefined ? {} : { description: field.description }),
    ...(field.default === undefined ? {} : { default: field.default }),
    'x-bedplate': notes(field, keyOf),
  };
}

/**
 * A declared field as answers have it.
 * @param isKept whether every value is of the type; else also those of the `seen` types are answered
 */
export function storedSchema(
  field: SchemaField,
  { isKept, seen }: { isKept: boolean; seen: readonly JsonType[] },
  keyOf: (storageId: string) => string | undefined,
): Schema {
  const schema = isKept ? nullable(valueSchema(field, 'stored'), !field.required) : usualSchema(field, seen);
  return {
    ...schema,
    ...(field.computed ? { readOnly: true } : {}),
    ...(field.description === undefined ? {} : { description: field.description }),
    'x-bedplate': notes(field, keyOf),
  };
}

type Side = 'sent' | 'stored';

function valueSchema(field: SchemaField, side: Side): Schema {
  const { type } = field;
  if (lengthTypes.includes(type)) return { type: 'string', ...format(field), ...lengths(field), ...pattern(field) };
  switch (type) {
    case 'number':
      return { type: 'number', ...numberBounds(field) };
    case 'integer':
    case 'decimal': {
      const text = { type: 'string', pattern: exactPattern(field) };
      const number = { type: type === 'integer' ? 'integer' : 'number', ...numberBounds(field) };
      return side === 'sent' ? { anyOf: [number, text] } : text;
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
    case 'dateTime':
      return { type: 'string', ...format(field) };
    case 'enum':
      return { type: 'string', enum: field.values ?? [] };
    case 'reference':
      return { type: 'string', minLength: 1, maxLength: limits.clientIdLength };
    case 'list':
      return { type: 'array', items: field.of ? valueSchema(elementOf(field, field.of), side) : {}, ...itemCounts(field) };
    case 'geo':
      return {
        type: 'object',
        required: ['lat', 'lng'],
        properties: { lat: { type: 'number', minimum: -90, maximum: 90 }, lng: { type: 'number', minimum: -180, maximum: 180 } },
        additionalProperties: false,
      };
    case 'password':
      return { type: 'string', writeOnly: true, maxLength: limits.passwordMax };
    default: // json and file: what is uploaded has an address, and any value may be written
      return {};
  }
}

/** Where faults are stored, a bound is no promise, and neither is a type that records have disagreed with. */
function usualSchema(field: SchemaField, seen: readonly JsonType[]): Schema {
  const known = jsonTypeOf(field.type);
  return known === undefined ? {} : { type: [...new Set([known, ...seen, 'null'])] };
}

/** The lengths of a list are not those of its elements. */
export function elementOf({ minLength: _min, maxLength: _max, ...field }: SchemaField, type: NonNullable<SchemaField['of']>): SchemaField {
  return { ...field, type };
}

function nullable(schema: Schema, isNullable: boolean): Schema {
  if (!isNullable || Object.keys(schema).length === 0) return schema;
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...(schema.anyOf as Schema[]), { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(schema.enum) ? { enum: [...(schema.enum as string[]), null] } : {}) };
}

/** Times of a field with a zone may have no offset, which `date-time` demands. */
function format({ type, zone }: SchemaField): Schema {
  if (type === 'dateTime') return zone === undefined ? { format: 'date-time' } : {};
  const name = ({ date: 'date', email: 'email', url: 'uri' } as Readonly<Partial<Record<FieldType, string>>>)[type];
  return name === undefined ? {} : { format: name };
}

function lengths({ minLength, maxLength }: SchemaField): Schema {
  return { ...(minLength === undefined ? {} : { minLength }), ...(maxLength === undefined ? {} : { maxLength }) };
}

function itemCounts({ minLength, maxLength }: SchemaField): Schema {
  return { ...(minLength === undefined ? {} : { minItems: minLength }), ...(maxLength === undefined ? {} : { maxItems: maxLength }) };
}

/** A bound with more digits than a number holds is in the notes alone. */
function numberBounds({ min, max }: SchemaField): Schema {
  return { ...bound('minimum', min), ...bound('maximum', max) };
}

function bound(keyword: string, value: SchemaField['min']): Schema {
  const number = Number(value);
  return value !== undefined && (typeof value === 'number' || String(number) === value) ? { [keyword]: number } : {};
}

function exactPattern({ type, scale }: SchemaField): string {
  if (type === 'integer' || scale === 0) return '^-?\\d+$';
  return scale === undefined ? '^-?\\d+(?:\\.\\d+)?$' : `^-?\\d+(?:\\.\\d{1,${scale}})?$`;
}

/** The syntax of RE2 has a little that ECMA-262 does not: such a pattern is in the notes alone. */
function pattern({ pattern: given }: SchemaField): Schema {
  const whole = `^(?:${given})$`;
  return given !== undefined && isExpression(whole) ? { pattern: whole } : {};
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Facts that JSON Schema has no word for. */
function notes(field: SchemaField, keyOf: (storageId: string) => string | undefined): Schema {
  const { type, of, zone, scale, computed, defaultFrom, readOnly, storage: storageId, onDelete } = field;
  const isOrdered = boundedTypes.includes(type) || (of !== undefined && boundedTypes.includes(of));
  const said = {
    type,
    of,
    zone,
    scale,
    computed,
    defaultFrom,
    /** Taken at a create and not changed afterwards. */
    setOnce: readOnly || undefined,
    pattern: field.pattern,
    ...(isOrdered ? { min: field.min, max: field.max } : {}),
    ...(storageId === undefined ? {} : { references: { storageId, storageKey: keyOf(storageId), onDelete } }),
  };
  return withoutUndefined(said);
}

function withoutUndefined(given: object): Schema {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
