import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { archiveProject } from '../projects/archive.ts';
import { archiveStorage } from '../storages/archive.ts';
import { copyContents } from './copy-contents.ts';
import { bytesOfPart, copiedFiles, copyFile } from './copy-files.ts';
import { copyRecords, recordsOfPart } from './copy-records.ts';

let api: ApiServer;
const database = () => databaseOf(api.services.records.store);
const stranger = { ...admin, uid: 'u9', tenantId: 't9', owner: { uid: 'u9', name: 'Stranger' } };

beforeAll(async () => {
  api = await startApi();
  await database()
    .doc('projects/p1')
    .set({ name: 'Shop', description: '', counters: { storages: 3 } }, { merge: true });
  const now = new Date();
  const person = { name: 'Ann', email: 'ann@example.test', role: 'admin', projectId: null, is_active: true, password_hash: 'kept' };
  await database()
    .doc('users/u1')
    .set({ ...person, tenantId: 't1', verifiedAt: now, last_login: null, createdAt: now, updatedAt: now });
  await database()
    .doc('tenants/t1')
    .set({ counters: { projects: 1, members: 1 } }, { merge: true });
});
afterAll(() => api.stop());

/** @returns every record of all parts */
async function recordsOf(storageId: string): Promise<{ parts: number; lines: string[] }> {
  const lines: string[] = [];
  for (let next: string | undefined, parts = 1; ; parts += 1) {
    const part = await copyRecords(api.services, { caller: admin, storageId, after: next });
    lines.push(...part.content.split('\n').filter(Boolean));
    if (part.next === undefined) return { parts, lines };
    next = part.next;
  }
}

test('records of an archived storage are copied in parts, those of the trash as well', async () => {
  const { id, path } = await api.storage('orders', { is_softDelete: true });
  const texts = Array.from({ length: recordsOfPart + 1 }, (_, at) => ({ at }));
  for (let at = 0; at < texts.length; at += 100) await api.call(path, { body: texts.slice(at, at + 100) });
  const deleted = (await api.call(path, { body: { at: 'deleted' } })).body.data.id as string; // of a created record
  await api.call(`${path}/dataId/${deleted}`, { method: 'DELETE' });
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId: id });
  const { parts, lines } = await recordsOf(id);
  expect(parts).toBe(3);
  const records = lines.map((line) => JSON.parse(line));
  expect(records.map(({ at }) => at)).toEqual(expect.arrayContaining([0, recordsOfPart, 'deleted']));
  expect(records).toHaveLength(recordsOfPart + 2);
  expect(records.at(-1)).toMatchObject({ id: deleted, is_deleted: true });
  await expect(copyRecords(api.services, { caller: stranger, storageId: id })).rejects.toMatchObject({ code: 'not-found' });
  await expect(copyRecords(api.services, { caller: admin, storageId: id, after: 'elsewhere:1' })).rejects.toMatchObject({
    code: 'invalid-argument',
  });
});

test('files of an archived storage are listed and copied part by part; those of others are not found', async () => {
  const { id, path } = await api.storage('pictures');
  const record = (await api.call(path, { body: { title: 'One' } })).body.data.id as string; // of a created record
  const form = new FormData();
  form.append('attachments', new Blob(['hello']), 'a.txt');
  await api.call(`${path}/dataId/${record}/upload?fieldName=attachment`, { method: 'POST', body: form });
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId: id });
  const { data, next } = await copiedFiles(api.services, { caller: admin, storageId: id });
  expect({ count: data.length, next }).toEqual({ count: 1, next: null });
  const [file = ''] = data;
  const whole = await copyFile(api.services, { caller: admin, storageId: id, query: { path: file, from: 0 } });
  expect({ ...whole, content: whole.content.toString() }).toEqual({ content: 'hello' });
  await expect(copyFile(api.services, { caller: admin, storageId: id, query: { path: 'none', from: 0 } })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(copyFile(api.services, { caller: stranger, storageId: id, query: { path: file, from: 0 } })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(copiedFiles(api.services, { caller: stranger, storageId: id })).rejects.toMatchObject({ code: 'not-found' });

  const { objects } = api.services.records.files as ReturnType<typeof memoryFiles>; // the files of a test
  const large = Buffer.alloc(bytesOfPart + 1, 'x');
  objects.set(`tenants/t1/p1/${id}/${file}`, { content: large, token: null, type: 'text/plain' });
  const first = await copyFile(api.services, { caller: admin, storageId: id, query: { path: file, from: 0 } });
  expect(first.next).toBe(String(bytesOfPart));
  const last = await copyFile(api.services, { caller: admin, storageId: id, query: { path: file, from: bytesOfPart } });
  expect(Buffer.concat([first.content, last.content]).equals(large)).toBe(true);
  expect(last).not.toHaveProperty('next');
});

test('a copy names every project and storage, archived or not; one of a storage or project names that alone', async () => {
  const { id } = await api.storage('extras');
  const whole = await copyContents(api.services, admin, {});
  expect(whole.people?.map(({ id }) => id)).toContain('u1');
  expect(JSON.stringify(whole)).not.toMatch(/secret|cipher|hash|token/i);
  const ofStorage = await copyContents(api.services, admin, { storageId: id });
  expect(ofStorage).not.toHaveProperty('people');
  expect(ofStorage.projects.map(({ id, storages }) => [id, storages.map((one) => one.id)])).toEqual([['p1', [id]]]);
  await archiveProject(api.services, admin, 'p1');
  const ofProject = await copyContents(api.services, admin, { projectId: 'p1' });
  expect(ofProject.projects[0]?.archivedAt).not.toBeNull();
  expect(ofProject.projects[0]?.storages.map((one) => one.id)).toContain(id);
  expect((await copyContents(api.services, stranger, {})).projects).toEqual([]);
  await expect(copyContents(api.services, stranger, { projectId: 'p1' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(copyContents(api.services, stranger, { storageId: id })).rejects.toMatchObject({ code: 'not-found' });
});
