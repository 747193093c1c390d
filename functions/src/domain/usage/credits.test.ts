import { freeUsageLimit } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { liveDocuments } from '../../store/live-documents.ts';
import { createCredits } from './credits.ts';
import { servedOf } from './served.ts';
import { usagePath } from './usage-document.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let now = Date.parse('2026-03-10T12:00:00Z');
const clock = () => (now += 1);

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

async function account(id: string, usageLimit: number) {
  const { store } = data.services;
  await databaseOf(store)
    .doc(`tenants/${id}`)
    .set({ plan: { tier: 'free', usageLimit } });
  const tenants = liveDocuments<TenantDocument>(() => store, Date.now);
  const instances = ['i1', 'i2', 'i3', 'i4'].map((instance) => createCredits({ store, tenants, now: clock, instance }));
  const usage = async () => (await store.get(usagePath(id, now)))?.data;
  return { instances, usage, close: () => tenants.close() };
}

test('four instances serve exactly the month’s credits, and every served call is counted', async () => {
  const { instances, usage, close } = await account('exact', 500);
  let served = 0;
  const refusals: unknown[] = [];
  await Promise.all(
    instances.map(async (credits) => {
      for (let denied: unknown; !denied; ) {
        denied = await credits.use('exact').then(
          () => void (served += 1),
          (error: unknown) => error,
        );
        refusals.push(...(denied ? [denied] : []));
      }
    }),
  );
  expect(refusals).toHaveLength(4);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: 'credits-exhausted', status: 429, headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } });
  }
  expect(served).toBe(500);
  expect((await usage())?.used).toBe(500);
  close();
});

test('what an instance has not used goes back, by the day it was taken on', async () => {
  const { instances, usage, close } = await account('back', 1000);
  const [credits] = instances;
  for (let i = 0; i < 7; i += 1) await credits?.use('back');
  const giveBack = await credits?.use('back');
  giveBack?.();
  expect((await usage())?.used).toBeGreaterThanOrEqual(8);
  await credits?.settle();
  expect(await usage()).toMatchObject({ used: 7, days: { '10': 7 }, month: '202603' });
  close();
});

test('a call after midnight counts for its own day, although credits of the day before are left', async () => {
  const { instances, usage, close } = await account('midnight', 30_000);
  const [credits] = instances;
  const noon = now;
  now = Date.parse('2026-03-10T23:59:58Z');
  for (let i = 0; i < 3; i += 1) await credits?.use('midnight');
  now = Date.parse('2026-03-11T00:00:00Z');
  await credits?.use('midnight');
  await credits?.settle();
  expect((await usage())?.days).toEqual({ '10': 3, '11': 1 });
  now = noon;
  close();
});

test('what is shown is what was served: one call at once, many once the rest has gone back', async () => {
  const { instances, usage, close } = await account('shown', 30_000);
  await instances[0]?.use('shown');
  expect(servedOf(await usage(), now)).toEqual({ used: 1, reserved: 0, days: { '10': 1 } });
  for (let i = 1; i < 109; i += 1) await instances[0]?.use('shown');
  const during = servedOf(await usage(), now);
  expect(during.used).toBeLessThanOrEqual(109);
  expect(during.used + during.reserved).toBeGreaterThanOrEqual(109);
  await instances[0]?.settle();
  expect(servedOf(await usage(), now)).toEqual({ used: 109, reserved: 0, days: { '10': 109 } });
  for (let i = 0; i < 11; i += 1) await instances[1]?.use('shown');
  await instances[1]?.settle();
  expect(servedOf(await usage(), now)).toMatchObject({ used: 120, reserved: 0 });
  close();
});

test('credits that are bought are served at once, although the refusal is kept for seconds', async () => {
  const { instances, close } = await account('bought', 1);
  const use = () => instances[0]?.use('bought').then(() => 'served');
  expect(await use()).toBe('served');
  await expect(use()).rejects.toMatchObject({ code: 'credits-exhausted' });
  await databaseOf(data.services.store).doc('tenants/bought').update({ extraCredits: 3 });
  await expect.poll(() => use()?.catch(() => 'refused'), { timeout: 10_000, interval: 20 }).toBe('served');
  close();
});

test('a lost instance leaves its grant counted: never too few', async () => {
  const { instances, usage, close } = await account('lost', 1000);
  for (let i = 0; i < 3; i += 1) await instances[0]?.use('lost');
  const left = await usage();
  expect(left?.used).toBeGreaterThanOrEqual(3);
  // The first lease was for the first call alone.
  expect((left?.leases.i1?.granted ?? 0) + 1).toBe(left?.used);
  close();
});

test('a new month starts with all credits', async () => {
  const { instances, usage, close } = await account('month', 2);
  await instances[0]?.use('month');
  await instances[0]?.use('month');
  await expect(instances[0]?.use('month')).rejects.toMatchObject({ code: 'credits-exhausted' });
  now = Date.parse('2026-04-01T00:00:01Z');
  await instances[0]?.use('month');
  expect(await usage()).toMatchObject({ month: '202604', used: 1 });
  close();
});

test.each([
  ['the free plan', freeUsageLimit, 30_000],
  ['a paid plan', 700, 700],
  // Covers S0-9-16
])('the credits of %s are for a month, and full again in the next', async (name, limit, credits) => {
  const { instances, usage, close } = await account(name, limit);
  const serveAll = async () => {
    for (let served = 0; ; served += 1) if ((await instances[0]?.use(name).catch(() => null)) === null) return served;
  };
  now = Date.parse('2026-05-31T23:00:00Z');
  expect(await serveAll()).toBe(credits);
  expect(await serveAll()).toBe(0);
  now = Date.parse('2026-06-01T00:00:00Z');
  expect(await serveAll()).toBe(credits);
  expect(await usage()).toMatchObject({ month: '202606', used: credits });
  close();
});

test('many instances together write to the account’s document about as often as few', async () => {
  const { store } = data.services;
  await databaseOf(store)
    .doc('tenants/many')
    .set({ plan: { tier: 'free', usageLimit: 10_000_000 } });
  const tenants = liveDocuments<TenantDocument>(() => store, Date.now);
  let at = Date.parse('2026-03-10T12:00:00Z');
  let taken = 0;
  const instances = Array.from({ length: 16 }, (_, i) =>
    createCredits({ store, tenants, now: () => at, instance: `many${i}`, onTaken: () => void (taken += 1) }),
  );
  // Each serves ten calls a second; one second in ten is looked at, as fast as it goes.
  const serve = async (seconds: number) => {
    for (let i = 0; i < seconds * 10; i += 1) {
      at += 100;
      for (const credits of instances) await credits.use('many');
    }
  };
  await serve(30); // leases grow
  taken = 0;
  await serve(60);
  expect(taken / 60).toBeLessThan(0.5);
  await Promise.all(instances.map((credits) => credits.settle()));
  tenants.close();
});
