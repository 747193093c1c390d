import type { JsonType } from './documents.ts';
import type { FieldType } from './values/field-types.ts';

/** @returns the type of the JSON of a stored value; undefined for one that may have any */
export function jsonTypeOf(type: FieldType): JsonType | undefined {
  if (type === 'number' || type === 'boolean') return type;
  if (type === 'list') return 'array';
  if (type === 'geo') return 'object';
  return type === 'json' || type === 'file' ? undefined : 'string';
}
