import { holdsEmptyText, jsonTypeOf } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import type { Column } from './columns.ts';

/**
 * @returns the columns of a table, those of fields that are stored as texts as texts: a decimal keeps its zeros, and a text that looks like
 * a number is one. For others the cells tell.
 */
export function declaredColumns(columns: readonly Column[], fields: DeclaredFields): Column[] {
  return columns.map((column) => {
    const field = ownValue(fields, column.field);
    if (!field || column.type === 'keep') return column;
    const type = jsonTypeOf(field.type) === 'string' ? 'text' : column.type;
    const told = { ...column, type, skipsEmpty: !holdsEmptyText(field.type) };
    if (holdsEmptyText(field.type)) return { ...told, unsure: undefined, forms: undefined }; // texts stay as they are spelt
    return { ...told, ...(type === 'text' && column.meant && { meant: type }) };
  });
}
