import { fromJson, fromText, type Json, type SchemaField } from '@bedplate/contract';
import { matcherOf } from './field-faults.ts';

/**
 * @returns a stored value as a value of the field's type, where it says the same: the text "12.50" as a number, a number as text; undefined
 * where it does not
 */
export function convertedValue(value: Json, field: SchemaField): Json | undefined {
  const matches = matcherOf(field);
  const own = fromJson(value, field, matches);
  if ('value' in own) return own.value;
  if (typeof value === 'string') {
    const read = fromText(value, { field, matches, forms: { isTable: true } });
    return 'value' in read && read.value !== null ? read.value : undefined;
  }
  if (typeof value === 'object') return undefined;
  const spelt = fromText(String(value), { field, matches, forms: { isTable: field.type === 'boolean' } }); // 1 and 0 of other databases
  return 'value' in spelt ? (spelt.value ?? undefined) : undefined;
}
