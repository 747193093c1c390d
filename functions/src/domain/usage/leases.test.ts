import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { liveDocuments } from '../../store/live-documents.ts';
import { capUseId } from '../spend/cap-period.ts';
import { createCaps } from '../spend/caps.ts';
import { createCredits } from './credits.ts';
import { sweepLeases } from './sweep-leases.ts';
import { usagePath } from './usage-document.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let now = Date.parse('2026-03-10T12:00:00Z');
const clock = () => now;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

const instance = 'i1';
const plenty = 10_000_000;

/** Calls that use credits of an account, and the size of the lease that they come from. */
async function ofAccount(id: string) {
  const { store } = data.services;
  await databaseOf(store)
    .doc(`tenants/${id}`)
    .set({ plan: { tier: 'free', usageLimit: plenty } });
  const tenants = liveDocuments<TenantDocument>(() => store, clock);
  const credits = createCredits({ store, tenants, now: clock, instance });
  const stored = async () => (await store.get(usagePath(id, now)))?.data;
  return {
    use: () => credits.use(id),
    settle: () => credits.settle(),
    granted: async () => (await stored())?.leases[instance]?.granted ?? 0,
    used: async () => (await stored())?.used,
    close: () => tenants.close(),
  };
}

/** The same of a key with a cap. */
function ofCap(id: string) {
  const { store } = data.services;
  const caps = createCaps(
    () => ({ store, now: clock, instance }),
    () => now,
  );
  const caller = { tenantId: 't1', projectId: 'p1', keyId: id, limits: { cap: { credits: plenty, per: 'month' } } } as const;
  const stored = async () => (await store.capUse.get(capUseId(`key/${id}`, 'month', now)))?.data;
  return {
    use: () => caps.use(caller),
    settle: () => caps.settle(),
    granted: async () => (await stored())?.leases[instance]?.granted ?? 0,
    used: async () => (await stored())?.used,
    close: () => caps.settle(),
  };
}

const counters = [
  ['an account', ofAccount],
  ['a cap', ofCap],
] as const;

test.each(counters)(
  'a lease of %s covers ten seconds of calls, ten times the one before at most, and never more than 5,000',
  async (_, leasesOf) => {
    const steady = await leasesOf('steady');
    await steady.use();
    now += 2_000;
    await steady.use();
    expect(await steady.granted()).toBe(5);
    const storm = await leasesOf('storm');
    for (const size of [1, 10, 100, 1000, 5000, 5000]) {
      await storm.use();
      expect(await storm.granted()).toBe(size);
      for (let i = 1; i < size; i += 1) await storm.use();
    }
    await Promise.all([steady.close(), storm.close()]);
  },
);

test.each(counters)('what the database did not take of a lease of %s is returned later, once', async (_, leasesOf) => {
  const { use, settle, used, close } = await leasesOf('again');
  for (let i = 0; i < 30; i += 1) await use();
  const { store } = data.services;
  const { commit } = store;
  const lost = vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('No answer.'));
  await expect(settle()).rejects.toThrow('No answer.');
  await use(); // the next lease does not replace it
  lost.mockImplementationOnce(async (...given) => {
    await commit.apply(store, given);
    throw new Error('No answer.');
  });
  await expect(settle()).rejects.toThrow('No answer.');
  lost.mockRestore();
  await settle();
  expect(await used()).toBe(31);
  await close();
});

test.each(counters)('a call that comes while the rest of a lease of %s goes back loses none of it', async (_, leasesOf) => {
  const { use, settle, used, close } = await leasesOf('meanwhile');
  for (let i = 0; i < 30; i += 1) await use();
  const { store } = data.services;
  const { commit } = store;
  const slow = vi.spyOn(store, 'commit').mockImplementationOnce(async (...given) => {
    await setTimeout(100);
    return commit.apply(store, given);
  });
  await Promise.all([settle(), use()]);
  slow.mockRestore();
  await settle();
  expect(await used()).toBe(31);
  await close();
});

test('a run looks at leases of two hundred accounts, and asks the log for fifty of them at a time', async () => {
  const db = databaseOf(data.services.store);
  const sweepAt = new Date(now - 1);
  const lost = (id: number) => ({
    [`lost${id}`]: { id: `lease${id}`, granted: 5, isExtra: false, day: '10', at: new Date(now - 7 * 3_600_000) },
  });
  const account = (id: number) => ({ tenantId: `t${id}`, used: 5, leases: id < 60 ? lost(id) : {}, sweepAt });
  await Promise.all(Array.from({ length: 201 }, (_, id) => db.doc(`usage/swept${id}_202603`).set(account(id))));
  const questions: number[] = [];
  const reservedBy = async (leases: readonly string[]) => {
    questions.push(leases.length);
    return new Map<string, number>();
  };
  await sweepLeases({ store: data.services.store, now: clock, reservedBy });
  expect((await db.collection('usage').where('sweepAt', '<=', new Date(now)).count().get()).data().count).toBe(1);
  expect(questions[0]).toBe(50);
  expect(questions).toHaveLength(2);
});
