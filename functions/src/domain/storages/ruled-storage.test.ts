import { Grants, type StorageChange } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { saveAccess } from '../grants/save-access.ts';
import { unique } from '../../store/collections.ts';
import { storageKeyId } from './storage-by-key.ts';
import { updateStorage } from './storages.ts';

/** Rules decide who reads and writes: the short form beside them says what they mean, and is no second way to open the storage. */
let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
  await api.storage('users');
});
afterAll(() => api.stop());

async function ruled() {
  const storage = await api.storage('notes', { endUserAccess: { read: 'own', write: 'own' } });
  const path = { projectId: 'p1', storageId: storage.id };
  await saveAccess(api.services, admin, { path, change: { version: 0, grants: Grants.parse([{ who: 'signedIn', verbs: ['read'] }]) } });
  const before = (await storage.read()).data;
  const update = (change: StorageChange) => updateStorage(api.services, { caller: admin, path, change });
  return { storage, before, update };
}

test.each<[string, (given: { read: string; write: string }) => object]>([
  ['reads', ({ write }) => ({ read: 'all', write })],
  ['writes', ({ read }) => ({ read, write: 'all' })],
])('another choice of who %s is refused beside rules', async (_, change) => {
  const { storage, before, update } = await ruled();
  const { read = 'none', write = 'none' } = before.endUserAccess ?? {};
  const endUserAccess = change({ read, write }) as StorageChange['endUserAccess'];
  await expect(update({ endUserAccess })).rejects.toMatchObject({ code: 'conflict', text: { key: 'accessElsewhere' } });
  expect((await storage.read()).data).toEqual(before);
});

test('a form that sends back what it has read changes the rest', async () => {
  const { storage, before, update } = await ruled();
  const { read = 'none', write = 'none' } = before.endUserAccess ?? {};
  await update({ storageName: 'Other', endUserAccess: { read, write, readOnly: [] } });
  expect((await storage.read()).data).toMatchObject({ storageName: 'Other', access: before.access });
});

test('a storage with rules does not become one of users', async () => {
  const { storage, before, update } = await ruled();
  await api.services.store.commit([unique.remove(storageKeyId('p1', 'users'))]); // of the users storage
  await expect(update({ storageKey: 'users' })).rejects.toMatchObject({ code: 'conflict', text: { key: 'accessOfUsers' } });
  expect((await storage.read()).data).toEqual(before);
});
