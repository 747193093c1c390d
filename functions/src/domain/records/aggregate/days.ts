import { dayIn } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { type DateBounds, spanOf } from '../query/date-bounds.ts';

/** @param zone UTC when absent @returns such as 2026-05-01 */
export function dayOf(time: Timestamp, zone: string | undefined): string {
  return dayIn(time.toMillis(), zone);
}

/** The days of a stretch of time, from the first moment that both have to the last. A day of a zone has 23 to 25 hours. */
export function daysWithin(from: number, to: number, zone: string | undefined): { day: string; bounds: Required<DateBounds> }[] {
  const days: { day: string; bounds: Required<DateBounds> }[] = [];
  for (let day = dayIn(from, zone); ; day = dayIn(Date.parse(day) + dayMillis)) {
    const span = spanOf(day, zone);
    if (!span || span.first > to) return days;
    days.push({ day, bounds: { createdFrom: Math.max(from, span.first), createdTo: Math.min(to, span.last) } });
  }
}

const dayMillis = 86_400_000;
