import { csvNumber, type DataRecord, hidesFormula, type Json, withApostrophe } from '@bedplate/contract';
import { valueAt } from '../model/field-path.ts';

/** @returns one line of a table, with its line end (RFC 4180) */
export function csvLine(cells: readonly (Json | undefined)[], delimiter = ','): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;
}

/** @param columns names of fields, those in fields with dots @returns the line of a record; a column that it lacks stays empty */
export function csvRecord(record: DataRecord, columns: readonly string[], delimiter?: string): string {
  return csvLine(
    columns.map((column) => valueAt(record, column)),
    delimiter,
  );
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
