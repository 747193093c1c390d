import type { SchemaField } from '@bedplate/contract';
import { fieldText, readFieldText } from '../schema/field-text.ts';
import type { CellFormat, CellKind } from './cell-kind.ts';

const kinds: Partial<Record<SchemaField['type'], CellKind>> = {
  number: 'number',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
  json: 'json',
};

/** @returns the format of a declared field's cells */
export function typedFormat(field: SchemaField): CellFormat {
  return {
    kind: kinds[field.type] ?? 'text',
    ...(field.type === 'enum' && { options: field.values ?? [] }),
    textOf: (value) => fieldText(value, field),
    read: (text) => readFieldText(text, field),
  };
}
