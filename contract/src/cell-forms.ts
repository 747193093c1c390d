/** How a table writes its values, where that differs from place to place. */
export interface CellForms {
  /** "1,5" is one and a half. */
  readonly decimalComma?: boolean | undefined;
  /** Of dates such as 03/04/2026, also with a time behind them. */
  readonly dateOrder?: 'dmy' | 'mdy' | undefined;
}

export const commaNumber = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
/** A day, and the time of that day, as spreadsheets write them: 31.12.2025, 31.12.2025 14:30, 12/31/2025, 2:30:00 PM. */
export const numberedDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:(?:,\s*|\s+)(\d{1,2}:\d{2}(?::\d{2})?)(?:\s?([ap])\.?m\.?)?)?$/i;

/**
 * @returns the cell as other tables write it: 1.234,50 as 1234.50, a numbered date as 2026-04-03, with a time as 2026-04-03T14:30, which
 *   is of no zone as it was before; the cell itself where it is none of them
 */
export function respelt(cell: string, { decimalComma = false, dateOrder }: CellForms): string {
  const text = cell.trim();
  if (decimalComma && commaNumber.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (!dateOrder) return cell;
  const [, first, second, year, clock, half] = numberedDate.exec(text) ?? [];
  if (!first || !second) return cell;
  const [day, month] = dateOrder === 'dmy' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(date)) return cell;
  if (!clock) return date;
  const time = timeOf(clock, half);
  return time === undefined ? cell : `${date}T${time}`;
}

/** @param half `a` or `p` of a clock with twelve hours */
function timeOf(clock: string, half: string | undefined): string | undefined {
  const [hours = '', minutes = '', seconds] = clock.split(':');
  if (Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  if (half ? Number(hours) < 1 || Number(hours) > 12 : hour > 23) return undefined;
  return [String(hour).padStart(2, '0'), minutes, ...(seconds ? [seconds] : [])].join(':');
}

/** JavaScript takes 30 February for 2 March. */
function isDay(date: string): boolean {
  const millis = Date.parse(date);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date);
}
