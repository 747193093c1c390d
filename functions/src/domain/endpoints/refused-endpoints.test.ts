import { limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { makeAgain } from './endpoint-again.ts';
import { createEndpoint, rotateToken, updateEndpoint } from './save-endpoint.ts';

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

test('no token is made for an endpoint that is no webhook, although its other half fits', async () => {
  const { id } = await add({ type: 'api', functionality: 'sender', method: 'get', endpoint: 'https://example.test/' });
  await databaseOf(api.services.store).doc(`endpoints/${id}`).update({ functionality: 'sender' });
  await expect(rotateToken(api.services, admin, id)).rejects.toMatchObject({ code: 'invalid-argument', text: { key: 'tokenOfSenders' } });
});

test('a full storage takes no endpoint out of a backup, and keeps its receivers when they are changed', async () => {
  const full = await api.storage('full');
  const place = { dataStorageId: full.id, type: 'webhook', functionality: 'receiver', endpoint: 'https://example.test/a' } as const;
  const { id } = await add(place);
  const document = databaseOf(api.services.store).doc(`storages/${full.id}`);
  const others = Array.from({ length: limits.receiversPerStorage - 1 }, (_, at) => `e${at}`);
  await document.update({ receivers: [id, ...others] });
  const input = { ...place, endpoint: 'https://example.test/b' };
  await updateEndpoint(api.services, { caller: admin, id, change: input });
  const endpoints = databaseOf(api.services.store).collection('endpoints');
  for (let at = 1; at < limits.endpointsPerStorage; at += 1) await endpoints.doc(`many-${at}`).set({ storageId: full.id });
  const before = await count();
  const again = makeAgain(api.services, { caller: admin, storageId: full.id, input });
  await expect(again).rejects.toMatchObject({ code: 'quota-exceeded', text: { key: 'endpointsMany' } });
  expect(await count()).toBe(before);
});

test('a storage has so many receivers', async () => {
  const full = Array.from({ length: limits.receiversPerStorage }, (_, at) => `e${at}`);
  await databaseOf(api.services.store).doc(`storages/${storageId}`).update({ receivers: full });
  const before = await count();
  await expect(receiver()).rejects.toMatchObject({ code: 'quota-exceeded' });
  expect(await count()).toBe(before);
});
