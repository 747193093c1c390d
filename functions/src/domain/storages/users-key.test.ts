import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { createRecords } from '../records/write/create-records.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { updateRecord } from '../records/write/change-record.ts';
import { updateStorage } from './storages.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const by = { actor: 'test' };
const rename = (storageId: string, storageKey: string) =>
  updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId }, change: { storageKey } });
const keyOf = async (id: string) => (await databaseOf(api.services.store).doc(`storages/${id}`).get()).get('storageKey') as string; // each storage has one
const refused = { status: 409, details: [{ field: 'storageKey' }] };

test('a key becomes "users", or another one again, only while there are no records', async () => {
  const { id, read, path } = await api.storage('people', { is_softDelete: true });
  const [record] = await createRecords(api.services.records, await read(), { inputs: [{ username: 'bob' }], ...by });
  await expect(rename(id, 'users')).rejects.toMatchObject(refused);
  await api.call(`${path}/dataId/${record?.id}`, { method: 'DELETE' });
  await expect(rename(id, 'users')).rejects.toMatchObject(refused); // from the trash it could come back
  expect(await keyOf(id)).toBe('people');
  expect((await rename(id, 'persons')).storageKey).toBe('persons');

  const empty = await api.storage('nobody');
  await rename(empty.id, 'users');
  await createRecords(api.services.records, await empty.read(), { inputs: [{ username: 'eve', password: 'a-pass-word-1' }], ...by });
  await expect(rename(empty.id, 'somebody')).rejects.toMatchObject(refused);
  // Another spelling also makes another kind of storage.
  await expect(rename(empty.id, 'Users')).rejects.toMatchObject(refused);
  expect(await keyOf(empty.id)).toBe('users');
});

test('a users storage with access rules stays one, though it is empty: the rules of records are others', async () => {
  const { id } = await api.storage('users', { access: { version: 1, liveKeys: false } });
  await expect(rename(id, 'writings')).rejects.toMatchObject(refused);
  expect(await keyOf(id)).toBe('users');
});

test('a user who gives a name up that another one has claimed leaves it to that one', async () => {
  const { id, read, path } = await api.storage('users');
  const users = await read();
  const people: StorageRow = { ...users, data: { ...users.data, storageKey: 'people' } };
  const [old] = await createRecords(api.services.records, people, { inputs: [{ username: 'bob' }], ...by });
  await createRecords(api.services.records, users, { inputs: [{ username: 'bob', password: 'a-pass-word-1' }], ...by });
  await updateRecord(api.services.records, users, { id: old?.id ?? '', fields: { username: 'robert' }, ...by });
  expect(await api.call(`${path}/authenticate`, { body: { username: 'bob', password: 'a-pass-word-1' } })).toMatchObject({ status: 200 });
  await expect(
    createRecords(api.services.records, users, { inputs: [{ username: 'bob', password: 'a-pass-word-1' }], ...by }),
  ).rejects.toMatchObject({
    status: 409,
  });
  expect(await keyOf(id)).toBe('users');
});
