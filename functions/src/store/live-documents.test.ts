import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../test/data-services.ts';
import type { LiveBounds } from '../memory/live-cache.ts';
import { liveDocuments } from './live-documents.ts';
import { newMeter, withMeter } from './model/meter.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

function aCache(bounds?: Partial<LiveBounds>) {
  let now = 1_000_000;
  const cache = liveDocuments<{ n: number }>(
    () => data.services.store,
    () => now,
    { bounds },
  );
  return { cache, later: (millis: number) => (now += millis) };
}

const doc = (id: string) => databaseOf(data.services.store).doc(`storages/${id}`);

test('a change is seen within moments, and nothing is read for it', async () => {
  const { cache } = aCache();
  await doc('a').set({ n: 1 });
  const meter = newMeter();
  await withMeter(meter, async () => {
    expect((await cache.get('storages/a'))?.data.n).toBe(1);
    await doc('a').set({ n: 2 });
    await expect.poll(async () => (await cache.get('storages/a'))?.data.n, { interval: 5 }).toBe(2);
    await doc('a').delete();
    await expect.poll(() => cache.get('storages/a'), { interval: 5 }).toBe(null);
  });
  expect(meter.reads).toBe(0);
  cache.close();
});

test('what does not exist is believed for five seconds', async () => {
  const { cache, later } = aCache();
  expect(await cache.get('storages/b')).toBe(null);
  await doc('b').set({ n: 1 });
  expect(await cache.get('storages/b')).toBe(null);
  later(5001);
  expect((await cache.get('storages/b'))?.data.n).toBe(1);
  cache.close();
});

test('a value from before a moment that is named is read again, and serves from then on', async () => {
  const { cache, later } = aCache({ listeners: 0 });
  await doc('s').set({ n: 1 });
  expect((await cache.get('storages/s'))?.data.n).toBe(1);
  await doc('s').set({ n: 2 });
  const moment = later(1);
  expect((await cache.get('storages/s'))?.data.n).toBe(1);
  expect((await cache.get('storages/s', moment))?.data.n).toBe(2);
  await doc('s').set({ n: 3 });
  expect((await cache.get('storages/s', moment))?.data.n).toBe(2);
  cache.close();
});

test('concurrent first questions share one listener, and the least recently used documents leave', async () => {
  const { cache } = aCache({ values: 2 });
  await Promise.all(['c', 'd', 'e'].map((id) => doc(id).set({ n: 1 })));
  const [one, other] = await Promise.all([cache.get('storages/c'), cache.get('storages/c')]);
  expect(one).toBe(other);
  await cache.get('storages/d');
  await cache.get('storages/e');
  expect(await cache.get('storages/c')).not.toBe(one);
  cache.close();
});

test('beyond the most listeners the least recently used value is believed for thirty seconds, then read again', async () => {
  const { cache, later } = aCache({ listeners: 1 });
  await Promise.all(['g', 'h'].map((id) => doc(id).set({ n: 1 })));
  const seen = async (id: string) => (await cache.get(`storages/${id}`))?.data.n;
  await seen('g');
  later(2000);
  await seen('h');
  await Promise.all(['g', 'h'].map((id) => doc(id).set({ n: 2 })));
  await expect.poll(() => seen('h'), { interval: 5 }).toBe(2);
  expect(await seen('g')).toBe(1);
  later(2000);
  expect(await seen('g')).toBe(1);
  for (const second of Array.from({ length: 14 }, (_, at) => at)) {
    later(2000);
    expect([second, await seen('h')]).toEqual([second, 2]); // in use all the while
  }
  expect(await seen('g')).toBe(2);
  cache.close();
});

test('switched off, a document is read each time, and no request pays for it', async () => {
  const documents = liveDocuments<{ n: number }>(() => data.services.store, Date.now, { isOff: true });
  const meter = newMeter();
  await withMeter(meter, async () => {
    for (const n of [1, 2]) {
      await doc('f').set({ n });
      expect((await documents.get('storages/f'))?.data.n).toBe(n);
    }
  });
  expect(meter.reads).toBe(0);
});
