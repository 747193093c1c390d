import type { SchemaField } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import type { Column } from './columns.ts';

/** Types whose values are sent as they are spelt: a decimal keeps its zeros, and a text that looks like a number is one. */
const spelt: ReadonlySet<SchemaField['type']> = new Set<SchemaField['type']>([
  'text',
  'longText',
  'integer',
  'decimal',
  'date',
  'dateTime',
  'email',
  'url',
  'enum',
  'reference',
]);

/** @returns the columns of a table, those of declared fields as texts where the server reads texts of that type; for others the cells tell */
export function declaredColumns(columns: readonly Column[], fields: DeclaredFields): Column[] {
  return columns.map((column) => {
    const field = ownValue(fields, column.field);
    return field && column.type !== 'keep' && spelt.has(field.type) ? { ...column, type: 'text' } : column;
  });
}
