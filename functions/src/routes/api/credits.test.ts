import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { apiUsage } from '../../domain/usage/read-usage.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: ApiServer;
let path: string;
beforeEach(async () => {
  api = await startApi();
  ({ path } = await api.storage('orders'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api.stop();
});

const owner = { tenantId: 't1', owner: { uid: 'u1', name: 'Owner' } } as unknown as Caller; // what the figures read of one

/** The figure of the console, once the instance has given back what it held in advance. */
async function figure(): Promise<number> {
  await api.services.credits.settle();
  return (await apiUsage(api.services, owner)).usage.usage;
}

const setPlan = (change: object) => databaseOf(api.services.records.store).doc('tenants/t1').update(change);

// Covers S0-9-13, S1-2.7-04
test('each authenticated call costs exactly one credit, one that finds nothing included', async () => {
  const { body } = await api.call(path, { body: { title: 'Oak' } });
  expect(await figure()).toBe(1);
  const calls = [
    [`${path}/dataId/${body.data.id}`, {}, 200],
    [`${path}/dataId/none`, {}, 404],
    [path, {}, 200],
    ['/api/unknown/unknown', {}, 404],
    [`${path}/dataId/${body.data.id}`, { method: 'PUT', body: { title: 'Ash' } }, 200],
    [path, { body: '{' }, 400],
    [`${path}/dataId/${body.data.id}`, { method: 'DELETE' }, 200],
  ] as const;
  for (const [at, [address, init, status]] of calls.entries()) {
    expect((await api.call(address, init)).status).toBe(status);
    expect(await figure()).toBe(at + 2);
  }
});

// Covers S0-9-14
test('a call without keys, with wrong ones, or that fails on our side costs none', async () => {
  expect((await api.call(path, { headers: { 'x-secret-key': 'wrong' } })).status).toBe(401);
  expect((await fetch(api.origin + path)).status).toBe(401);
  expect(await figure()).toBe(0);
  await api.call(path, { body: { title: 'Oak' } });
  const { store } = api.services.records;
  const commit = store.commit.bind(store);
  const away = () => Promise.reject(new Error('The database is away.'));
  const use = vi.spyOn(api.services.credits, 'use');
  // Records alone are away: the call is charged before it writes one.
  vi.spyOn(store, 'commit').mockImplementation((writes, ...rest) =>
    writes.some((write) => write.path.includes('/records/')) ? away() : commit(writes, ...rest),
  );
  vi.spyOn(console, 'error').mockReturnValue(); // the log of the failure
  const failed = await api.call(path, { body: { title: 'Ash' } });
  await expect(Promise.all(use.mock.results.map(({ value }) => value))).resolves.toHaveLength(1);
  vi.restoreAllMocks();
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(await figure()).toBe(1);
});

// Covers S0-9-18
test('with no credits left a call answers 429 with a plain message, and is served again when there are', async () => {
  await setPlan({ 'plan.usageLimit': 2, extraCredits: 1 });
  await expect.poll(async () => (await api.services.caches.tenants.get('tenants/t1'))?.data.plan.usageLimit).toBe(2);
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await api.call(`${path}/count`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const { body, headers } = await api.call(`${path}/count`);
  expect(body).toMatchObject({
    success: false,
    message: 'The API credits of this month are used up. Upgrade the plan or buy credits to go on.',
  });
  expect(headers.get('x-credits-remaining')).toBe('0');
  await setPlan({ extraCredits: 5 });
  // A purchase is heard of by the listener of the account, long before the kept refusal ends.
  await expect.poll(async () => (await api.call(`${path}/count`)).status, { timeout: 10_000, interval: 100 }).toBe(200);
});

// Covers S0-9-14
test('wrong passwords of app users cost nothing, before and after the lockout; a right one costs a credit', async () => {
  const users = await api.storage('users');
  await api.call(users.path, { body: { username: 'ann', password: 'a long password 1' } });
  expect(await figure()).toBe(1);
  const statuses = new Set<number>();
  for (let i = 0; i < 12; i += 1) {
    statuses.add((await api.call(`${users.path}/authenticate`, { body: { username: 'bob', password: `guess ${i}` } })).status);
  }
  expect([...statuses]).toEqual([401, 429]);
  expect(await figure()).toBe(1);
  expect((await api.call(`${users.path}/authenticate`, { body: { username: 'ann', password: 'a long password 1' } })).status).toBe(200);
  expect(await figure()).toBe(2);
});

test('the keys of an account open although the person who founded it is inactive', async () => {
  const database = databaseOf(api.services.records.store);
  await database.doc('users/u1').set({ role: 'admin', tenantId: 't1', is_active: false }, { merge: true });
  const [key] = (await database.collection('apiKeys').get()).docs;
  // As earlier versions left it.
  await key?.ref.update({ active: false });
  expect((await api.call(path)).status).toBe(200);
});

test('what a call costs beside its own credit counts for its key too, unless it is given back', async () => {
  for (let part = 0; part < 3; part += 1) await api.call(path, { body: Array.from({ length: 100 }, (_, n) => ({ n })) });
  expect((await api.call(`${path}/export?format=ndjson`)).status).toBe(200);
  const figures = async () => {
    await api.services.usageParts.flush();
    const [use] = (await databaseOf(api.services.records.store).collection('keyUse').get()).docs;
    return [use?.get('calls'), ...Object.values(use?.get('days') as object)];
  };
  expect(await figures()).toEqual([4, 6]);
  await setPlan({ 'plan.usageLimit': (await figure()) + 2 }); // one for the call, and one of two that it takes more
  expect((await api.call(`${path}/export?format=ndjson`)).status).toBe(429);
  expect(await figures()).toEqual([4, 6]);
});
