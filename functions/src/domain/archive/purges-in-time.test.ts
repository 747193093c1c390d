import { expect, test } from 'vitest';
import type { Services } from '../../services/services.ts';
import { purgeNow } from './purge-storage.ts';
import { sweepPurges } from './sweep-purges.ts';

/** Storages that are deleted for good: each of their documents is one of many, and a look at a page takes two seconds. */
function endlessStorages(count: number) {
  let now = 0;
  const looked: string[] = [];
  const rows = Array.from({ length: count }, (_, n) => ({ id: `s${n}`, path: `purges/s${n}`, data: { tenantId: 't1', projectId: 'p1' } }));
  const limits: (number | undefined)[] = [];
  const query = async ({ from, limit }: { from: string; limit?: number }) => {
    limits.push(limit);
    if (from === 'purges') {
      return { rows: rows.slice(0, limit) };
    }
    now += 2_000;
    looked.push(from.split('/')[1] ?? '');
    return { rows: [{ path: `${from}/one`, data: {} }] };
  };
  const store = { get: async (path: string) => rows.find((row) => row.path === path), query, commit: async () => {} };
  const services = { clock: () => now, store } as unknown as Services; // what a purge reads of them
  return { services, looked, limits };
}

test('a call removes for five seconds, a hundred documents at once', async () => {
  const { services, looked, limits } = endlessStorages(2);
  await purgeNow(services, ['s0', 's1']);
  expect(looked).toEqual(['s0', 's0', 's0']);
  expect(limits).toEqual([100, 100, 100]);
});

test('a sweep removes twenty storages, ten seconds of each', async () => {
  const { services, looked, limits } = endlessStorages(30);
  await sweepPurges(services, 15_000);
  expect(looked).toEqual(['s0', 's0', 's0', 's0', 's0', 's1', 's1', 's1']);
  expect(limits[0]).toBe(20);
});
