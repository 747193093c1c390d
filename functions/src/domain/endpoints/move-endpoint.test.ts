import { documentPath } from '../../store/model/collection.ts';
import { limits } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { create } from '../../store/model/writes.ts';
import type { Caller } from '../callers/caller.ts';
import { createRecords } from '../records/write/create-records.ts';
import { getDelivery, listDeliveries, replayDelivery } from './deliveries.ts';
import { createEndpoint, updateEndpoint } from './save-endpoint.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let here: string;
let there: string;
let inOther: string;

const developerOf = (projectId: string): Caller => ({ ...admin, uid: `dev-${projectId}`, role: 'developer', projectId });
const page = { page: 1, limit: 10 };

beforeAll(async () => {
  api = await startApi();
  const now = Timestamp.now();
  const other = { tenantId: 't1', name: 'Other', description: '', archivedAt: null, counters: { storages: 0 } };
  await databaseOf(api.services.store)
    .doc('projects/p2')
    .set({ ...other, createdAt: now, updatedAt: now });
  here = (await api.storage('orders')).id;
  there = (await api.storage('invoices')).id;
  inOther = (await api.storage('tickets', { projectId: 'p2' })).id;
});
afterAll(() => api.stop());

const receiver = () =>
  createEndpoint(api.services, {
    caller: admin,
    projectId: 'p1',
    input: {
      dataStorageId: here,
      type: 'webhook',
      functionality: 'receiver',
      endpoint: 'https://example.test/hook',
    },
  });

/** Makes the delivery that announces a new record to a receiver. */
async function aDelivery(endpointId: string): Promise<string> {
  const storage = await api.services.records.store.get(documentPath(`storages/${here}`));
  await createRecords(api.services.records, storage as Parameters<typeof createRecords>[1], {
    inputs: [{ secret: 'of A' }],
    actor: 'test',
  });
  const { data } = await listDeliveries(api.services, { caller: admin, endpointId, page });
  return data[0]?.id ?? '';
}

test('an endpoint does not move to another project', async () => {
  const { id } = await receiver();
  const delivery = await aDelivery(id);
  await expect(updateEndpoint(api.services, { caller: admin, id, change: { dataStorageId: inOther } })).rejects.toMatchObject({
    status: 400,
  });
  expect((await databaseOf(api.services.store).doc(`endpoints/${id}`).get()).get('projectId')).toBe('p1');
  expect(await getDelivery(api.services, { caller: developerOf('p1'), endpointId: id, deliveryId: delivery })).toMatchObject({
    body: expect.stringContaining('of A'),
  });
  await expect(getDelivery(api.services, { caller: developerOf('p2'), endpointId: id, deliveryId: delivery })).rejects.toMatchObject({
    status: 404,
  });
});

test('an endpoint that moves within its project keeps its deliveries', async () => {
  const { id } = await receiver();
  const delivery = await aDelivery(id);
  await updateEndpoint(api.services, { caller: admin, id, change: { dataStorageId: there } });
  expect((await listDeliveries(api.services, { caller: developerOf('p1'), endpointId: id, page })).data).toMatchObject([{ id: delivery }]);
});

test('a storage without room takes no endpoint from elsewhere, and its own can still be changed', async () => {
  const full = (await api.storage('full')).id;
  const { id } = await receiver();
  const row = (await databaseOf(api.services.store).doc(`endpoints/${id}`).get()).data() ?? {};
  const rows = Array.from({ length: limits.endpointsPerStorage }, (_, i) =>
    create(`endpoints/full${i}`, { ...row, storageId: full, type: 'api', method: 'get', secretCipher: null }),
  );
  await api.services.records.store.commit(rows);
  await expect(updateEndpoint(api.services, { caller: admin, id, change: { dataStorageId: full } })).rejects.toMatchObject({ status: 409 });
  expect((await databaseOf(api.services.store).doc(`endpoints/${id}`).get()).get('storageId')).toBe(here);
  await updateEndpoint(api.services, { caller: admin, id: 'full0', change: { method: 'post' } });
});

test('a delivery of another project is not seen, whoever has the endpoint now', async () => {
  const { id } = await receiver();
  const deliveryId = await aDelivery(id);
  await databaseOf(api.services.store).doc(`deliveries/${deliveryId}`).update({ projectId: 'p2' });
  await expect(getDelivery(api.services, { caller: admin, endpointId: id, deliveryId })).rejects.toMatchObject({ status: 404 });
});

test('a delivery is seen and sent again by its own endpoint alone', async () => {
  const [{ id }, other] = [await receiver(), await receiver()];
  const wanted = { caller: admin, endpointId: other.id, deliveryId: await aDelivery(id) };
  await expect(getDelivery(api.services, wanted)).rejects.toMatchObject({ status: 404 });
  await expect(replayDelivery(api.services, wanted)).rejects.toMatchObject({ status: 404 });
});
