import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Notes = Awaited<ReturnType<typeof api.storage>>;
const put = (notes: Notes, id: string, body: object) => api.call(`${notes.path}/dataId/${id}`, { method: 'PUT', body });

/** Every way in which a record may be somebody else's, or nobody's, afterwards. */
const ways: Record<string, (notes: Notes, id: string) => Promise<{ status: number }>> = {
  'another owner': (notes, id) => put(notes, id, { userId: 'ben' }),
  'no owner': (notes, id) => put(notes, id, { userId: null }),
  'an owner who is no text': (notes, id) => put(notes, id, { userId: 5 }),
  'an owner who is longer than ids are': (notes, id) => put(notes, id, { userId: 'x'.repeat(2000) }),
  'an operator': (notes, id) => put(notes, id, { userId: { $unset: true } }),
  'a batch': (notes, id) =>
    api.call('/api/batch', { body: { writes: [{ op: 'update', storageId: notes.id, id, data: { userId: 'ben' } }] } }),
  'a change by filter': (notes) => api.call(`${notes.path}?text=mine`, { method: 'PATCH', body: { userId: 'ben' } }),
};

test.each(Object.keys(ways))('%s takes a record from its owner’s listener, and says so', async (way) => {
  const notes = await api.storage('notes');
  const { id } = (await api.call(notes.path, { body: { text: 'mine', userId: 'ann' } })).body.data;
  const at = databaseOf(api.services.store).collection(`storages/${notes.id}/departed`);
  expect((await ways[way]?.(notes, id))?.status).toBe(200);
  const record = (await databaseOf(api.services.store).doc(`storages/${notes.id}/records/${id}`).get()).data();
  expect(record?.owner).not.toBe('ann');
  expect((await at.get()).docs.map((entry) => entry.data())).toMatchObject([{ owner: 'ann', id, leftAt: record?.updatedAt }]);
});
