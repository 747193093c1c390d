import { fromJson } from './json-door.ts';
import type { SchemaField } from './storage-schema.ts';
import type { ValueProblem } from './texts/field-texts.ts';
import type { Json } from './values/json.ts';

/** @returns whether a text matches a pattern as a whole, where the field has one */
export type Matcher = (text: string) => boolean;

/**
 * Looks at one value as it is stored. A missing one is undefined or null.
 * @param matches without it patterns are not looked at
 * @returns the rule of its field that it breaks, the first of several; undefined where it fits
 */
export function storedProblem(value: Json | undefined, field: SchemaField, matches?: Matcher): ValueProblem | undefined {
  if (field.type === 'password') return undefined; // the hash of a password is kept apart from the fields
  if (value === undefined || value === null) return field.required ? { key: 'fieldRequired' } : undefined;
  const admitted = fromJson(value, field, matches);
  if ('problem' in admitted) return admitted.problem;
  return isExact(field) && typeof value === 'number'
    ? { key: field.type === 'integer' ? 'fieldIntegerText' : 'fieldDecimalText' }
    : undefined;
}

function isExact({ type }: SchemaField): boolean {
  return type === 'integer' || type === 'decimal';
}
