import { csvNumber, type DataRecord, declaredCell, type FieldType, hidesFormula, type Json, withApostrophe } from '@bedplate/contract';
import { valueAt } from '../model/field-path.ts';

/** @returns one line of a table, with its line end (RFC 4180) */
export function csvLine(cells: readonly (Json | undefined)[], delimiter = ','): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;
}

/** The columns of a table, by the names of their fields, those in fields with dots. */
export interface TableColumns {
  readonly columns: readonly string[];
  /** Those of declared fields. */
  readonly types?: ReadonlyMap<string, FieldType>;
}

/** @returns the line of a record; a column that it lacks stays empty */
export function csvRecord(record: DataRecord, { columns, types }: TableColumns, delimiter = ','): string {
  const cells = columns.map((column) => {
    const value = valueAt(record, column);
    const type = types?.get(column);
    return typeof value === 'string' && type ? typedCell(value, type, delimiter) : csvCell(value, delimiter);
  });
  return `${cells.join(delimiter)}\r\n`;
}

/** Texts of decimals and integers are numbers to a spreadsheet as well; a text among JSON has its quotes where an import would read something else. */
function typedCell(text: string, type: FieldType, delimiter: string): string {
  if ((type === 'integer' || type === 'decimal') && isAmount(text)) return text;
  const isOther = type === 'json' && declaredCell(withApostrophe(text), { type }) !== text;
  return csvCell(isOther ? JSON.stringify(text) : text, delimiter);
}

function isAmount(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

function csvCell(value: Json | undefined, delimiter: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return csvNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (value === '') return '""'; // without quotes it would be missing
  const text = typeof value === 'string' ? withApostrophe(value) : JSON.stringify(value);
  const isQuoted = /["\r\n]/.test(text) || text.includes(delimiter) || hidesFormula(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
