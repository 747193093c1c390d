import type { SchemaField } from './storage-schema.ts';
import type { ValueProblem } from './texts/field-texts.ts';
import { exactKey } from './values/exact-number.ts';
import { instantOf } from './values/instant.ts';
import type { Json } from './values/json.ts';

/** Types whose values have a smallest and a largest. */
export const boundedTypes: readonly string[] = ['number', 'integer', 'decimal', 'date', 'dateTime'];
/** Types whose values are texts with a length. */
export const lengthTypes: readonly string[] = ['text', 'longText', 'email', 'url'];

/**
 * @param value of the field's type
 * @returns why it is outside of `min`, `max`, `minLength` and `maxLength`
 */
export function boundProblem(value: Json, field: SchemaField): ValueProblem | undefined {
  if (Array.isArray(value)) return listProblem(value, field);
  return sizeProblem(value, field) ?? (typeof value === 'string' && lengthTypes.includes(field.type) ? lengthOf(value, field) : undefined);
}

/** A bound of a list is one of its elements. */
function listProblem(list: readonly Json[], field: SchemaField): ValueProblem | undefined {
  const { minLength: min, maxLength: max } = field;
  const problem = lengthProblem(list.length, { min, max }, listKeys);
  if (problem || (field.min === undefined && field.max === undefined)) return problem;
  for (const [at, element] of list.entries()) {
    const found = sizeProblem(element, { ...field, type: field.of ?? 'json' });
    if (found) return { ...found, at };
  }
  return undefined;
}

function sizeProblem(value: Json, field: SchemaField): ValueProblem | undefined {
  const { min, max } = field;
  if (min === undefined && max === undefined) return undefined;
  const key = orderKey(value, field);
  if (key === undefined) return undefined;
  if (min !== undefined && isLess(key, orderKey(min, field))) return { key: 'fieldLow', values: { min } };
  return max !== undefined && isLess(orderKey(max, field), key) ? { key: 'fieldHigh', values: { max } } : undefined;
}

/** @returns what orders values of the type; undefined for a value that is none of it */
export function orderKey(value: Json, { type, zone }: Pick<SchemaField, 'type' | 'zone'>): string | undefined {
  if (type === 'date' || type === 'dateTime') return typeof value === 'string' ? instantOf(value, { type, zone }) : undefined;
  return typeof value === 'number' || typeof value === 'string' ? exactKey(String(value)) : undefined;
}

function isLess(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a < b;
}

function lengthOf(text: string, { minLength: min, maxLength: max }: SchemaField): ValueProblem | undefined {
  if (min === undefined && max === undefined) return undefined;
  return lengthProblem(charactersOf(text), { min, max }, textKeys);
}

/** A character outside of the basic plane is one, although JavaScript counts two. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const textKeys = { both: 'fieldTextLength', least: 'fieldTextShort', most: 'fieldTextLong' } as const;
const listKeys = { both: 'fieldListLength', least: 'fieldListShort', most: 'fieldListLong' } as const;

function lengthProblem(
  length: number,
  { min, max }: { min: number | undefined; max: number | undefined },
  keys: typeof textKeys | typeof listKeys,
): ValueProblem | undefined {
  if (length >= (min ?? 0) && length <= (max ?? Number.POSITIVE_INFINITY)) return undefined;
  if (min !== undefined && max !== undefined) return { key: keys.both, values: { min, max } };
  return max === undefined ? { key: keys.least, values: { min: min ?? 0 } } : { key: keys.most, values: { max } };
}
