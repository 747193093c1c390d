import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metered, startOfficeWorld } from '../../../test/office-world.ts';
import { create } from '../../store/model/writes.ts';
import { analytics } from './analytics.ts';
import { databaseOf } from '../../../test/data-services.ts';

const hour = 3600_000;
const now = Date.parse('2026-06-15T12:00:00Z');
let world: Awaited<ReturnType<typeof startOfficeWorld>>;
beforeAll(async () => {
  world = await startOfficeWorld(() => now);
});
afterAll(() => world.stop());

const ago = (hours: number) => Timestamp.fromMillis(now - hours * hour);
const figures = async () => (await metered(() => analytics(world.services, { from: '2026-06-09', to: '2026-06-15' }))).result;

// Covers S2-9-05
test('the last 24 hours have the user and the visitor of 23 hours ago, and not those of 25 hours ago', async () => {
  const visitorAt = (hours: number) => {
    const seenAt = ago(hours);
    return create(`analytics/${seenAt.toDate().toISOString().slice(0, 10)}/visitors/v${hours}`, { seenAt, expiresAt: seenAt });
  };
  await world.add([23, 25].flatMap((hours) => [create(`users/u${hours}`, { createdAt: ago(hours) }), visitorAt(hours)]));
  const { userStats, uniqueVisitors } = await figures();
  expect(userStats).toMatchObject({ total: 2, last24Hours: 1 });
  expect(uniqueVisitors.last24Hours).toBe(1);
});

test('registrations of 7 and 30 days roll with the clock to the millisecond, also when finished days are counted already', async () => {
  const day = 24;
  const edges = [7 * day - 0.001, 7 * day + 0.001, 10.3 * day, 30 * day - 0.001, 30 * day + 0.001, 40 * day];
  await world.add([create('users/today', { createdAt: ago(1) })]);
  expect((await figures()).userStats).toEqual({ total: 3, last24Hours: 2, last7Days: 3, last30Days: 3 });
  // Registered meanwhile in the past cannot happen: what is finished is counted once.
  await databaseOf(world.services.store).doc('officeTotals/registrations').delete();
  await world.add(edges.map((hours) => create(`users/e${hours}`, { createdAt: ago(hours) })));
  for (let time = 0; time < 2; time += 1) {
    expect((await figures()).userStats).toEqual({ total: 9, last24Hours: 2, last7Days: 4, last30Days: 7 });
  }
});

test('a dashboard of a week costs at most 30 reads, its table of visits not counted', async () => {
  await world.add(
    Array.from({ length: 7 }, (_, at) =>
      create(`analytics/2026-06-${String(9 + at).padStart(2, '0')}`, { humans: 1, pages: { '%2F': 1 } }),
    ),
  );
  await figures();
  const { reads, result } = await metered(() => analytics(world.services, { from: '2026-06-09', to: '2026-06-15' }));
  expect(reads).toBeLessThanOrEqual(30);
  expect(result.mostVisitedPages).toEqual([{ path: '/', count: '7' }]);
});
