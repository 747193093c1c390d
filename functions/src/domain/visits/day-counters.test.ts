import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { createDayCounters } from './day-counters.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data?.stop());

test('a crowd of views is counted exactly, together, and what comes later not more than once a second', async () => {
  const { store } = data.services;
  const add = createDayCounters(1);
  const commits = vi.spyOn(store, 'commit');
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 500 }, (_, i) =>
      add({ store }, '2026-03-10', i % 10 === 0 ? { bots: 1 } : { humans: 1, pages: { '%2Fabout': 1, ...(i % 2 ? { '%2F': 1 } : {}) } }),
    ),
  );
  expect(commits.mock.calls.length).toBeLessThanOrEqual(2);
  for (let i = 0; i < 2; i += 1) await add({ store }, '2026-03-10', { humans: 1 });
  expect(performance.now() - began).toBeGreaterThan(950);
  const day = (await databaseOf(store).doc('analytics/2026-03-10').get()).data();
  expect(day).toEqual({ day: '2026-03-10', bots: 50, humans: 452, pages: { '%2Fabout': 450, '%2F': 250 } });
});

test('a write that fails fails its own views alone', async () => {
  const { store } = data.services;
  const add = createDayCounters();
  vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('unavailable'));
  await expect(add({ store }, '2026-03-11', { humans: 1 })).rejects.toThrow('unavailable');
  await add({ store }, '2026-03-11', { humans: 1 });
  expect((await databaseOf(store).doc('analytics/2026-03-11').get()).get('humans')).toBe(1);
});

test('a few views one after another wait for nothing', async () => {
  const { store } = data.services;
  const add = createDayCounters();
  const began = performance.now();
  for (let i = 0; i < 10; i += 1) await add({ store }, '2026-03-12', { humans: 1 });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect((await databaseOf(store).doc('analytics/2026-03-12').get()).get('humans')).toBe(10);
});
