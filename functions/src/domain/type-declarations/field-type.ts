import { type JsonType, jsonTypeOf, type SchemaField } from '@bedplate/contract';
import { elementOf } from '../openapi/declared-schema.ts';
import type { LearnedField } from '../openapi/learned-fields.ts';
import { member } from './member.ts';

/** @returns the type of a declared field as a write takes it */
export function sentType(field: SchemaField): string {
  return orNull(valueType(field, 'sent'), !field.required);
}

/**
 * @param isKept whether every value is of the type; else also those of the `seen` types are answered
 * @returns the type of a declared field as answers have it
 */
export function storedType(field: SchemaField, { isKept, seen }: { isKept: boolean; seen: ReadonlySet<JsonType> }): string {
  const type = valueType(field, 'stored');
  if (isKept) return orNull(type, !field.required);
  const known = jsonTypeOf(field.type);
  if (known === undefined) return orNull(type, true);
  const others = [...seen].filter((each) => each !== known && each !== 'null').map((each) => jsonTypes[each]);
  // The known values are still offered, and others admitted.
  return union([field.type === 'enum' ? `${type} | (string & {})` : type, ...others, 'null']);
}

/** @returns the type of a field that no schema declares: those of its values so far */
export function learnedType({ types, children }: LearnedField): string {
  const named = [...types].filter((type) => type !== 'null').sort();
  if (named.length === 0) return 'unknown';
  return union([...named.map((type) => (type === 'object' && children.size > 0 ? objectType(children) : jsonTypes[type])), 'null']);
}

type Side = 'sent' | 'stored';

const jsonTypes: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'boolean',
  number: 'number',
  string: 'string',
  object: '{ [name: string]: unknown }',
  array: 'unknown[]',
};

function valueType(field: SchemaField, side: Side): string {
  switch (field.type) {
    case 'number':
    case 'boolean':
      return field.type;
    case 'integer':
    case 'decimal':
      return side === 'sent' ? 'string | number' : 'string';
    case 'enum':
      return (field.values ?? []).map((value) => JSON.stringify(value)).join(' | ');
    case 'list': {
      const element = field.of ? valueType(elementOf(field, field.of), side) : 'unknown';
      return `${side === 'sent' ? 'readonly ' : ''}${element.includes('|') ? `(${element})` : element}[]`;
    }
    case 'geo':
      return '{ lat: number; lng: number }';
    case 'json':
      return 'unknown';
    default: // of a file its address
      return 'string';
  }
}

function objectType(children: ReadonlyMap<string, LearnedField>): string {
  const members = [...children].map(([name, child]) => member(name, { type: learnedType(child), isOptional: true }));
  return `{ ${members.join('; ')} }`;
}

function orNull(type: string, isNullable: boolean): string {
  return isNullable ? union([type, 'null']) : type;
}

/** "unknown" takes in all others. */
function union(types: readonly string[]): string {
  return types.includes('unknown') ? 'unknown' : types.join(' | ');
}
