import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { liveDocuments } from '../../store/live-documents.ts';
import { readBought } from './bought-credits.ts';
import { createCredits } from './credits.ts';
import { silentMillis, takeLease } from './lease.ts';
import { type ReservedBy, sweepLeases } from './sweep-leases.ts';
import { usagePath } from './usage-document.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let now = Date.parse('2026-03-10T12:00:00Z');
const clock = () => (now += 1);

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

/** The printed lines of all instances. */
const log = new Map<string, number>();
const reservedBy: ReservedBy = async (leases) => new Map(leases.flatMap((lease) => [...log].filter(([id]) => id === lease)));

async function account(id: string, usageLimit: number, extraCredits = 0) {
  const { store } = data.services;
  await databaseOf(store)
    .doc(`tenants/${id}`)
    .set({ plan: { tier: 'free', usageLimit }, extraCredits });
  const tenants = liveDocuments<TenantDocument>(() => store, Date.now);
  const percents: number[] = [];
  const instance = (name: string) =>
    createCredits({
      store,
      tenants,
      now: clock,
      instance: name,
      reserve: (lease, reserved) => log.set(lease, reserved),
      onTaken: (_, { percent }) => percents.push(percent),
    });
  const serve = async (credits: ReturnType<typeof instance>, most = Number.POSITIVE_INFINITY) => {
    let served = 0;
    while (
      served < most &&
      (await credits.use(id).then(
        () => true,
        () => false,
      ))
    )
      served += 1;
    return served;
  };
  return {
    instance,
    serve,
    percents,
    usage: async () => (await store.get(usagePath(id, now)))?.data,
    extra: async () => (await readBought(store, id)).left,
    close: () => tenants.close(),
  };
}

test('bought credits are used after the plan’s and what is not used goes back to them', async () => {
  const { instance, serve, usage, extra, percents, close } = await account('bought', 20, 50);
  const credits = instance('i1');
  expect(await serve(credits, 40)).toBe(40);
  await credits.settle();
  expect(await usage()).toMatchObject({ used: 40, extra: 20, days: { '10': 40 } });
  expect(await extra()).toBe(30);
  expect(await serve(credits)).toBe(30);
  expect(await extra()).toBe(0);
  expect(await usage()).toMatchObject({ used: 70, extra: 50 });
  expect(percents.at(0)).toBeLessThan(50);
  expect(percents.at(-1)).toBeGreaterThanOrEqual(100);
  close();
});

test('what a lost instance had not reserved in its log is refunded, what it served stays counted', async () => {
  const { instance, serve, usage, close } = await account('lost', 10_000);
  const credits = instance('i1');
  const served = await serve(credits, 137);
  const before = await usage();
  expect(before?.used).toBeGreaterThan(served);
  const { store } = data.services;
  expect(await sweepLeases({ store, now: clock, reservedBy })).toBe(0);
  now += silentMillis;
  await sweepLeases({ store, now: clock, reservedBy });
  const after = await usage();
  expect(after?.refunded).toBeGreaterThan(0);
  expect(after).toMatchObject({ used: (before?.used ?? 0) - (after?.refunded ?? 0), leases: {} });
  expect(after?.sweepAt).toBeUndefined();
  expect(after?.used).toBeGreaterThanOrEqual(served);
  expect((after?.used ?? 0) - served).toBeLessThanOrEqual(Math.ceil((before?.used ?? 0) / 40));
  close();
});

test('of a lease whose instance is lost right after the commit, before it served a call, the rest comes back', async () => {
  const { usage, close } = await account('early', 10_000);
  const { store } = data.services;
  const tenants = liveDocuments<TenantDocument>(() => store, Date.now);
  const services = { store, tenants, now: clock, instance: 'i1', reserve: (lease: string, reserved: number) => log.set(lease, reserved) };
  await takeLease(services, 'early', { id: 'lease-early', wanted: 400, limit: 10_000 });
  expect((await usage())?.used).toBe(400);
  now += silentMillis;
  await sweepLeases({ store, now: clock, reservedBy });
  // A quarter of a second's calls of ten seconds'.
  expect(await usage()).toMatchObject({ used: 10, refunded: 390 });
  expect((await usage())?.leases).toEqual({});
  close();
  tenants.close();
});

test('an instance that was only asleep does not use a lease that was settled meanwhile', async () => {
  const { instance, serve, usage, close } = await account('asleep', 10_000);
  const credits = instance('i1');
  await serve(credits, 3);
  now += silentMillis;
  await sweepLeases({ store: data.services.store, now: clock, reservedBy });
  expect((await usage())?.used).toBe(3);
  expect(await serve(credits, 4)).toBe(4);
  await credits.settle();
  expect((await usage())?.used).toBe(7);
  close();
});

test('without a log a lost lease stays counted, and is shown as uncertain', async () => {
  const { instance, serve, usage, close } = await account('unknown', 10_000);
  await serve(instance('i1'), 3);
  const { store } = data.services;
  now += silentMillis;
  await sweepLeases({ store, now: clock, reservedBy: () => Promise.resolve(new Map()) });
  expect(Object.keys((await usage())?.leases ?? {})).toEqual(['i1']);
  now += 6 * 3_600_000;
  await sweepLeases({ store, now: clock, reservedBy: () => Promise.resolve(new Map()) });
  expect(await usage()).toMatchObject({ used: 11, uncertain: 10, leases: {} });
  close();
});

test('an account whose lost credits cannot be settled keeps none back that follows it', async () => {
  const [first, second] = [await account('broken', 10_000), await account('whole', 10_000)];
  await first.serve(first.instance('i1'), 3);
  await second.serve(second.instance('i1'), 3);
  now += silentMillis;
  const { store } = data.services;
  const { get } = store;
  const broken = vi.spyOn(store, 'get').mockImplementation((path, ...given) => {
    return path === usagePath('broken', now) ? Promise.reject(new Error('No answer.')) : get.call(store, path, ...given);
  });
  const told = vi.spyOn(console, 'error').mockReturnValue();
  await sweepLeases({ store, now: clock, reservedBy });
  broken.mockRestore();
  told.mockRestore();
  expect((await second.usage())?.leases).toEqual({});
  expect((await first.usage())?.sweepAt).toBeDefined(); // the next run takes it up
  first.close();
  second.close();
});

// Covers S0-9-17, S1-7-51
test('bought credits are used only after the plan’s own, and those left stay for the next month', async () => {
  const { instance, serve, usage, extra, close } = await account('kept', 20, 50);
  const credits = instance('i1');
  expect(await serve(credits, 20)).toBe(20);
  await credits.settle();
  expect(await usage()).toMatchObject({ used: 20 });
  expect((await usage())?.extra ?? 0).toBe(0);
  expect(await extra()).toBe(50);
  expect(await serve(credits, 5)).toBe(5);
  await credits.settle();
  expect(await extra()).toBe(45);
  now = Date.parse('2026-04-02T12:00:00Z');
  expect(await serve(credits, 20)).toBe(20);
  await credits.settle();
  expect(await extra()).toBe(45);
  expect(await serve(credits)).toBe(45);
  expect(await extra()).toBe(0);
  expect(await usage()).toMatchObject({ month: '202604', used: 65, extra: 45 });
  close();
});
