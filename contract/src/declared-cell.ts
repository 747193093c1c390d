import { type CellForms, respelt } from './cell-forms.ts';
import { withoutApostrophe } from './cell-values.ts';
import type { SchemaField } from './storage-schema.ts';
import { typedValue } from './json-door.ts';
import { fromText } from './text-door.ts';
import { holdsEmptyText } from './values/field-types.ts';
import type { Json } from './values/json.ts';

/**
 * Reads a cell of a declared field's column: it keeps the zeros and digits of its type. Decision 096.
 * @returns undefined for an empty cell of a field that cannot hold the empty text; a cell that does not fit as it stands, for the schema to say what it is not
 */
export function declaredCell(cell: string, field: SchemaField, forms: CellForms = {}): Json | undefined {
  if (cell === '' && !holdsEmptyText(field.type)) return undefined;
  const text = withoutApostrophe(cell);
  const typed = typedValue(fromText(asOthersWrite(text, field, forms), { field, forms: { isTable: true } }));
  return typed === undefined ? text : typed;
}

/** Texts stay as they are spelt. */
function asOthersWrite(cell: string, { type, of = 'text' }: SchemaField, forms: CellForms): string {
  if (type !== 'list') return respeltTypes.has(type) ? respelt(cell, forms) : cell;
  if (cell.trim().startsWith('[') || !respeltTypes.has(of)) return cell;
  return cell
    .split(';')
    .map((part) => respelt(part, forms))
    .join(';');
}

const respeltTypes: ReadonlySet<SchemaField['type']> = new Set(['number', 'integer', 'decimal', 'date', 'dateTime']);
