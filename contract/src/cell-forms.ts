/** How a table writes its values, where that differs from place to place. */
export interface CellForms {
  /** "1,5" is one and a half. */
  readonly decimalComma?: boolean | undefined;
  /** Of dates such as 03/04/2026. */
  readonly dateOrder?: 'dmy' | 'mdy' | undefined;
}

export const commaNumber = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
export const numberedDate = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/;

/** @returns the cell as other tables write it: 1.234,50 as 1234.50, and a numbered date as 2026-04-03; the cell itself where it is neither */
export function respelt(cell: string, { decimalComma = false, dateOrder }: CellForms): string {
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
