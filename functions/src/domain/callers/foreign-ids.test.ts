import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { deleteProjectForGood, deleteStorageForGood } from '../archive/delete-for-good.ts';
import { archiveProject, recoverProject } from '../projects/archive.ts';
import { archiveStorage, recoverStorage } from '../storages/archive.ts';
import type { Caller } from './caller.ts';
import { findProject, findStorage } from './find-project.ts';

let api: ApiServer;
const database = () => databaseOf(api.services.store);
/** The owner of another account. */
const stranger: Caller = { ...admin, uid: 'u9', tenantId: 't9', owner: { uid: 'u9', name: 'Stranger' } };
const notFound = { code: 'not-found' };

beforeAll(async () => {
  api = await startApi();
  for (const id of ['t1', 't9']) await account(id);
  for (const [id, tenantId] of [
    ['p1', 't1'],
    ['p2', 't1'],
    ['p9', 't9'],
  ])
    await database()
      .doc(`projects/${id}`)
      .set({ name: 'Shop', description: '', archivedAt: null, tenantId, counters: { storages: 3 } }, { merge: true });
});
afterAll(() => api.stop());

function account(id: string) {
  const plan = { tier: 'free', usageLimit: 1000, status: 'none', isActive: true, product: null, expiresAt: null };
  return database()
    .doc(`tenants/${id}`)
    .set({ ownerUid: 'u', ownerName: 'Owner', active: true, plan, counters: { projects: 2, members: 1 } }, { merge: true });
}

test('an archived storage is brought back or deleted for good only under its own project, by its own account, with its name', async () => {
  const { id } = await api.storage('orders');
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId: id });
  const typed = 'My orders';
  const elsewhere = { projectId: 'p2', storageId: id };
  await expect(recoverStorage(api.services, admin, elsewhere)).rejects.toMatchObject(notFound);
  await expect(deleteStorageForGood(api.services, { caller: admin, params: elsewhere, typed })).rejects.toMatchObject(notFound);
  // A foreign storage in a project of one's own, as a copied or broken document would have it.
  await database().doc(`storages/${id}`).update({ projectId: 'p9' });
  const foreign = { projectId: 'p9', storageId: id };
  await expect(recoverStorage(api.services, stranger, foreign)).rejects.toMatchObject(notFound);
  await expect(deleteStorageForGood(api.services, { caller: stranger, params: foreign, typed })).rejects.toMatchObject(notFound);
  await database().doc(`storages/${id}`).update({ projectId: 'p1' });
  const own = { projectId: 'p1', storageId: id };
  await expect(deleteStorageForGood(api.services, { caller: admin, params: own, typed: 'orders' })).rejects.toMatchObject({ status: 400 });
  expect((await database().doc(`storages/${id}`).get()).get('archived')).toBe(true);
  await recoverStorage(api.services, admin, own);
  expect((await database().doc(`storages/${id}`).get()).get('archived')).toBe(false);
});

test('a project is archived once, and brought back or deleted for good by its own account, with its name', async () => {
  await archiveProject(api.services, admin, 'p2');
  await expect(archiveProject(api.services, admin, 'p2')).rejects.toMatchObject(notFound);
  const deletion = (caller: Caller, typed: string) => deleteProjectForGood(api.services, { caller, projectId: 'p2', typed });
  await expect(recoverProject(api.services, stranger, 'p2')).rejects.toMatchObject(notFound);
  await expect(deletion(stranger, 'Shop')).rejects.toMatchObject(notFound);
  await expect(deletion(admin, 'shop')).rejects.toMatchObject({ status: 400 });
  await recoverProject(api.services, admin, 'p2');
  await expect(deletion(admin, 'Shop')).rejects.toMatchObject(notFound);
  expect((await database().doc('projects/p2').get()).get('archivedAt')).toBeNull();
});

test.each(['a/b', '..', '__x__', ''])('the storage "%s" is unknown, and no error of the database', async (storageId) => {
  await expect(findStorage(api.services, { caller: admin, projectId: 'p1', storageId })).rejects.toMatchObject(notFound);
  await expect(findProject(api.services, admin, storageId)).rejects.toMatchObject(notFound);
});

test('an archived project is none, for its admin as for a developer of it', async () => {
  await archiveProject(api.services, admin, 'p2');
  const developer: Caller = { ...admin, uid: 'dev', role: 'developer', projectId: 'p2' };
  for (const caller of [admin, developer]) await expect(findProject(api.services, caller, 'p2')).rejects.toMatchObject(notFound);
  await recoverProject(api.services, admin, 'p2');
  for (const caller of [admin, developer]) expect((await findProject(api.services, caller, 'p2')).id).toBe('p2');
  await expect(findProject(api.services, { ...developer, projectId: 'p1' }, 'p2')).rejects.toMatchObject(notFound);
  await expect(findProject(api.services, admin, 'never-made')).rejects.toMatchObject(notFound);
});
