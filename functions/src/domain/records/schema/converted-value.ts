import { fromJson, fromText, type Json, type SchemaField, typedValue } from '@bedplate/contract';

/**
 * @returns a stored value as a value of the field's type, where it says the same: the text "12.50" as a number, a number as text; undefined
 * where it does not. Other rules of the field do not matter
 */
export function convertedValue(value: Json, field: SchemaField): Json | undefined {
  const own = typedValue(fromJson(value, field));
  if (own !== undefined) return own;
  if (typeof value === 'string') return typedValue(fromText(value, { field, forms: { isTable: true } })) ?? undefined;
  if (typeof value === 'object') return undefined;
  return typedValue(fromText(String(value), { field, forms: { isTable: field.type === 'boolean' } })) ?? undefined; // 1 and 0 of other databases
}
