import { limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { createEndpoint, rotateToken } from './save-endpoint.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let storageId: string;

beforeAll(async () => {
  api = await startApi();
  storageId = (await api.storage('orders')).id;
});
afterAll(() => api.stop());

type Input = Parameters<typeof createEndpoint>[1]['input'];
const add = (input: Partial<Input>) => {
  const common = { dataStorageId: storageId, type: 'webhook', functionality: 'receiver' } as const;
  return createEndpoint(api.services, { caller: admin, projectId: 'p1', input: { ...common, ...input } });
};
const receiver = () => add({ endpoint: 'https://example.test/hook' });
const count = async () => (await databaseOf(api.services.store).collection('endpoints').count().get()).data().count;

test.each<[Partial<Input>, string]>([
  [{ type: 'api', endpoint: 'https://example.test/' }, 'method'],
  [{ type: 'api', method: 'get', endpoint: 'ftp://example.test/' }, 'endpoint'],
  [{ type: 'api', method: 'get', endpoint: 'javascript:alert(1)' }, 'endpoint'],
  [{ type: 'api', method: 'get', endpoint: 'no address' }, 'endpoint'],
])('an endpoint with %j is refused for its %s', async (input, field) => {
  const before = await count();
  await expect(add(input)).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field }] });
  expect(await count()).toBe(before);
});

test('another token is made for an address of ours alone', async () => {
  const { id } = await receiver();
  await expect(rotateToken(api.services, admin, id)).rejects.toMatchObject({ code: 'invalid-argument', text: { key: 'tokenOfSenders' } });
});

test('a storage has so many receivers', async () => {
  const full = Array.from({ length: limits.receiversPerStorage }, (_, at) => `e${at}`);
  await databaseOf(api.services.store).doc(`storages/${storageId}`).update({ receivers: full });
  const before = await count();
  await expect(receiver()).rejects.toMatchObject({ code: 'quota-exceeded' });
  expect(await count()).toBe(before);
});
