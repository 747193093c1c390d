import { readFileSync } from 'node:fs';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { createServices, type Services } from '../../services/services.ts';
import { recordVisit } from '../visits/record-visit.ts';
import { removeOld } from './remove-old.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let services: Services;
const now = Date.UTC(2027, 5, 1);
const day = 86_400_000;

beforeAll(async () => {
  data = await startDataServices();
  // The part that a page view reads.
  const config = { emulators: null, tokenPepper: 'a pepper of 32 characters or more!' } as unknown as Services['config'];
  services = createServices({ records: data.services, config, clock: () => now });
});
afterAll(() => data?.stop());

const collection = (name: string) => databaseOf(services.store).collection(name);
const idsOf = async (name: string) => (await collection(name).get()).docs.map(({ id }) => id).sort();

test('rows of earlier versions end at the age at which new ones do', async () => {
  const old = (days: number) => ({ createdAt: Timestamp.fromMillis(now - days * day) });
  for (const [id, days] of [
    ['a', 91],
    ['b', 89],
  ] as const)
    await collection('pageVisits')
      .doc(id)
      .set({ ipAddress: '203.0.113.9', ...old(days) });
  for (const [id, days] of [
    ['a', 366],
    ['b', 364],
  ] as const)
    await collection('activity')
      .doc(id)
      .set({ description: 'Ada', ...old(days) });
  for (const [id, days] of [
    ['a', 731],
    ['b', 729],
  ] as const)
    await collection('contacts')
      .doc(id)
      .set({ fullName: 'Ada', ...old(days) });
  expect(await removeOld(services)).toBe(3);
  expect([await idsOf('pageVisits'), await idsOf('activity'), await idsOf('contacts')]).toEqual([['b'], ['b'], ['b']]);
  expect(await removeOld(services)).toBe(0);
});

test('more than one commit takes are removed in one run', async () => {
  const batch = databaseOf(services.store).bulkWriter();
  for (let i = 0; i < 900; i += 1)
    void batch.set(collection('pageVisits').doc(`old-${i}`), { createdAt: Timestamp.fromMillis(now - 100 * day) });
  await batch.close();
  expect(await removeOld(services)).toBe(900);
});

test('a run removes each kind for four minutes', async () => {
  let at = now;
  const asked: string[] = [];
  const query = async ({ from, limit }: { from: string; limit: number }) => {
    at += 60_000;
    expect(limit).toBe(400);
    asked.push(from);
    return { rows: Array.from({ length: limit }, (_, id) => ({ id: `${id}` })) };
  };
  await removeOld({ clock: () => at, store: { query, commit: async () => {} } as unknown as Services['store'] }); // what is read of it
  expect(asked).toEqual(['pageVisits', 'activity', 'contacts'].flatMap((kind) => Array<string>(4).fill(kind)));
});

test('a page view carries its own end, which a policy of the database enforces', async () => {
  const before = await idsOf('pageVisits');
  await recordVisit(services, { path: '/about', ipAddress: '203.0.113.9' }, { get: () => undefined });
  const [id = ''] = (await idsOf('pageVisits')).filter((each) => !before.includes(each));
  const visit = await collection('pageVisits').doc(id).get();
  expect(visit.get('expiresAt').toMillis() - visit.get('createdAt').toMillis()).toBe(90 * day);
  const { fieldOverrides } = JSON.parse(readFileSync(new URL('../../../../firestore.indexes.json', import.meta.url), 'utf8')) as {
    fieldOverrides: { collectionGroup: string; fieldPath: string; ttl?: boolean }[];
  };
  const ended = fieldOverrides
    .filter(({ ttl, fieldPath }) => ttl && fieldPath === 'expiresAt')
    .map(({ collectionGroup }) => collectionGroup);
  expect(ended).toEqual(
    expect.arrayContaining(['pageVisits', 'activity', 'contacts', 'visitors', 'systemLogs', 'sessions', 'mail', 'attempts']),
  );
});
