import { addDays, differenceInCalendarDays, format } from 'date-fns';

/** Both days included. */
export interface ReportDays {
  from: Date;
  to: Date;
}

/** The last seven days ending today. */
export function currentWeek(now = new Date()): ReportDays {
  const to = todayInUtc(now);
  return { from: addDays(to, -6), to };
}

/**
 * Reports count UTC days: west of Greenwich what is written in the evening belongs to the next one.
 * @returns its midnight in this browser's time
 */
export function todayInUtc(now = new Date()): Date {
  return new Date(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
}

/** Back by the range's own length. */
export function previousRange({ from, to }: ReportDays): ReportDays {
  const length = differenceInCalendarDays(to, from) + 1;
  return { from: addDays(from, -length), to: addDays(to, -length) };
}

export function isoDay(day: Date): string {
  return format(day, 'yyyy-MM-dd');
}

/**
 * @param text yyyy-MM-dd as an address has it
 * @returns the day in this browser's time, null for anything else
 */
export function dayOfAddress(text: string): Date | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00`) : null;
  return day && !Number.isNaN(day.getTime()) ? day : null;
}
