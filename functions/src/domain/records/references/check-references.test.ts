import { type SchemaField, type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { saveSchema } from '../schema/save-schema.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';

type Place = Awaited<ReturnType<ApiServer['storage']>>;

let api: ApiServer;
let authors: Place;
let posts: Place;

beforeAll(async () => {
  api = await startApi();
  authors = await api.storage('authors', { is_softDelete: true });
  posts = await referring('enforce');
});
afterAll(() => api.stop());

async function referring(state: SchemaState) {
  const storage = await api.storage('posts');
  const author: SchemaField = { type: 'reference', storage: authors.id };
  const fields: Record<string, SchemaField> = { author, editors: { ...author, type: 'list', of: 'reference' } };
  const schema = StorageSchema.parse({ fields: { ...fields, parent: { type: 'reference', storage: storage.id } } });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, schema, state },
  });
  return storage;
}

const add = (storage: Place, body: object) => api.call(storage.path, { body });
const put = (storage: Place, id: string, body: object) => api.call(`${storage.path}/dataId/${id}`, { method: 'PUT', body });
const idOf = async (storage: Place, body: object): Promise<string> => (await add(storage, body)).body.data.id;
const stored = async ({ id }: Place, key: string) =>
  (await databaseOf(api.services.store).doc(`storages/${id}/records/${key}`).get()).data();
const count = async ({ id }: Place) => (await databaseOf(api.services.store).collection(`storages/${id}/records`).get()).size;

async function billed<R>(work: () => Promise<R>) {
  const meter = newMeter();
  const result = await withMeter(meter, work);
  return { result, operations: [meter.reads, meter.writes] };
}

const nobody = '0123456789abcdefghij';
const refusal = (field: string) => ({
  status: 400,
  body: { error: { code: 'invalid-argument', details: [{ field, message: expect.stringContaining('there is none with the id') }] } },
});

test('a reference to a record that is not there is refused by name, and nothing is written', async () => {
  const before = await count(posts);
  const ada = await idOf(authors, { name: 'Ada' });
  expect(await add(posts, { author: nobody })).toMatchObject(refusal('author'));
  expect(await add(posts, { author: 'an-id-of-an-app' })).toMatchObject(refusal('author'));
  expect(await add(posts, [{ author: ada }, { editors: [ada, nobody] }])).toMatchObject(refusal('[1].editors'));
  expect(await count(posts)).toBe(before);
  const id = await idOf(posts, { author: ada, editors: [ada] });
  expect(await put(posts, id, { editors: { $append: nobody } })).toMatchObject(refusal('editors'));
  expect(await put(posts, id, { author: id })).toMatchObject(refusal('author')); // of another storage
  expect((await put(posts, id, { author: null, editors: { $remove: ada } })).status).toBe(200);
});

test('a record in the trash cannot be referred to, and a reference that led there may stay', async () => {
  const gone = await idOf(authors, { name: 'Gone' });
  const id = await idOf(posts, { author: gone });
  await api.call(`${authors.path}/dataId/${gone}`, { method: 'DELETE' });
  expect(await add(posts, { author: gone })).toMatchObject(refusal('author'));
  expect((await put(posts, id, { title: 'kept', author: gone })).status).toBe(200);
});

test('records of one batch may refer to each other', async () => {
  const write = (id: string, data: object) => ({ op: 'upsert', storageId: posts.id, storageKey: 'posts', id, data });
  const body = { writes: [write('child', { parent: 'mother' }), write('mother', { title: 'm' })] };
  expect((await api.call('/api/batch', { body })).status).toBe(200);
  const orphan = { writes: [write('a', { parent: 'b' }), { op: 'delete', storageId: posts.id, storageKey: 'posts', id: 'mother' }] };
  expect(await api.call('/api/batch', { body: orphan })).toMatchObject(refusal('writes[0].parent'));
});

test('the key of a chosen id is kept beside the reference, so that expand reads one record', async () => {
  await api.call(`${authors.path}/dataId/eve?upsert=true`, { method: 'PUT', body: { name: 'Eve' } });
  const id = await idOf(posts, { author: 'eve', editors: ['eve'] });
  const place = `${authors.id}/eve`;
  const refs = (await stored(posts, id))?.refs as Record<string, string>;
  expect(Object.keys(refs)).toEqual([place]);
  expect(await stored(authors, refs[place] ?? '')).toMatchObject({ clientId: 'eve' });
  await put(posts, id, { title: 'same', author: null });
  expect((await stored(posts, id))?.refs).toEqual(refs);
  const followed = await api.call(`${posts.path}/dataId/${id}?expand=editors`);
  expect(followed.body.data.expand.editors).toMatchObject([{ id: 'eve', name: 'Eve' }]);
  expect(followed.headers.get('x-bedplate-reads')).toBe('2');
  // Made again under its id, the record has another key.
  await api.call(`${authors.path}/dataId/eve?permanent=true`, { method: 'DELETE' });
  await api.call(`${authors.path}/dataId/eve?upsert=true`, { method: 'PUT', body: { name: 'Eve again' } });
  const again = await api.call(`${posts.path}?id=${id}&expand=editors`);
  expect(again.body.data[0].expand.editors).toMatchObject([{ name: 'Eve again' }]);
  await put(posts, id, { editors: [] });
  expect(await stored(posts, id)).not.toHaveProperty('refs');
});

test('a changed reference costs one read, a kept one none', async () => {
  const [ada, bob] = [await idOf(authors, { name: 'Ada' }), await idOf(authors, { name: 'Bob' })];
  await add(posts, { author: ada, editors: [ada], title: 'warm' });
  const row = await posts.read();
  const create = (fields: object) => billed(() => createRecords(api.services.records, row, { inputs: [fields], actor: 'u1' }));
  expect((await create({ title: 'plain' })).operations).toEqual([0, 1]);
  const { result, operations } = await create({ author: ada, editors: [ada, bob] });
  expect(operations).toEqual([2, 1]);
  const id = result[0]?.id ?? '';
  const change = async (fields: object) =>
    (await billed(() => updateRecord(api.services.records, row, { id, fields, actor: 'u1' }))).operations;
  expect(await change({ title: 'x' })).toEqual([1, 1]);
  expect(await change({ author: bob })).toEqual([2, 1]);
  expect(await change({ author: bob })).toEqual([1, 1]);
});

test('a new record’s reference is read under a lock where a delete looks at it', async () => {
  const locked = await api.storage('comments');
  const ada = await idOf(authors, { name: 'Ada' });
  const author: SchemaField = { type: 'reference', storage: authors.id };
  const schema = StorageSchema.parse({ fields: { author, approvedBy: { ...author, onDelete: 'refuse' } } });
  const path = { projectId: 'p1', storageId: locked.id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'enforce' } });
  await add(locked, { author: ada, approvedBy: ada }); // the storage knows its fields from now on
  const row = await locked.read();
  const create = (fields: object) => createRecords(api.services.records, row, { inputs: [fields], actor: 'u1' });
  const transaction = vi.spyOn(api.services.records.store, 'transaction');
  await create({ author: ada });
  expect(transaction).not.toHaveBeenCalled();
  await create({ approvedBy: ada });
  expect(transaction).toHaveBeenCalled();
  transaction.mockRestore();
});

test('a schema that learns looks at nothing', async () => {
  const { status, body } = await add(await referring('learn'), { author: nobody });
  expect([status, body.warnings]).toEqual([201, undefined]);
});

test('a schema that warns stores what leads nowhere, and each door says so for the same price', async () => {
  const storage = await referring('warn');
  const ada = await idOf(authors, { name: 'Ada' });
  const missing = (at = '', field = 'author') => ({ field: `${at}${field}`, message: expect.stringContaining(nobody) });
  const made = await add(storage, { author: nobody, editors: [ada, nobody] });
  expect(made).toMatchObject({ status: 201, body: { warnings: [missing(), missing('', 'editors')] } });
  expect(made.headers.get('X-Bedplate-Warnings')).toBe('author, editors');
  const { id } = made.body.data;
  expect((await put(storage, id, { title: 'x' })).body.warnings).toBeUndefined(); // a reference that stays is not followed
  expect((await put(storage, id, { author: ada })).body.warnings).toBeUndefined();
  expect((await put(storage, id, { author: nobody })).body.warnings).toMatchObject([missing()]);
  const many = await api.call(storage.path, { body: [{ author: ada }, { author: nobody }] });
  expect(many.body.warnings).toMatchObject([missing('[1].')]);
  const writes = [
    { op: 'update', storageId: storage.id, id, data: { author: ada } },
    { op: 'create', storageId: storage.id, data: { author: nobody } },
  ];
  expect((await api.call('/api/batch', { body: { writes } })).body.warnings).toMatchObject([missing('writes[1].')]);
  const rows = JSON.stringify([{ author: ada }, { author: nobody }]);
  expect((await api.call(`${storage.path}/import?format=json`, { body: rows })).body.warnings).toMatchObject([missing('rows[2].')]);
  const changed = await api.call(`${storage.path}?title=x`, { method: 'PATCH', body: { author: nobody } });
  expect(changed.body.warnings).toMatchObject([missing(`records[${id}].`)]);
  const row = await storage.read();
  const { operations } = await billed(() => createRecords(api.services.records, row, { inputs: [{ author: nobody }], actor: 'u1' }));
  expect(operations).toEqual([1, 1]);
});

test('rows of an import that refer to no record are refused one by one', async () => {
  const ada = await idOf(authors, { name: 'Ada' });
  const rows = [{ author: ada }, { author: nobody }, { title: 'none' }];
  const { body } = await api.call(`${posts.path}/import?partial=true&format=json`, { body: JSON.stringify(rows) });
  expect(body.data).toMatchObject({ accepted: 2, rejected: 1, errors: [{ row: 2, field: 'author' }] });
});
