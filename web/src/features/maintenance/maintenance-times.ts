import { serverNow } from '../../lib/time/clock.ts';

/**
 * Times of a maintenance in the browser's zone: the day only where it is not today, and the end's
 * only where it is not the start's.
 */
export function maintenanceTimes(
  { startsAt, endsAt }: { startsAt: string | null; endsAt: string | null },
  now = new Date(serverNow()),
  language = document.documentElement.lang || 'en',
): { from: string; to: string } {
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(language, { weekday: 'short', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
  const start = startsAt === null ? now : new Date(startsAt);
  const end = endsAt === null ? null : new Date(endsAt);
  return {
    from: (isSameDay(start, now) ? time : day).format(start),
    to: end ? (isSameDay(end, isSameDay(start, now) ? now : start) ? time : day).format(end) : '',
  };
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}
