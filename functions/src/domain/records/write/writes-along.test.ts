import { type OnDelete, type SchemaField, type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { deleteRecord } from './change-record.ts';

type Place = Awaited<ReturnType<ApiServer['storage']>>;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function declare(storage: Place, fields: Record<string, SchemaField>, { version = 0, state = 'enforce' as SchemaState } = {}) {
  const schema = StorageSchema.parse({ fields });
  await changeSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: storage.id }, change: { version, schema, state } });
}

/** Authors, posts that refer to them, and comments that refer to posts. */
async function world(posts: OnDelete, comments: OnDelete = 'cascade', isSoft = true) {
  const places = {
    authors: await api.storage('authors', { is_softDelete: isSoft }),
    posts: await api.storage('posts'),
    comments: await api.storage('comments', { is_softDelete: true }),
  };
  const reference = (storage: Place, onDelete: OnDelete): SchemaField => ({ type: 'reference', storage: storage.id, onDelete });
  await declare(places.posts, {
    author: reference(places.authors, posts),
    editors: { ...reference(places.authors, posts), type: 'list', of: 'reference' },
  });
  await declare(places.comments, { post: reference(places.posts, comments) });
  return places;
}

const add = async ({ path }: Place, body: object): Promise<string> => (await api.call(path, { body })).body.data.id;
const remove = ({ path }: Place, id: string, query = '') => api.call(`${path}/dataId/${id}${query}`, { method: 'DELETE' });
const restore = ({ path }: Place, id: string) => api.call(`${path}/dataId/${id}/restore`, { method: 'POST' });
const titles = async ({ path }: Place) =>
  (await api.call(`${path}?sortBy=title&sortOrder=asc`)).body.data.map(({ title }: { title: string }) => title);
const get = async ({ path }: Place, id: string) => (await api.call(`${path}/dataId/${id}`)).body.data;
const documents = async (path: string) => (await databaseOf(api.services.store).collection(path).get()).docs;

test('a record is not deleted where it cannot be known whether another one refers to it', async () => {
  const { authors, posts } = await world('refuse');
  const ada = await add(authors, { name: 'Ada' });
  const full = { fields: {}, profile: { wide: true } };
  await databaseOf(api.services.store).doc(`storages/${posts.id}`).update(full);
  expect(await remove(authors, ada)).toMatchObject({ status: 409, body: { message: expect.stringContaining('Declare fewer fields') } });
  expect(await get(authors, ada)).toMatchObject({ name: 'Ada' });
});

test('a record that is referred to is not deleted where its reference refuses that, and nothing is written', async () => {
  const { authors, posts } = await world('refuse');
  const [ada, bob] = [await add(authors, { name: 'Ada' }), await add(authors, { name: 'Bob' })];
  const post = await add(posts, { title: 'one', editors: [bob, ada] });
  expect(await remove(authors, ada)).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict' }, message: 'A record of My posts still refers to this one (editors). Change or delete it first.' },
  });
  expect(await get(authors, ada)).toMatchObject({ name: 'Ada' });
  const write = (op: string, storage: Place, id: string) => ({ op, storageId: storage.id, storageKey: storage.path.split('/')[2], id });
  expect((await api.call('/api/batch', { body: { writes: [write('delete', authors, ada), write('delete', posts, post)] } })).status).toBe(
    200,
  );
  expect((await remove(authors, bob)).status).toBe(200);
});

test('references are cleared with the record that they name, and one restore sets them again', async () => {
  const { authors, posts } = await world('clear');
  const [ada, bob] = [await add(authors, { name: 'Ada' }), await add(authors, { name: 'Bob' })];
  const one = await add(posts, { title: 'one', author: ada, editors: [ada, bob] });
  const two = await add(posts, { title: 'two', author: ada });
  expect((await remove(authors, ada)).status).toBe(200);
  expect(await get(posts, one)).toMatchObject({ title: 'one', author: null, editors: [bob] });
  await api.call(`${posts.path}/dataId/${two}`, { method: 'PUT', body: { author: bob } });
  expect((await restore(authors, ada)).status).toBe(200);
  expect(await get(posts, one)).toMatchObject({ author: ada, editors: [bob, ada] });
  expect(await get(posts, two)).toMatchObject({ author: bob });
});

test('records follow into the trash as one act, over storages, and one restore brings all of them back', async () => {
  const { authors, posts, comments } = await world('cascade');
  const ada = await add(authors, { name: 'Ada' });
  const [one, two] = [await add(posts, { title: 'one', author: ada }), await add(posts, { title: 'two', editors: [ada] })];
  await add(posts, { title: 'other' });
  for (const [title, post] of [
    ['c1', one],
    ['c2', two],
    ['c3', two],
  ] as const)
    await add(comments, { title, post });
  expect((await remove(authors, ada)).status).toBe(200);
  expect([await titles(posts), await titles(comments)]).toEqual([['other'], []]);
  const trashed = await documents(`storages/${comments.id}/deleted`);
  expect(new Set(trashed.map((row) => row.get('deletedAt').toMillis())).size).toBe(1);
  expect((await restore(authors, ada)).status).toBe(200);
  expect([await titles(posts), await titles(comments)]).toEqual([
    ['one', 'other', 'two'],
    ['c1', 'c2', 'c3'],
  ]);
  expect(await get(posts, two)).toMatchObject({ editors: [ada] });
});

test('a record that is cleared and then follows by another of its references comes back with both', async () => {
  const { authors, posts, comments } = await world('cascade');
  const fields: Record<string, SchemaField> = {
    post: { type: 'reference', storage: posts.id, onDelete: 'cascade' },
    by: { type: 'reference', storage: authors.id, onDelete: 'clear' },
  };
  await declare(comments, fields, { version: 1 });
  const ada = await add(authors, { name: 'Ada' });
  const post = await add(posts, { title: 'one', author: ada });
  const comment = await add(comments, { title: 'c', post, by: ada });
  expect((await remove(authors, ada)).status).toBe(200);
  expect(await titles(comments)).toEqual([]);
  expect((await restore(authors, ada)).status).toBe(200);
  expect(await get(comments, comment)).toMatchObject({ title: 'c', post, by: ada });
});

test('a record that was deleted before the act, or restored since, is left as it is', async () => {
  const { authors, posts } = await world('cascade');
  const ada = await add(authors, { name: 'Ada' });
  const [one, two] = [await add(posts, { title: 'one', author: ada }), await add(posts, { title: 'two', author: ada })];
  await remove(authors, ada);
  await restore(posts, one);
  await remove(posts, one, '?permanent=true');
  await restore(authors, ada);
  expect(await titles(posts)).toEqual(['two']);
  expect((await get(posts, two)).author).toBe(ada);
});

test('what is deleted for good takes along what followed it into the trash', async () => {
  const { authors, posts, comments } = await world('cascade');
  const ada = await add(authors, { name: 'Ada' });
  await add(comments, { title: 'c', post: await add(posts, { title: 'one', author: ada }) });
  await remove(authors, ada);
  expect((await remove(authors, ada, '?permanent=true')).status).toBe(200);
  const kinds = async (storage: Place) => (await documents(`storages/${storage.id}/deleted`)).map((row) => row.get('kind') as string);
  expect([await kinds(authors), await kinds(posts), await kinds(comments)]).toEqual([['tombstone'], ['tombstone'], ['tombstone']]);
});

test('where the record goes for good, those that follow do what their own storage does', async () => {
  const { authors, posts, comments } = await world('cascade', 'clear', false);
  const ada = await add(authors, { name: 'Ada' });
  const comment = await add(comments, { title: 'c', post: await add(posts, { title: 'one', author: ada }) });
  expect((await remove(authors, ada)).status).toBe(200);
  expect(await titles(posts)).toEqual([]);
  expect(await get(comments, comment)).toMatchObject({ title: 'c', post: null });
});

test('a refusal farther down stops the whole act', async () => {
  const { authors, posts, comments } = await world('cascade', 'refuse');
  const ada = await add(authors, { name: 'Ada' });
  await add(comments, { title: 'c', post: await add(posts, { title: 'one', author: ada }) });
  expect(await remove(authors, ada)).toMatchObject({ status: 409, body: { message: expect.stringContaining('My comments still refers') } });
  expect(await titles(posts)).toEqual(['one']);
});

async function addMany({ path }: Place, count: number, body: object): Promise<void> {
  for (let first = 0; first < count; first += 100) {
    const { status } = await api.call(path, { body: Array.from({ length: Math.min(100, count - first) }, () => body) });
    expect(status).toBe(201);
  }
}

test('six hundred records leave as one act, and one restore brings them back', async () => {
  const { authors, posts } = await world('cascade');
  const ada = await add(authors, { name: 'Ada' });
  await addMany(posts, 600, { title: 'x', author: ada });
  expect((await remove(authors, ada)).status).toBe(200);
  expect(await documents(`storages/${posts.id}/records`)).toHaveLength(0);
  expect((await restore(authors, ada)).status).toBe(200);
  expect(await documents(`storages/${posts.id}/records`)).toHaveLength(600);
});

test('more than a thousand are not changed along, nor more than one commit carries', async () => {
  const { authors, posts } = await world('clear');
  const ada = await add(authors, { name: 'Ada' });
  await addMany(posts, 1001, { title: 'x', author: ada });
  const refused = await remove(authors, ada);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('More than 1000 other records') } });
  const bob = await add(authors, { name: 'Bob' });
  for (let n = 0; n < 12; n += 1) await add(posts, { title: 'y'.repeat(800_000), author: bob });
  expect(await remove(authors, bob)).toMatchObject({ status: 413, body: { error: { code: 'payload-too-large' } } });
  expect(await get(authors, bob)).toMatchObject({ name: 'Bob' });
});

test('no reference begins while its record is being deleted', async () => {
  const { authors, posts } = await world('refuse');
  for (let n = 0; n < 10; n += 1) {
    const id = await add(authors, { name: `raced ${n}` });
    const [made, removed] = await Promise.all([api.call(posts.path, { body: { author: id } }), remove(authors, id)]);
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([made.status, removed.status]);
  }
});

test('a storage knows who follows only while the schema of the other says so', async () => {
  const { authors, posts } = await world('refuse');
  expect((await authors.read()).data.referredBy).toEqual({ [posts.id]: { author: 'refuse', editors: 'refuse' } });
  const plain: SchemaField = { type: 'reference', storage: authors.id };
  await declare(posts, { author: { ...plain, onDelete: 'clear' } }, { version: 1, state: 'warn' });
  expect((await authors.read()).data.referredBy).toEqual({ [posts.id]: { author: 'clear' } });
  await declare(posts, { author: { ...plain, onDelete: 'clear' } }, { version: 2, state: 'learn' });
  expect((await authors.read()).data.referredBy).toEqual({});
  const ada = await add(authors, { name: 'Ada' });
  await add(posts, { author: ada });
  expect((await remove(authors, ada)).status).toBe(200);
});

test('deletes that would go round in a circle are refused by name, one within a storage too', async () => {
  const { authors, posts, comments } = await world('cascade');
  const cascading = (storage: Place): SchemaField => ({ type: 'reference', storage: storage.id, onDelete: 'cascade' });
  await expect(declare(authors, { best: cascading(comments) })).rejects.toMatchObject({
    status: 400,
    details: [{ field: 'fields.best.onDelete', message: expect.stringContaining('circle') }],
  });
  await expect(declare(authors, { mentor: cascading(authors) })).rejects.toMatchObject({ details: [{ field: 'fields.mentor.onDelete' }] });
  expect((await authors.read()).data.schema).toBeUndefined();
  expect((await posts.read()).data.schema?.version).toBe(1);
});

test('a delete costs a read for each storage whose records may follow, and a query for each of their fields', async () => {
  const { authors } = await world('refuse');
  const remaining = async (storage: Place) => {
    const id = await add(storage, { name: 'Ada' });
    const row = await storage.read();
    const meter = newMeter();
    await withMeter(meter, () => deleteRecord(api.services.records, row, { id, actor: 'u1' }));
    return [meter.reads, meter.writes, meter.deletes];
  };
  await remaining(authors); // the rules of an instance are read once
  expect(await remaining(authors)).toEqual([1 + 1 + 2, 1, 1]);
  expect(await remaining(await api.storage('alone', { is_softDelete: true }))).toEqual([1, 1, 1]);
});
