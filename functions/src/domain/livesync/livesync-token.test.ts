import type { LiveSyncClaims } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { liveDocuments } from '../../store/live-documents.ts';
import type { Services } from '../../services/services.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { liveSyncToken } from './livesync-token.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
const calls: string[] = [];
const signed: LiveSyncClaims[] = [];

beforeAll(async () => {
  data = await startDataServices();
  await databaseOf(data.services.store)
    .doc('storages/s1')
    .set({
      tenantId: 't1',
      projectId: 'p1',
      storageKey: 'products',
      archived: false,
      is_softDelete: false,
      typesSince: 7,
      profile: { grams: true },
      fields: {
        f0: { path: ['price'], types: ['string'], declared: { type: 'decimal' }, firstSeen: Timestamp.fromMillis(1) },
        f1: { path: ['title'], types: ['string'], firstSeen: Timestamp.fromMillis(1) },
      },
    });
});
afterAll(() => data?.stop());

/** Firebase, where clients may sign nobody up: a token for an unknown user would sign nobody in. */
const auth = {
  createUser: async ({ uid }: { uid: string }) => void calls.push(`user ${uid}`),
  createCustomToken: async (uid: string, claims: LiveSyncClaims) => {
    calls.push(`token ${uid}`);
    signed.push(claims);
    return 'token';
  },
} as unknown as Services['auth'];

const services = () => {
  const { store } = data.services;
  const caches = { storages: liveDocuments<never>(() => store, Date.now), appUsers: liveDocuments<never>(() => store, Date.now) };
  return { store, records: data.services, caches, clock: Date.now, config: { emulators: null } as Services['config'], auth };
};
const caller = { tenantId: 't1', projectId: 'p1', keyId: 'k', expiresAt: null } as unknown as ApiCaller;

test('the user of a token is made before the token, once by each instance', async () => {
  for (let at = 0; at < 60; at += 1) await liveSyncToken(services(), caller, ['products']);
  const uids = calls.filter((call) => call.startsWith('token')).map((call) => call.slice(6));
  for (const uid of new Set(uids)) expect(calls.indexOf(`user ${uid}`)).toBe(calls.indexOf(`token ${uid}`) - 1);
  expect(calls.filter((call) => call.startsWith('user')).sort()).toEqual([...new Set(uids)].map((uid) => `user ${uid}`).sort());
});

test('a token is good for half an hour', async () => {
  const { expiresAt } = await liveSyncToken({ ...services(), clock: () => 0 }, caller, ['products']);
  expect([Date.parse(String(expiresAt)), signed.at(-1)?.x]).toEqual([30 * 60_000, 30 * 60_000]);
});

test('the types of fields come with a token, so that a listener compares as lists do', async () => {
  const { storages } = await liveSyncToken(services(), caller, ['products']);
  expect(storages).toEqual([{ storageId: 's1', storageKey: 'products', is_softDelete: false, types: { price: { type: 'decimal' } } }]);
  expect(signed.at(-1)).toMatchObject({ ty: 7 });
});
