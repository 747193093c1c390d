import { commaNumber, isZonelessTime, numberedDate, respelt, type CellForms } from './cell-forms.ts';

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
