import { documentPath } from '../../store/model/collection.ts';
import { startJob } from '../records/jobs/start-job.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { archiveProject, recoverProject } from '../projects/archive.ts';
import { archiveStorage, recoverStorage } from '../storages/archive.ts';
import { deleteProjectForGood, deleteStorageForGood } from './delete-for-good.ts';
import { purgeStorage } from './purge-storage.ts';
import type { StoragePurge } from './purges.ts';
import { sweepPurges } from './sweep-purges.ts';

let api: ApiServer;
const database = () => databaseOf(api.services.records.store);
beforeAll(async () => {
  api = await startApi();
  await database()
    .doc('projects/p1')
    .set({ name: 'Shop', counters: { storages: 3 } }, { merge: true });
  await database()
    .doc('tenants/t1')
    .set({ counters: { projects: 1, members: 1 } }, { merge: true });
});
afterAll(() => api.stop());

const files = () => (api.services.records.files as ReturnType<typeof memoryFiles>).objects; // the files of a test

/** A storage of app users with two records, one of them under an id of its own, one in the trash, and a file. */
async function aStorage() {
  const { id, path } = await api.storage('users', { is_softDelete: true });
  const made = async (username: string) =>
    (await api.call(path, { body: { username, password: 'a long password 1' } })).body.data.id as string; // of a created record
  const [kept, deleted] = [await made(`ann-${id}`), await made(`bob-${id}`)];
  const form = new FormData();
  form.append('attachments', new Blob(['hello']), 'a.txt');
  expect((await api.call(`${path}/dataId/${kept}/upload?fieldName=attachment`, { method: 'POST', body: form })).status).toBe(200);
  await api.call(`${path}/dataId/${deleted}`, { method: 'DELETE' });
  await api.call(`${path}/dataId/cid?upsert=true`, { method: 'PUT', body: { username: `cid-${id}` } });
  const storage = await api.services.store.storages.get(id);
  if (!storage) throw new Error('the storage was made above');
  const job = await startJob(api.services.records, storage, { kind: 'undo', input: {}, actor: 'u1', keepsBefore: true });
  await database()
    .doc(`recordJobs/${job}/before/${kept}`)
    .set({ fields: { username: `ann-${id}` } });
  await database().doc(`storages/${id}/schemas/1`).set({ schema: {} });
  await database().doc(`storages/${id}/grants/1`).set({ grants: '[]' });
  await database().doc(`storages/${id}/teams/1`).set({ name: 'Crew', members: {} });
  await database().doc(`storages/${id}/numbers/a`).set({ next: 1 });
  await database().doc(`storages/${id}/views/all`).set({ views: [] });
  return id;
}

async function left(storageId: string): Promise<string[]> {
  const found = await Promise.all(
    ['records', 'deleted', 'private', 'accounts', 'departed', 'imports', 'schemas', 'grants', 'numbers', 'views', 'teams'].map(
      async (name) => (await database().collection(`storages/${storageId}/${name}`).get()).docs.map(({ ref }) => ref.path),
    ),
  );
  const claims = (await database().collection('unique').get()).docs.filter((row) => [row.get('scope'), row.get('ref')].includes(storageId));
  const jobs = (await database().collection('recordJobs').where('storageId', '==', storageId).get()).docs;
  const before = (await database().collectionGroup('before').get()).docs.filter((row) => row.get('fields').username === `ann-${storageId}`);
  const own = (await database().doc(`storages/${storageId}`).get()).exists ? [storageId] : [];
  return [
    ...found.flat(),
    ...[...claims, ...jobs, ...before].map(({ ref }) => ref.path),
    ...own,
    ...[...files().keys()].filter((path) => path.includes(storageId)),
  ];
}

const place = (storageId: string) => ({ projectId: 'p1', storageId });
const used = async () => (await database().doc('fileUsage/t1').get()).data();

test('an archived storage is deleted for good by its typed name, and nothing of it is left', async () => {
  const storageId = await aStorage();
  expect((await left(storageId)).length).toBeGreaterThan(6);
  await expect(deleteStorageForGood(api.services, { caller: admin, params: place(storageId), typed: 'My users' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await archiveStorage(api.services, admin, place(storageId));
  await expect(deleteStorageForGood(api.services, { caller: admin, params: place(storageId), typed: 'my user' })).rejects.toMatchObject({
    code: 'invalid-argument',
  });
  const foreign = { ...admin, tenantId: 't2' };
  await expect(deleteStorageForGood(api.services, { caller: foreign, params: place(storageId), typed: 'My users' })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await used()).toMatchObject({ bytes: 5, files: 1 });
  await deleteStorageForGood(api.services, { caller: admin, params: place(storageId), typed: 'My users' });
  expect(await left(storageId)).toEqual([]);
  expect(await used()).toMatchObject({ bytes: 0, files: 0 });
  expect((await database().collection('purges').get()).size).toBe(0);
  await expect(recoverStorage(api.services, admin, place(storageId))).rejects.toMatchObject({ code: 'not-found' });
  expect(api.mails.at(-1)?.mail.text).toContain('“My users” for good');
});

test('an archived storage comes back, and is deleted for good, under its own project alone', async () => {
  const { id } = await api.storage('orders');
  await archiveStorage(api.services, admin, place(id));
  const at = new Date();
  await database()
    .doc('projects/p2')
    .set({ tenantId: 't1', name: 'Blog', archivedAt: null, counters: { storages: 0 }, createdAt: at, updatedAt: at });
  const elsewhere = { projectId: 'p2', storageId: id };
  await expect(recoverStorage(api.services, admin, elsewhere)).rejects.toMatchObject({ code: 'not-found' });
  await expect(deleteStorageForGood(api.services, { caller: admin, params: elsewhere, typed: 'My orders' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await recoverStorage(api.services, admin, place(id));
});

test('what there is no time for goes on behind the others', async () => {
  const storageId = await aStorage();
  await database()
    .doc(`purges/${storageId}`)
    .set({ tenantId: 't1', projectId: 'p1', storageKey: 'users', dueAt: new Date(0) });
  const row = await api.services.store.get(documentPath<StoragePurge>(`purges/${storageId}`));
  if (!row) throw new Error('there is no purge');
  await purgeStorage(api.services, row, Date.now());
  const { docs } = await database().collection('purges').orderBy('dueAt').get();
  expect(docs.at(-1)?.get('dueAt').toMillis()).toBeGreaterThan(Date.now());
  await purgeStorage(api.services, row, Number.POSITIVE_INFINITY);
  expect((await database().collection('purges').get()).size).toBe(0);
});

test('a large storage does not keep the next one waiting in the same run', async () => {
  const [large, small] = [await aStorage(), await aStorage()];
  for (const [at, id] of [large, small].entries())
    await database()
      .doc(`purges/${id}`)
      .set({ tenantId: 't1', projectId: 'p1', storageKey: 'users', dueAt: new Date(at) });
  let now = Date.now();
  const store = api.services.records.files as { list: ReturnType<typeof memoryFiles>['list'] };
  const { list } = store;
  store.list = async (folder, from) => {
    if (!folder.includes(large)) return list(folder, from);
    now += 15_000; // one more page of files, and there is always another
    return { paths: [], next: 'more' };
  };
  await sweepPurges(Object.create(api.services, { clock: { value: () => now } }) as typeof api.services);
  store.list = list;
  expect((await database().collection('purges').get()).docs.map(({ id }) => id)).toEqual([large]);
  await database().doc(`purges/${large}`).delete();
});

test('a project is deleted for good with its storages; what the call could not do, the sweep does', async () => {
  const storageId = await aStorage();
  await expect(deleteProjectForGood(api.services, { caller: admin, projectId: 'p1', typed: 'Shop' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await archiveProject(api.services, admin, 'p1');
  await foundByNoStranger('p1');
  const store = api.services.records.files as { list: ReturnType<typeof memoryFiles>['list'] };
  const { list } = store;
  store.list = () => Promise.reject(new Error('The file store does not answer.'));
  await deleteProjectForGood(api.services, { caller: admin, projectId: 'p1', typed: 'Shop' });
  store.list = list;
  expect((await left(storageId)).length).toBeGreaterThan(0);
  const later = { value: () => Date.now() + 300_000 };
  await sweepPurges(Object.create(api.services, { clock: later }) as typeof api.services); // the same, five minutes later
  expect(await left(storageId)).toEqual([]);
  await expect(recoverProject(api.services, admin, 'p1')).rejects.toMatchObject({ code: 'not-found' });
});

/** An admin of another account, with room for a project, neither takes an archived project over nor deletes it. */
async function foundByNoStranger(projectId: string): Promise<void> {
  const account = (await database().doc('tenants/t1').get()).data() ?? {};
  await database()
    .doc('tenants/t2')
    .set({ ...account, counters: { projects: 0, members: 1 } });
  const stranger = { ...admin, tenantId: 't2' };
  const typed = String((await database().doc(`projects/${projectId}`).get()).get('name'));
  await expect(recoverProject(api.services, stranger, projectId)).rejects.toMatchObject({ code: 'not-found' });
  await expect(deleteProjectForGood(api.services, { caller: stranger, projectId, typed })).rejects.toMatchObject({ code: 'not-found' });
}
