import type { DataRecord, Json } from '@bedplate/contract';
import { valueAt } from '../model/field-path.ts';

/** @returns one line of a table, with its line end (RFC 4180) */
export function csvLine(cells: readonly (Json | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** @param columns names of fields, those in fields with dots @returns the line of a record; a column that it lacks stays empty */
export function csvRecord(record: DataRecord, columns: readonly string[]): string {
  return csvLine(columns.map((column) => valueAt(record, column)));
}

function csvCell(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return csvNumber(value);
  if (typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? neutral(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whole numbers that a program may not know exactly are written with an exponent: as digits they read like the text of an id. */
export function csvNumber(value: number): string {
  const isDigits = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isDigits ? value.toExponential() : String(value);
}

/** A spreadsheet runs text that begins like a formula; an apostrophe in front makes it text (OWASP, CSV injection). */
function neutral(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** @returns what `neutral` was given: one apostrophe less where the text had or got one for its sake */
export function withoutApostrophe(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
