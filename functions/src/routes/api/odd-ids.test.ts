import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let stock: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  stock = await api.storage('stock');
});
afterAll(() => api.stop());

/** Ids that Firestore reserves, or reads as the name of another document. */
const odd = ['__all__', '__x__', '-', '_', 'a%2Fb', '%00'];

test.each(odd)('the storage "%s" is unknown', async (id) => {
  for (const path of [`/api/stock/${id}`, `/api/stock/${id}/count`, `/api/stock/${id}/dataId/x`])
    expect(await api.call(path)).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
  expect(await api.call(`/api/stock/${id}`, { body: { title: 'x' } })).toMatchObject({ status: 404 });
});

test.each(['__all__', '-', 'a/b'])('the project "%s" in the header opens nothing', async (id) => {
  expect(await api.call(stock.path, { headers: { 'x-project-id': id } })).toMatchObject({ status: 401 });
});

test('a batch that names such a storage is refused whole', async () => {
  const writes = [
    { op: 'create', storageId: stock.id, data: { title: 'x' } },
    { op: 'create', storageId: '__all__', data: { title: 'x' } },
  ];
  expect((await api.call('/api/batch', { body: { writes } })).status).toBe(404);
  expect((await api.call(`${stock.path}/count`)).body.data).toMatchObject({ count: 0 });
});

test.each(['.', '..', '.env'])('no record gets the id "%s", which no address can name', async (id) => {
  const writes = [{ op: 'upsert', storageId: stock.id, id, data: { title: 'x' } }];
  expect(await api.call('/api/batch', { body: { writes } })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid-argument', details: [{ field: 'writes[0].id' }] } },
  });
});

test('calls with ids that are made up are counted, and hold back nobody’s figures', async () => {
  for (const id of odd) await api.call(`/api/stock/${id}`);
  await api.services.usageParts.flush();
  const { docs } = await databaseOf(api.services.store).collection('usageParts').get();
  const storages = docs.flatMap((doc) => Object.keys(doc.get('storages') as object)).sort();
  expect(storages).toEqual(['-', stock.id].sort());
  expect(docs[0]?.get('calls')).toBeGreaterThan(odd.length);
});
