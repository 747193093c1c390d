import type { KeyVerb } from '@bedplate/contract';
import { databaseOf } from '../../../test/data-services.ts';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let orders: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  orders = await api.storage('orders');
});
afterAll(() => api.stop());

/** @returns sends a call with a named key that has these verbs */
async function withVerbs(...verbs: KeyVerb[]) {
  const { apiKey } = makeKeyPair(api.services.config.tokenPepper);
  const now = Timestamp.now();
  const named = { kind: 'scoped', name: 'Page', storages: ['*'], verbs, origins: [], expiresAt: null, active: true };
  const firestore = databaseOf(api.services.store);
  await firestore.doc(`apiKeys/${apiKeyId(apiKey)}`).set({ ...named, tenantId: 't1', projectId: 'p1', createdAt: now, updatedAt: now });
  return (path: string, method: string, body: unknown) =>
    api.call(path, { method, body, headers: { 'x-api-key': apiKey, 'x-secret-key': '' } });
}

const count = async () => (await api.call(`${orders.path}/count`)).body.data.count;
const batched = (id: string) => ({ writes: [{ op: 'upsert', storageId: orders.id, id, data: { n: 1 } }] });

test.each([
  ['update', 'create'],
  ['create', 'update'],
] as const)('a key with the verb %s alone makes and changes nothing by an upsert', async (verb, missing) => {
  await api.call(`${orders.path}/dataId/known?upsert=true`, { method: 'PUT', body: { n: 0 } });
  const before = await count();
  const call = await withVerbs(verb);
  for (const id of ['new-one', 'known']) {
    const refused = { status: 403, body: { message: expect.stringContaining(`the verb "${missing}"`) } };
    expect(await call(`${orders.path}/dataId/${id}?upsert=true`, 'PUT', { n: 1 })).toMatchObject(refused);
    expect(await call('/api/batch', 'POST', batched(id))).toMatchObject(refused);
  }
  expect(await count()).toBe(before);
  expect((await api.call(`${orders.path}/dataId/known`)).body.data.n).toBe(0);
});

test('a key with both verbs upserts, and one with update changes what is there', async () => {
  const call = await withVerbs('update', 'create');
  expect((await call(`${orders.path}/dataId/order-1?upsert=true`, 'PUT', { n: 1 })).status).toBe(201);
  expect((await call('/api/batch', 'POST', batched('order-2'))).status).toBe(200);
  const changes = await withVerbs('update');
  expect((await changes(`${orders.path}/dataId/order-1`, 'PUT', { n: 2 })).status).toBe(200);
});
