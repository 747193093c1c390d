import { limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf, memoryFiles } from '../../../test/data-services.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { listForDataView, listQuery } from '../../domain/records/query/data-view.ts';
import { newToken } from '../../domain/webhooks/secrets.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let notes: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  Object.assign(api.services.records, { files: memoryFiles() });
  notes = await api.storage('notes', { history: 7 });
});
afterAll(() => api.stop());

const fieldsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));
const refused = (status: number, field?: string) => ({
  status,
  body: { error: expect.objectContaining(field === undefined ? {} : { details: [expect.objectContaining({ field })] }) },
});

test('a record has so many fields at most, also after several changes, and so many bytes', async () => {
  const most = limits.fieldsPerRecord;
  expect(await api.call(notes.path, { body: fieldsOf(most + 1) })).toMatchObject(refused(400));
  const { id } = (await api.call(notes.path, { body: fieldsOf(most) })).body.data;
  const change = (body: object) => api.call(`${notes.path}/dataId/${id}`, { method: 'PATCH', body });
  expect(await change({ another: 1 })).toMatchObject(refused(400));
  expect(await change({ f0: 'x'.repeat(limits.record) })).toMatchObject(refused(413));
  expect((await change({ f0: 'fits' })).status).toBe(200);
});

test.each([
  ['a name with a control character', 'a\u0007b'],
  ['a name with half a character', 'a\ud800b'],
  ['a name that is longer in bytes than it looks', '語'.repeat(limits.fieldNameLength + 1)],
])('%s is no name of a field', async (_, name) => {
  expect(await api.call(notes.path, { body: { [name]: 1 } })).toMatchObject(refused(400));
});

test.each([
  ['a text in half', '\ud800'],
  ['nothing', ''],
  ['what nobody types', 'x'.repeat(limits.passwordMax + 1)],
])('%s is no password, wherever it is sent', async (_, password) => {
  const users = await api.storage('users');
  const calls = [
    await api.call(users.path, { body: { username: 'ann', password } }),
    await api.call(`${users.path}/dataId/own?upsert=true`, { method: 'PUT', body: { username: 'ann', password } }),
    await api.call('/api/batch', { body: { writes: [{ op: 'create', storageId: users.id, data: { username: 'ann', password } }] } }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([400, 400, 400]);
});

test('a question has its limits: operations of an aggregate, named fields, the length of a value', async () => {
  const ask = (query: string) => api.call(`${notes.path}${query}`);
  const sums = Array.from({ length: 11 }, (_, i) => `sum:f${i}`).join(',');
  expect(await ask(`/aggregate?op=${sums}`)).toMatchObject(refused(400, 'op'));
  expect(await ask(`?fields=${Object.keys(fieldsOf(101)).join(',')}`)).toMatchObject(refused(400, 'fields'));
  expect(await ask(`?title=${'x'.repeat(1501)}`)).toMatchObject(refused(400, 'title'));
});

test('a cursor that somebody has changed, or signed, opens nothing', async () => {
  const orders = await api.storage('orders');
  await api.call(orders.path, { body: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  const { nextCursor } = (await api.call(`${orders.path}?limit=1`)).body.pagination as { nextCursor: string };
  const [payload = '', signature = ''] = nextCursor.split('.');
  const moved = Buffer.from(JSON.stringify([null, '0', 0])).toString('base64url');
  const turned = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  for (const cursor of [`${moved}.${signature}`, `${payload}.${turned}`])
    expect(await api.call(`${orders.path}?limit=1&cursor=${encodeURIComponent(cursor)}`)).toMatchObject(refused(400, 'cursor'));
  expect((await api.call(`${orders.path}?limit=1&cursor=${encodeURIComponent(nextCursor)}`)).status).toBe(200);
});

test('an upload goes on only in the record and the storage in which it began', async () => {
  const pictures = await api.storage('pictures');
  const [one, two] = (await api.call(pictures.path, { body: [{ n: 1 }, { n: 2 }] })).body.data as { id: string }[];
  const other = (await api.call(notes.path, { body: { n: 1 } })).body.data as { id: string };
  const begin = { body: { name: 'a.txt', size: 3 } };
  const { uploadId } = (await api.call(`${pictures.path}/dataId/${one?.id}/upload-url?fieldName=file`, begin)).body.data;
  for (const place of [`${pictures.path}/dataId/${two?.id}`, `${notes.path}/dataId/${other.id}`])
    for (const call of ['upload-complete', 'upload-cancel'])
      expect((await api.call(`${place}/${call}`, { body: { uploadId } })).status).toBe(404);
  expect((await api.call(`${pictures.path}/dataId/${one?.id}/upload-cancel`, { body: { uploadId } })).status).toBe(200);
});

test.each([
  ['an archived storage', (id: string) => [`storages/${id}`, { archived: true }, { archived: false }] as const],
  ['an archived project', () => ['projects/p1', { archivedAt: new Date() }, { archivedAt: null }] as const],
])('an inbound address of %s takes nothing', async (_, placeOf) => {
  const events = await api.storage('events');
  const token = newToken(api.services.config.tokenPepper);
  const database = databaseOf(api.services.store);
  const hook = { tenantId: 't1', projectId: 'p1', storageId: events.id, endpointId: 'e1' };
  await database.doc(`hooks/${sha256(token)}`).set(hook);
  const send = async () => (await api.call(`/api/hooks/${token}`, { body: { n: 1 } })).status;
  expect(await send()).toBe(201);
  const [path, closed, open] = placeOf(events.id);
  await database.doc(path).update(closed);
  await expect.poll(send).toBe(404);
  await database.doc(path).update(open);
});

test('changes are taken back in storages that keep a history, and in fifty at once at most', async () => {
  const plain = await api.storage('plain');
  const undo = (body: object) => api.call('/api/undo', { body: { key: 'k', dryRun: true, ...body } });
  expect(await undo({ storageId: plain.id })).toMatchObject(refused(400, 'storageId'));
  const kept = databaseOf(api.services.store).doc(`storages/${notes.id}`);
  const storage = (await kept.get()).data() ?? {};
  const batch = databaseOf(api.services.store).batch();
  for (let i = 0; i < 51; i += 1) batch.set(databaseOf(api.services.store).doc(`storages/many${i}`), storage);
  await batch.commit();
  expect(await undo({})).toMatchObject(refused(400, 'storageId'));
  const away = databaseOf(api.services.store).batch();
  for (let i = 0; i < 51; i += 1) away.delete(databaseOf(api.services.store).doc(`storages/many${i}`));
  await away.commit();
  await kept.update({ history: 0 });
  expect((await undo({})).status).toBe(404);
  await kept.update({ history: 7 });
});

test('an upload goes on in no copy of its storage', async () => {
  const [pictures, copy] = [await api.storage('pictures'), await api.storage('pictures')];
  const { id } = (await api.call(pictures.path, { body: { n: 1 } })).body.data as { id: string };
  const { uploadId } = (await api.call(`${pictures.path}/dataId/${id}/upload-url?fieldName=file`, { body: { name: 'a.txt', size: 3 } }))
    .body.data;
  const database = databaseOf(api.services.store);
  const record = (await database.doc(`storages/${pictures.id}/records/${id}`).get()).data() ?? {};
  await database.doc(`storages/${copy.id}/records/${id}`).set(record);
  expect((await api.call(`${copy.path}/dataId/${id}/upload-cancel`, { body: { uploadId } })).status).toBe(404);
  expect((await api.call(`${pictures.path}/dataId/${id}/upload-cancel`, { body: { uploadId } })).status).toBe(200);
});

test.each([
  ['?page>=2', 'page'],
  ['?updatedAt~2026', 'updatedAt'],
  ['?updatedAt=2026|2027', 'updatedAt'],
  ['?expand=nowhere', 'expand'],
  ['/aggregate?op=sum', 'op'],
  ['/aggregate?op=count:n', 'op'],
  ['/aggregate?op=middle:n', 'op'],
])('the question %s is refused by its parameter', async (query, field) => {
  expect(await api.call(`${notes.path}${query}`)).toMatchObject(refused(400, field));
});

test('a change has its limits: an increment is a number, and what must not exist does not', async () => {
  const { id } = (await api.call(notes.path, { body: { n: 1 } })).body.data;
  const place = `${notes.path}/dataId/${id}`;
  expect(await api.call(place, { method: 'PATCH', body: { n: { $increment: 'x' } } })).toMatchObject(refused(400, 'n'));
  const upsert = { op: 'upsert', storageId: notes.id, id: 'own-1', data: { n: 2 }, ifExists: false };
  const batch = () => api.call('/api/batch', { body: { writes: [upsert] } });
  expect([(await batch()).status, (await batch()).status]).toEqual([200, 409]);
  expect((await api.call(`${notes.path}/dataId/${'0'.repeat(20)}`)).status).toBe(404);
  expect((await api.call(`${notes.path}/dataId/never-made`)).status).toBe(404);
});

test('a record of too many fields is refused for their number, before each of them is looked at', async () => {
  const answer = await api.call(notes.path, { body: { 'a.b': 1, ...fieldsOf(limits.fieldsPerRecord + 20) } });
  expect(answer.body).toMatchObject({ message: expect.stringContaining(`${limits.fieldsPerRecord} fields`) });
  const { id } = (await api.call(notes.path, { body: { n: 1 } })).body.data;
  const operations = Object.fromEntries(Array.from({ length: limits.fieldsPerRecord + 20 }, (_, at) => [`f.${at}`, { $increment: 1 }]));
  const changed = await api.call(`${notes.path}/dataId/${id}`, { method: 'PATCH', body: operations });
  expect(changed.body).toMatchObject({ message: expect.stringContaining(`${limits.fieldsPerRecord} fields`) });
});

test.each([
  ['GET', '/dataId/x?deleted=maybe', 'deleted'],
  ['DELETE', '/import/x?force=1', 'force'],
  ['DELETE', '/import/x?force=true&force=true', 'force'],
  ['GET', `?search=x&sortBy=rank&rank=relevance(${Array.from({ length: 21 }, (_, at) => `f${at}^2`).join(',')})`, 'rank'],
])('%s %s names the parameter that is wrong', async (method, rest, field) => {
  expect(await api.call(`${notes.path}${rest}`, { method })).toMatchObject(refused(400, field));
});

test('jobs and imports that are not there are not found', async () => {
  const missing = '0'.repeat(24);
  expect((await api.call(`${notes.path}/jobs/${missing}`)).status).toBe(404);
  expect((await api.call(`/api/undo/${notes.id}/${missing}`)).status).toBe(404);
  expect((await api.call(`${notes.path}/import/${missing}`, { method: 'DELETE' })).status).toBe(404);
});

test('a filter sets no passwords, and an import has a format that is known and kept to', async () => {
  const password = { password: 'a-pass-word-9' };
  expect(await api.call(`${notes.path}?n=1`, { method: 'PUT', body: password })).toMatchObject(refused(400, 'password'));
  expect(await api.call(`${notes.path}/import?format=xml`, { body: 'a' })).toMatchObject(refused(400, 'format'));
  expect((await api.call(`${notes.path}/import?format=json`, { body: '{' })).body.error).toMatchObject({ code: 'malformed-json' });
});

test.each([
  ['a key of a repetition', () => api.call(notes.path, { body: { n: 1 }, headers: { 'idempotency-key': 'x'.repeat(201) } }), 400],
  ['the values of a condition', () => api.call(`${notes.path}?n=${'1|'.repeat(limits.termsPerFilter)}1`), 400],
  ['the name in a condition', () => api.call(`${notes.path}?${'x'.repeat(limits.fieldNameLength * 4 + 1)}=1`), 400],
  [
    'the passwords of an import',
    async () => {
      const users = await api.storage('users');
      const rows = Array.from({ length: limits.importPasswords + 1 }, (_, i) => ({ username: `u${i}`, password: `a-pass-word-${i}` }));
      return api.call(`${users.path}/import`, { body: rows });
    },
    413,
  ],
])('%s have a limit', async (_, call, status) => {
  expect((await call()).status).toBe(status);
});

test('a page of the console has so many rows, and a search so many letters', async () => {
  const query = { page: 1, limit: 10, search: 'x'.repeat(limits.searchLength + 1) } as Parameters<typeof listQuery>[1];
  const row = await notes.read();
  expect(() => listQuery(row, query)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  const page = listForDataView(api.services.records, row, { ...query, search: '', limit: limits.dataViewLimit + 1 });
  await expect(page).rejects.toMatchObject({ code: 'invalid-argument' });
});
