import { zoneOffset } from '@bedplate/contract';
import type { DateBounds } from '../query/date-bounds.ts';

export const periods = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;

/** The longest of each, where clocks are set back: no group of hours, days … is longer. */
export const longest: Readonly<Record<Period, number>> = {
  hour: 2 * hourMillis,
  day: 26 * hourMillis,
  week: 8 * dayMillis,
  month: 32 * dayMillis,
};

/** As a group is called, and its place among the others. */
interface NamedPeriod {
  readonly name: string;
  readonly order: number;
}

/**
 * @param zone IANA name; UTC when absent
 * @returns `2026-05`, `2026-W18` as ISO 8601 counts weeks, `2026-05-01`, or `2026-05-01T14:00+02:00`
 */
export function periodOf(millis: number, period: Period, zone = 'UTC'): NamedPeriod {
  const offset = zoneOffset(millis, zone);
  const local = new Date(millis + offset);
  const text = local.toISOString();
  if (period === 'month') return { name: text.slice(0, 7), order: Date.parse(`${text.slice(0, 7)}-01`) };
  if (period === 'day') return { name: text.slice(0, 10), order: Date.parse(text.slice(0, 10)) };
  if (period === 'week') return weekOf(local);
  const start = Math.floor(local.getTime() / hourMillis) * hourMillis;
  // An hour that the clocks show twice is two.
  return { name: `${text.slice(0, 13)}:00${spelt(offset)}`, order: start - offset };
}

/** The year of a week is that of its Thursday. */
function weekOf(local: Date): NamedPeriod {
  const day = Math.floor(local.getTime() / dayMillis);
  const monday = day - ((local.getUTCDay() + 6) % 7);
  const year = new Date((monday + 3) * dayMillis).getUTCFullYear();
  const week = Math.floor((monday + 3 - Date.UTC(year, 0, 1) / dayMillis) / 7) + 1;
  return { name: `${year}-W${String(week).padStart(2, '0')}`, order: monday * dayMillis };
}

function spelt(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The periods of a stretch of time, from its first moment to its last. */
export function periodsWithin(
  [from, to]: readonly [from: number, to: number],
  period: Period,
  zone: string | undefined,
): { name: string; bounds: Required<DateBounds> }[] {
  const found: { name: string; bounds: Required<DateBounds> }[] = [];
  for (let start = from; start <= to; ) {
    const { name } = periodOf(start, period, zone);
    const end = Math.min(
      to,
      lastOf(start, (millis) => periodOf(millis, period, zone).name === name, longest[period]),
    );
    found.push({ name, bounds: { createdFrom: start, createdTo: end } });
    start = end + 1;
  }
  return found;
}

/** @returns the last moment at which `isWithin` holds, by halving */
function lastOf(start: number, isWithin: (millis: number) => boolean, most: number): number {
  let [within, beyond] = [start, start + most];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (isWithin(middle)) within = middle;
    else beyond = middle;
  }
  return within;
}
