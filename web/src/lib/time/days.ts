import { format } from 'date-fns';
import { serverNow } from './clock.ts';

/*
 * A day is a UTC day, wherever one is picked, counted or named (decision 049). In the browser it is
 * a Date at the first moment of the day's name in the browser's own zone, which calendars and
 * date-fns expect; only `isoDay` leaves the browser.
 */

/** @returns the present day by the server's clock */
export function today(now = serverNow()): Date {
  const time = new Date(now);
  return new Date(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
}

/** @returns yyyy-MM-dd */
export function isoDay(day: Date): string {
  return format(day, 'yyyy-MM-dd');
}

/**
 * @param text yyyy-MM-dd
 * @returns the day, null for anything else
 */
export function dayOfText(text: string): Date | null {
  const [year, month, day] = text.split('-').map(Number);
  const date = new Date(year ?? NaN, (month ?? NaN) - 1, day);
  return !Number.isNaN(date.getTime()) && isoDay(date) === text ? date : null; // '2026-02-30' and '26-2-3' spell none
}

/** @returns the day of a text in either form in which our fields write days, yyyy-MM-dd and MM/dd/yyyy; null for anything else */
export function dayOfTyped(text: string): Date | null {
  return dayOfText(text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2'));
}

/** @returns the day that a moment belongs to */
export function dayOfMoment(iso: string): Date | null {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : today(time);
}

/** @returns the day's last moment as ISO 8601 */
export function lastMoment(day: Date): string {
  return `${isoDay(day)}T23:59:59.999Z`;
}

/** @returns 'May 1, 2026' for the day of a moment, in the language of the page */
export function dayText(iso: string): string {
  const day = dayOfMoment(iso);
  if (!day) return '';
  const language = document.documentElement.lang;
  return language === 'zh' ? day.toLocaleDateString(language, { dateStyle: 'medium' }) : format(day, 'MMM d, yyyy');
}
