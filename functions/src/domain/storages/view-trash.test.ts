import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { storageSettings } from './storages.ts';
import { viewStorage } from './view-storage.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a trash that an earlier soft delete left is counted, shown, restored and purged, and then forgotten', async () => {
  const { id: storageId, path } = await api.storage('orders', { is_softDelete: true });
  const view = (deleted?: 'only') =>
    viewStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId }, query: { page: 1, limit: 10, deleted } });
  const keys = await Promise.all(
    ['Oak', 'Ash'].map(async (title) => (await api.call(path, { body: { title } })).body.data.id as string), // of a created record
  );
  for (const key of keys) await api.call(`${path}/dataId/${key}`, { method: 'DELETE' });
  expect(await view()).not.toHaveProperty('trashed');
  await databaseOf(api.services.records.store).doc(`storages/${storageId}`).update({ is_softDelete: false });
  await expect.poll(async () => (await view()).trashed).toBe(2);
  expect(await storageSettings(api.services, admin, { projectId: 'p1', storageId })).toMatchObject({ trashed: 2, is_softDelete: false });
  expect((await view('only')).data.map(({ title }) => title).sort()).toEqual(['Ash', 'Oak']);
  expect((await api.call(`${path}/dataId/${keys[0]}/restore`, { method: 'POST' })).status).toBe(200);
  expect((await api.call(`${path}/dataId/${keys[1]}?permanent=true`, { method: 'DELETE' })).status).toBe(200);
  expect((await view()).trashed).toBe(0);
});
