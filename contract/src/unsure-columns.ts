import { commaNumber, isZonelessTime, numberedDate, respelt, type CellForms } from './cell-forms.ts';
import type { SchemaField } from './storage-schema.ts';

/**
 * Questions that the cells of a column leave open: whether 1,5 is a number, and which part of 03/04/2026 is the month. `dmy` and
 * `mdy` are dates that have one order only.
 */
export type Unsure = 'comma' | 'dmy' | 'mdy' | 'dates';

/** @param cells of a whole column; empty ones do not matter */
export function unsureOf(cells: readonly string[]): Unsure | undefined {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length === 0) return undefined;
  if (filled.every((cell) => commaNumber.test(cell)) && filled.some((cell) => cell.includes(','))) return 'comma';
  if (!filled.every((cell) => numberedDate.test(cell))) return undefined;
  const orders = (['dmy', 'mdy'] as const).filter((dateOrder) => filled.every((cell) => respelt(cell, { dateOrder }) !== cell));
  return orders.length === 2 ? 'dates' : orders[0];
}

/** @returns whether all cells are dates, of which no order is that of each: some may be written as 2026-03-29 */
export function areMixedDates(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const areDates = filled.every((cell) => numberedDate.test(cell) || isoDate.test(cell));
  return areDates && filled.some((cell) => numberedDate.test(cell)) && unsureOf(filled) === undefined;
}

/** @returns whether some cells, or elements of lists, are numbers with a comma, so that a point in another one may stand before thousands */
export function haveCommas(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.includes(',') && cell.split(';').some((part) => part.includes(',') && commaNumber.test(part.trim())));
}

/** @returns whether cells of a column that goes to the field are read as numbers */
export function holdsNumbers({ type, of }: SchemaField): boolean {
  return numeric.has(type === 'list' ? (of ?? type) : type);
}

/** @returns whether the point of a cell, or of an element, may stand before thousands, where others have a comma and nobody says what it is */
export function mayBeThousands(cell: string): boolean {
  return cell.split(';').some((part) => /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/.test(part.trim()));
}

const numeric: ReadonlySet<SchemaField['type']> = new Set(['number', 'integer', 'decimal']);

export const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/;

/** @returns whether the column has days with times, none of which names a zone */
export function areZoneless(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const areNumbered = filled.every((cell) => numberedDate.test(cell));
  return areNumbered
    ? filled.some(isZonelessTime) && unsureOf(filled) !== undefined
    : filled.length > 0 && filled.every((cell) => isZonelessTime(cell) && !numberedDate.test(cell));
}

/** @returns whether the forms say what such a column is */
export function isTold(unsure: Unsure, { decimalComma = false, dateOrder }: CellForms): boolean {
  if (unsure === 'comma') return decimalComma;
  return unsure === 'dates' ? dateOrder !== undefined : dateOrder === unsure;
}
