/** How a table writes its values, where that differs from place to place. */
export interface TextForms {
  /** `1`, `0`, `yes` and `no` are booleans, and `;` separates the elements of a list. */
  readonly isTable?: boolean | undefined;
  /** "1,5" is one and a half. */
  readonly decimalComma?: boolean | undefined;
  /** Of dates such as 03/04/2026. */
  readonly dateOrder?: 'dmy' | 'mdy' | undefined;
}

/**
 * Questions that the cells of a column leave open: whether 1,5 is a number, and which part of 03/04/2026 is the month. `dmy` and
 * `mdy` are dates that have one order only.
 */
export type Unsure = 'comma' | 'dmy' | 'mdy' | 'dates';

const commaNumber = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
const numberedDate = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/;

/** @param cells of a whole column; empty ones do not matter */
export function unsureOf(cells: readonly string[]): Unsure | undefined {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length === 0) return undefined;
  if (filled.every((cell) => commaNumber.test(cell)) && filled.some((cell) => cell.includes(','))) return 'comma';
  if (!filled.every((cell) => numberedDate.test(cell))) return undefined;
  const orders = (['dmy', 'mdy'] as const).filter((dateOrder) => filled.every((cell) => respelt(cell, { dateOrder }) !== cell));
  return orders.length === 2 ? 'dates' : orders[0];
}

/** @returns whether the forms say what such a column is */
export function isTold(unsure: Unsure, { decimalComma = false, dateOrder }: TextForms): boolean {
  if (unsure === 'comma') return decimalComma;
  return unsure === 'dates' ? dateOrder !== undefined : dateOrder === unsure;
}

/** @returns the cell as other tables write it: 1.234,50 as 1234.50, and a numbered date as 2026-04-03; the cell itself where it is neither */
export function respelt(cell: string, { decimalComma = false, dateOrder }: TextForms): string {
  const text = cell.trim();
  if (decimalComma && commaNumber.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (!dateOrder || !numberedDate.test(text)) return cell;
  const [first = '', second = '', year = ''] = text.split(/[/.-]/);
  const [day, month] = dateOrder === 'dmy' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(date) ? date : cell;
}

/** JavaScript takes 30 February for 2 March. */
function isDay(date: string): boolean {
  const millis = Date.parse(date);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date);
}
