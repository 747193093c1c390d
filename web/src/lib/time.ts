import { serverNow } from './time/clock.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/**
 * @returns 'yesterday', '3 hours ago' …, in the largest unit that fits, in the language of the page
 */
export function relativeTime(iso: string, now = serverNow(), language = document.documentElement.lang || 'en'): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  const [unit, size] = steps.find(([, s]) => Math.abs(seconds) >= s) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/**
 * Date and time in the browser's zone and manner, for tables; on a Chinese page in the Chinese
 * manner, which needs no 'PM'.
 */
export function localDateTime(iso: string): string {
  return new Date(iso).toLocaleString(document.documentElement.lang === 'zh' ? 'zh' : undefined);
}
