import { documentPath } from '../../store/model/collection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { staff } from '../../../test/office-world.ts';
import { archiveProject, recoverProject } from '../projects/archive.ts';
import { archiveStorage, recoverStorage } from './archive.ts';
import { liftSuspension, suspendAccount } from '../office/suspend.ts';
import { sweepArchivedFiles } from '../records/write/archived-files.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
  const database = databaseOf(api.services.records.store);
  await database.doc('projects/p1').set({ name: 'Shop', counters: { storages: 3 } }, { merge: true });
  await database.doc('tenants/t1').set({ counters: { projects: 1, members: 1 } }, { merge: true });
});
afterAll(() => api.stop());

type MemoryFiles = ReturnType<typeof memoryFiles>;
const objects = () => (api.services.records.files as MemoryFiles).objects; // the files of a test

async function aFile(key: string) {
  const { id, path } = await api.storage(key, { is_softDelete: true });
  const put = async () => {
    const record = (await api.call(path, { body: { title: 'Oak' } })).body.data.id as string; // of a created record
    const form = new FormData();
    form.append('attachments', new Blob(['hello']), 'a.txt');
    expect((await api.call(`${path}/dataId/${record}/upload?fieldName=attachment`, { method: 'POST', body: form })).status).toBe(200);
    return record;
  };
  const [kept, deleted] = [await put(), await put()];
  await api.call(`${path}/dataId/${deleted}`, { method: 'DELETE' });
  const opens = (record: string) => [...objects()].filter(([at]) => at.includes(`/${record}/`)).map(([, { token }]) => token !== null);
  return { id, opens: () => [...opens(kept), ...opens(deleted)] };
}

test('the files of an archived storage open for nobody, and those of its live records again after the recovery', async () => {
  const { id: storageId, opens } = await aFile('orders');
  expect(opens()).toEqual([true, false]);
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId });
  expect(opens()).toEqual([false, false]);
  await recoverStorage(api.services, admin, { projectId: 'p1', storageId });
  expect(opens()).toEqual([true, false]);
});

test('so do those of an archived project; what the call could not do, the sweep does', async () => {
  const [{ opens }, other] = [await aFile('goods'), await aFile('bills')];
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId: other.id });
  const { list } = api.services.records.files;
  const files = api.services.records.files as { -readonly [K in keyof MemoryFiles]: MemoryFiles[K] };
  files.list = () => Promise.reject(new Error('The file store does not answer.'));
  await archiveProject(api.services, admin, 'p1');
  files.list = list;
  expect(opens()).toEqual([true, false]);
  await sweepArchivedFiles({ ...api.services.records, now: () => Date.now() + 300_000 });
  expect(opens()).toEqual([false, false]);
  await recoverProject(api.services, admin, 'p1');
  expect(opens()).toEqual([true, false]);
  // It was archived by itself before.
  expect(other.opens()).toEqual([false, false]);
  expect((await databaseOf(api.services.records.store).collection('archivedFiles').get()).size).toBe(0);
});

test('a place whose files cannot follow keeps back no others', async () => {
  const { id: storageId, opens } = await aFile('lamps');
  const database = databaseOf(api.services.records.store);
  const files = api.services.records.files as { -readonly [K in keyof MemoryFiles]: MemoryFiles[K] };
  const { list } = files;
  files.list = () => Promise.reject(new Error('The file store does not answer.'));
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId });
  files.list = async (prefix, from) => (prefix === 'broken/' ? Promise.reject(new Error('No such folder.')) : list(prefix, from));
  for (let at = 0; at < 20; at += 1) {
    await database.doc(`archivedFiles/broken${at}`).set({ prefix: 'broken/', from: null, dueAt: new Date(at) });
  }
  const later = { ...api.services.records, now: () => Date.now() + 300_000 };
  for (let run = 0; run < 2; run += 1) await sweepArchivedFiles(later);
  files.list = list;
  expect(opens()).toEqual([false, false]);
  await sweepArchivedFiles({ ...later, now: () => Date.now() + 900_000 });
  expect((await database.collection('archivedFiles').get()).size).toBe(0);
});

test('a place with many files does not keep the others waiting', async () => {
  const { id: storageId, opens } = await aFile('chairs');
  const database = databaseOf(api.services.records.store);
  const files = api.services.records.files as { -readonly [K in keyof MemoryFiles]: MemoryFiles[K] };
  const { list } = files;
  files.list = () => Promise.reject(new Error('The file store does not answer.'));
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId });
  await database.doc('archivedFiles/many').set({ prefix: 'many/', from: null, dueAt: new Date(0) });
  let now = Date.now() + 300_000;
  files.list = async (prefix, from) => {
    now += 5_000;
    return prefix === 'many/' ? { paths: [], next: 'more' } : list(prefix, from);
  };
  await sweepArchivedFiles({ ...api.services.records, now: () => now });
  files.list = list;
  expect(opens()).toEqual([false, false]);
  expect((await database.collection('archivedFiles').get()).docs.map(({ id }) => id)).toEqual(['many']);
  await database.doc('archivedFiles/many').delete();
});

test('so do those of a suspended account, also of what is changed there meanwhile, and come back with its end', async () => {
  const [{ opens }, other] = [await aFile('tickets'), await aFile('maps')];
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId: other.id });
  await suspendAccount(api.services, { caller: staff, tenantId: 't1', reason: 'A complaint' });
  expect(opens()).toEqual([false, false]);
  // A job that had begun before recovers what was archived.
  await recoverStorage(api.services, admin, { projectId: 'p1', storageId: other.id });
  expect(other.opens()).toEqual([false, false]);
  await liftSuspension(api.services, staff, 't1');
  expect([...opens(), ...other.opens()]).toEqual([true, false, true, false]);
});

test('an upload that was begun before a suspension takes nothing after it; what it had taken is gone, and its room is free', async () => {
  const { path } = await api.storage('films');
  const record = `${path}/dataId/${(await api.call(path, { body: { title: 'Oak' } })).body.data.id}`;
  const begin = async () => (await api.call(`${record}/upload-url?fieldName=film`, { body: { name: 'a.txt', size: 5 } })).body.data;
  const files = api.services.records.files as MemoryFiles; // the files of a test
  const before = new Set(files.objects.keys());
  const [sent, open] = [await begin(), await begin()];
  files.finish(sent.uploadUrl, Buffer.from('hello'));
  await suspendAccount(api.services, { caller: staff, tenantId: 't1', reason: 'A complaint' });
  await liftSuspension(api.services, staff, 't1');
  expect(() => files.finish(open.uploadUrl, Buffer.from('hello'))).toThrow('no such upload');
  expect([...files.objects.keys()].filter((at) => !before.has(at))).toEqual([]);
  expect((await api.services.records.store.get(documentPath<{ pending: number }>('fileUsage/t1')))?.data.pending).toBe(0);
  for (const { uploadId } of [sent, open]) expect((await api.call(`${record}/upload-complete`, { body: { uploadId } })).status).toBe(404);
});
