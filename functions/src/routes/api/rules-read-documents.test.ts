import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { Reader } from '../../domain/records/query/budget.ts';
import { storageTotal } from '../../domain/records/query/storage-total.ts';
import { recordCounts } from '../../store/collections.ts';

/** A listener is billed for each change of a document that its rules read: https://firebase.google.com/docs/firestore/pricing#listens */
const rules = readFileSync(new URL('../../../../firestore.rules', import.meta.url), 'utf8');
const readByRules = [...new Set([...rules.matchAll(/get\(\/databases\/\$\(database\)\/documents\/(\w+)\//g)].map(([, name = '']) => name))];

test('rules read documents of these collections', () => {
  expect(readByRules.toSorted()).toEqual(['apiKeys', 'sessions', 'storages', 'tenants']);
});

test('calls, counts and bought credits write to no document that rules read', async () => {
  const api = await startApi();
  const { store } = api.services.records;
  const database = databaseOf(store);
  const { id, path, read } = await api.storage('orders');
  await database.doc('tenants/t1').update({ 'plan.usageLimit': 5, extraCredits: 1000 });
  await expect.poll(async () => (await api.services.caches.tenants.get('tenants/t1'))?.data.plan.usageLimit).toBe(5);
  await rows(3100);
  expect(await total(0)).toBe(3100);
  expect((await read()).data.isCounted).toBe(true);

  await api.services.credits.settle();
  const before = await changes();
  const [base, bought] = [await counted(), await used()];
  await rows(2500);
  expect(await total(120_000)).toBe(5600);
  for (let i = 0; i < 20; i += 1) await api.call(`${path}/dataId/none`);
  await api.services.close(); // leases go back, figures of storages and keys are added up
  expect(await changes()).toEqual(before);
  expect((await counted())?.asOf.toMillis()).toBeGreaterThan(base?.asOf.toMillis() ?? Number.POSITIVE_INFINITY);
  expect(await used()).toBeGreaterThan(bought);
  expect((await database.collection('keyUse').get()).size + (await database.collection('usageParts').get()).size).toBeGreaterThan(0);
  await api.stop();

  async function rows(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 100)
      expect((await api.call(path, { body: Array.from({ length: 100 }, (_, at) => ({ at })) })).status).toBe(201);
  }

  async function total(ahead: number): Promise<number> {
    return storageTotal(new Reader(store), await read(), Date.now() + ahead);
  }

  async function counted() {
    return (await store.get(recordCounts.path(id)))?.data;
  }

  async function used(): Promise<number> {
    return (await store.boughtCredits.get('t1'))?.data.used ?? 0;
  }

  async function changes(): Promise<Record<string, number>> {
    const all = await Promise.all(readByRules.map((name) => database.collection(name).get()));
    return Object.fromEntries(all.flatMap(({ docs }) => docs.map((each) => [each.ref.path, each.updateTime.toMillis()])));
  }
});
