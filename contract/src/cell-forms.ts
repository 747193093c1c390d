import { instantOf } from './values/instant.ts';

/** How a table writes its values, where that differs from place to place. */
export interface CellForms {
  /** "1,5" is one and a half. */
  readonly decimalComma?: boolean | undefined;
  /** Of dates such as 03/04/2026, also with a time behind them. */
  readonly dateOrder?: 'dmy' | 'mdy' | undefined;
  /** IANA name of the zone whose clocks showed the times that name none. */
  readonly zone?: string | undefined;
}

/** Between thousands there is a point, a space, which is often a narrow one, or an apostrophe. */
export const commaNumber = /^[+-]?(?:\d{1,3}([. \u00A0\u202F'’])\d{3}(?:\1\d{3})*|\d+)(?:,\d+)?$/;
/** A day, and the time of that day, as spreadsheets write them: 31.12.2025, 31.12.2025 14:30, 12/31/2025, 2:30:00 PM. */
export const numberedDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:(?:,\s*|\s+)(\d{1,2}:\d{2}(?::\d{2})?)(?:\s?([ap])\.?m\.?)?)?$/i;

/** A time of no zone, as databases write it: 2025-12-31 14:30. */
const zonelessTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;

/** @returns whether the cell is a time of no zone, as spreadsheets or databases write it */
export function isZonelessTime(cell: string): boolean {
  const text = cell.trim();
  return numberedDate.exec(text)?.[4] !== undefined || zonelessTime.test(text);
}

/**
 * @returns the cell as other tables write it: 1.234,50 as 1234.50, a numbered date as 2026-04-03, with a time as 2026-04-03T14:30, which
 *   is of no zone as it was before; of a zone that is told, a time as 2026-04-03T12:30:00Z; the cell itself where it is none of them, or
 *   a time that the zone's clocks skip
 */
export function respelt(cell: string, { decimalComma = false, dateOrder, zone }: CellForms): string {
  const text = cell.trim();
  if (decimalComma && commaNumber.test(text)) return text.replaceAll(/[. \u00A0\u202F'’]/g, '').replace(',', '.');
  if (zone && zonelessTime.test(text)) return moment(text, zone) ?? cell;
  if (!dateOrder) return cell;
  const [, first, second, year, clock, half] = numberedDate.exec(text) ?? [];
  if (!first || !second) return cell;
  const [day, month] = dateOrder === 'dmy' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(date)) return cell;
  if (!clock) return date;
  const time = timeOf(clock, half);
  if (time === undefined) return cell;
  return zone ? (moment(`${date}T${time}`, zone) ?? cell) : `${date}T${time}`;
}

/** @returns the moment in UTC, to the second where it has no fraction; undefined for a time that the zone's clocks skip */
function moment(text: string, zone: string): string | undefined {
  return instantOf(text, { type: 'dateTime', zone })?.replace(/\.?0+Z$/, 'Z');
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
