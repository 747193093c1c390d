import { users } from '../../store/collections.ts';
import { documentPath } from '../../store/model/collection.ts';
import type { Analytics } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { set } from '../../store/model/writes.ts';
import { keptTotal } from './lists/kept-total.ts';

/** officeTotals/registrations: people who registered, by finished day (yyyy-mm-dd, UTC). */
interface Registrations {
  days: Record<string, number>;
}

const dayMillis = 24 * 3600_000;
const path = documentPath<Registrations>('officeTotals/registrations');

/**
 * Registrations; all windows roll with the clock. Whole days between a window's ends come from their counters, which a finished
 * day gets when it is first asked for; only the ends are counted.
 */
export async function userStatistics(services: Services): Promise<Analytics['userStats']> {
  const now = services.clock();
  const days = await finishedDays(services, now);
  const today = startOfDay(now);
  const window = async (length: number) => {
    const from = now - length * dayMillis;
    const firstWhole = startOfDay(from) + dayMillis;
    const [begin, end] = await Promise.all([registered(services, from, firstWhole), registered(services, today, now + 1)]);
    let between = 0;
    for (let day = firstWhole; day < today; day += dayMillis) between += days[dayName(day)] ?? 0;
    return begin + between + end;
  };
  const [total, last24Hours, last7Days, last30Days] = await Promise.all([
    keptTotal(services, 'users_', { from: users.name, where: [], dated: true }),
    registered(services, now - dayMillis, now + 1),
    window(7),
    window(30),
  ]);
  return { total, last24Hours, last7Days, last30Days };
}

/** Counters of the thirty days before today; those that are missing are counted once and kept. */
async function finishedDays(services: Services, now: number): Promise<Record<string, number>> {
  const { store } = services;
  const kept = (await store.get(path))?.data.days ?? {};
  const starts = Array.from({ length: 30 }, (_, back) => startOfDay(now) - (back + 1) * dayMillis);
  const missing = starts.filter((start) => kept[dayName(start)] === undefined);
  if (missing.length === 0) return kept;
  const counted = await Promise.all(
    missing.map(async (start) => [dayName(start), await registered(services, start, start + dayMillis)] as const),
  );
  const known = { ...kept, ...Object.fromEntries(counted) };
  const days = Object.fromEntries(starts.map((start) => [dayName(start), known[dayName(start)] ?? 0]));
  await store.commit([set(path, { days } satisfies Registrations)]);
  return days;
}

function registered(services: Services, from: number, until: number): Promise<number> {
  const where = [
    ['createdAt', '>=', Timestamp.fromMillis(from)],
    ['createdAt', '<', Timestamp.fromMillis(until)],
  ] as const;
  return services.store.users.count({ where });
}

function startOfDay(millis: number): number {
  return Math.floor(millis / dayMillis) * dayMillis;
}

function dayName(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
