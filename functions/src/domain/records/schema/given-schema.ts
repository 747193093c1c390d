import { fromJson, isDigits, SchemaChange, SchemaCheck, type SchemaField } from '@bedplate/contract';
import { z } from 'zod';
import { plainNumbers } from '../model/plain-numbers.ts';

/**
 * Bodies with a schema, read from JSON whose numbers are still spelt as they came: bounds and defaults of integers and decimals keep all
 * their digits as texts, and digits of others that no number holds are refused by their place.
 */
export const GivenSchemaChange = z.preprocess(readDigits, SchemaChange);
export const GivenSchemaCheck = z.preprocess(readDigits, SchemaCheck);

function readDigits(body: unknown): unknown {
  return plainNumbers(inside(body, 'schema', (schema) => inside(schema, 'fields', (fields) => each(fields, exactField))));
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDigits(value);
}

function inside(value: unknown, name: string, change: (member: unknown) => unknown): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value;
}

function each(value: unknown, change: (member: unknown) => unknown): unknown {
  return isMembers(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)])) : value;
}

function exactField(field: unknown): unknown {
  const type = isMembers(field) ? (field.type === 'list' ? field.of : field.type) : undefined;
  if (type !== 'integer' && type !== 'decimal') return field;
  return ['default', 'min', 'max'].reduce((read, option) => inside(read, option, (value) => exactValue(value, type)), field);
}

/** Digits that are no value of the type stay a text, which is refused at its place. */
function exactValue(value: unknown, type: SchemaField['type']): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => exactValue(element, type));
  if (!isDigits(value)) return value;
  const admitted = fromJson(value, { type });
  return 'value' in admitted ? admitted.value : value.rawJSON;
}
