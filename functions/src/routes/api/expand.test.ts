import { type EndUserAccess, type SchemaField, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { expandedBy } from './expand.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

let api: ApiServer;
let authors: Place;
let posts: Place;
let comments: Place;

type Place = Awaited<ReturnType<ApiServer['storage']>>;

const text: SchemaField = { type: 'text' };
const reference = (storage: Place): SchemaField => ({ type: 'reference', storage: storage.id });

async function declare(storage: Place, fields: Record<string, SchemaField>) {
  const schema = StorageSchema.parse({ fields });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, schema, state: 'learn' },
  });
}

const add = async ({ path }: Place, body: object): Promise<string> => (await api.call(path, { body })).body.data.id;
const get = async ({ path }: Place, query: string) => (await api.call(`${path}${query}`)).body;
const refusal = async (storage: Place, query: string) => {
  const { status, body } = await api.call(`${storage.path}${query}`);
  return [status, body.message];
};
const says = (message: string) => [400, expect.stringContaining(message)];

beforeAll(async () => {
  api = await startApi();
  authors = await api.storage('authors', { is_softDelete: true });
  posts = await api.storage('posts');
  comments = await api.storage('comments');
  await declare(authors, { name: text, city: text });
  await declare(posts, { title: text, author: reference(authors), editors: { type: 'list', of: 'reference', storage: authors.id } });
  await declare(comments, { text, status: text, post: reference(posts), author: reference(authors), answers: reference(comments) });
});
afterAll(() => api.stop());

test('a reference is followed in a list and in one record, and keeps its id', async () => {
  const ada = await add(authors, { name: 'Ada', city: 'London' });
  const bob = await add(authors, { name: 'Bob' });
  const id = await add(posts, { title: 'One', author: ada, editors: [bob, ada] });
  await add(posts, { title: 'Two' });
  const list = await get(posts, '?expand=author(fields=name),editors&fields=title');
  expect(list.data).toEqual([
    { id: expect.any(String), title: 'Two', expand: { author: null, editors: null } },
    {
      id,
      title: 'One',
      expand: {
        author: { id: ada, name: 'Ada' },
        editors: [expect.objectContaining({ id: bob, name: 'Bob' }), expect.objectContaining({ name: 'Ada' })],
      },
    },
  ]);
  const one = await get(posts, `/dataId/${id}?expand=author`);
  expect(one.data).toMatchObject({ id, author: ada, expand: { author: { id: ada, name: 'Ada', city: 'London' } } });
  expect((await get(posts, `/dataId/${id}`)).data).not.toHaveProperty('expand');
});

test('records that refer to a record come with conditions, an order, a limit and fields, three levels deep', async () => {
  const ada = await add(authors, { name: 'Ada' });
  const id = await add(posts, { title: 'Discussed', author: ada });
  for (const [n, status] of ['open', 'open', 'done', 'open'].entries())
    await add(comments, { post: id, author: ada, text: `c${n}`, status });
  await add(comments, { post: await add(posts, { title: 'Other' }), text: 'elsewhere', status: 'open' });
  const { data } = await get(
    posts,
    `/dataId/${id}?expand=comments(by=post;status=open;sortBy=text;sortOrder=asc;limit=2;fields=text;expand=author)`,
  );
  expect(data.expand.comments).toEqual([
    { id: expect.any(String), text: 'c0', expand: { author: expect.objectContaining({ name: 'Ada' }) } },
    { id: expect.any(String), text: 'c1', expand: { author: expect.objectContaining({ name: 'Ada' }) } },
  ]);
  const deep = await get(authors, `/dataId/${ada}?expand=posts(by=author;expand=comments(limit=1;expand=author))`);
  expect(deep.data.expand.posts).toMatchObject([
    { title: 'Discussed', expand: { comments: [{ text: 'c3', expand: { author: { id: ada } } }] } },
  ]);
});

test('each level forward is one read for each distinct record, and backward one query for each record', async () => {
  const ids = await Promise.all(['Ann', 'Ben', 'Cy'].map((name) => add(authors, { name })));
  const own = await api.storage('notes');
  await declare(own, { author: reference(authors) });
  for (let n = 0; n < 20; n += 1) await add(own, { n, author: ids[n % 3] });
  const cost = async (storage: Place, query: string) => {
    await get(storage, query); // what an instance reads once for all calls
    const { headers, body } = await api.call(`${storage.path}${query}`);
    return { reads: Number(headers.get('x-bedplate-reads')), body };
  };
  const plain = await cost(own, '?limit=20');
  const followed = await cost(own, '?limit=20&expand=author&explain=true');
  expect(followed.reads - plain.reads).toBe(3);
  expect(followed.body.explain).toMatchObject({
    reads: followed.reads,
    expand: [{ name: 'author', plan: '3 records in one batch', reads: 3 }],
  });
  const query = `?id=${ids.join('%7C')}&explain=true`;
  const back = await cost(authors, `${query}&expand=notes(limit=2;expand=author)`);
  const steps = back.body.explain as { expand: object[] };
  expect(steps.expand).toEqual([
    { name: 'notes', plan: 'a query for each of 3 records', reads: 6 },
    { name: 'notes.author', plan: '3 records in one batch', reads: 3 },
  ]);
  expect(back.reads - (await cost(authors, query)).reads).toBe(1 + 6 + 3); // and one for the storage by its key
});

test('names that are followed at the same time tell their own reads, and a record that two of them lead to is one read', async () => {
  const ids = await Promise.all(['Dot', 'Eve', 'Fay'].map((name) => add(authors, { name })));
  const pairs = await api.storage('pairs');
  await declare(pairs, {
    author: reference(authors),
    editor: reference(authors),
    readers: { ...reference(authors), type: 'list', of: 'reference' },
  });
  for (let n = 0; n < 6; n += 1) await add(pairs, { author: ids[n % 3], editor: ids[(n + 1) % 3], readers: ids });
  const query = '?limit=20&expand=author,editor,readers&explain=true';
  await get(pairs, query); // what an instance reads once for all calls
  const { headers, body } = await api.call(`${pairs.path}${query}`);
  const { reads, expand } = body.explain as { reads: number; expand: { reads: number }[] };
  expect(reads).toBe(Number(headers.get('x-bedplate-reads')));
  expect(expand.reduce((sum, step) => sum + step.reads, 0)).toBe(3);
});

test('a chosen id is followed, and a reference that leads to nothing says why', async () => {
  await api.call(`${authors.path}/dataId/eve?upsert=true`, { method: 'PUT', body: { name: 'Eve' } });
  const gone = await add(authors, { name: 'Gone' });
  await api.call(`${authors.path}/dataId/${gone}`, { method: 'DELETE' });
  const id = await add(posts, { title: 'Dangling', author: 'eve', editors: [gone, 'nobody', '0123456789abcdefghij'] });
  expect((await get(posts, `/dataId/${id}?expand=author,editors`)).data.expand).toMatchObject({
    author: { id: 'eve', name: 'Eve' },
    editors: [
      { id: gone, unavailable: true, reason: 'trash' },
      { id: 'nobody', unavailable: true, reason: 'missing' },
      { id: '0123456789abcdefghij', unavailable: true, reason: 'missing' },
    ],
  });
});

test('a circle of references ends where the names end, and reads nothing twice', async () => {
  const first = await add(comments, { text: 'first' });
  await api.call(`${comments.path}/dataId/${first}`, { method: 'PUT', body: { answers: first } });
  const { body, headers } = await api.call(`${comments.path}/dataId/${first}?expand=answers.answers.answers`);
  expect(body.data.expand.answers.expand.answers.expand.answers).toMatchObject({ id: first, answers: first });
  expect(Number(headers.get('x-bedplate-reads'))).toBe(2);
});

test('a name that leads nowhere is refused, also where no record is', async () => {
  expect(await refusal(posts, '?expand=title')).toEqual(says('title is neither a reference field of posts nor the key of a storage'));
  expect(await refusal(posts, '?id=x&expand=nothing')).toEqual(says('neither a reference field'));
  expect(await refusal(authors, '?expand=comments(by=post)')).toEqual(
    says('post is no field of comments that refers to this storage; these do: author.'),
  );
  for (const inside of ['limit=3', 'by=post', 'name=Ada'])
    expect([inside, await refusal(posts, `?expand=author(${inside})`)]).toEqual([inside, says('takes fields and expand only')]);
  expect(await refusal(posts, '?expand=author(')).toEqual(says('not closed'));
  expect(await refusal(posts, '?fields=title&expand=author.name')).toEqual(says('name is neither a reference field of authors'));
  await declare(await api.storage('reviews'), { one: reference(posts), two: reference(posts) });
  expect(await refusal(posts, '?expand=reviews')).toEqual(
    says('several fields of reviews refer to this storage: choose one, as in reviews(by=one)'),
  );
});

test('more than a request may read is refused', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, (_, n) => add(authors, { name: `many ${n}` })));
  const editors = Array.from({ length: 1001 }, (_, n) => `editor-${n}`);
  const wide = await add(posts, { editors });
  expect(await api.call(`${posts.path}/dataId/${wide}?expand=editors`)).toMatchObject({
    status: 422,
    body: { error: { code: 'query-too-broad' } },
  });
  const many = await api.storage('many');
  await declare(many, { author: reference(authors) });
  for (const author of ids)
    for (let n = 0; n < 4; n += 1) await api.call(many.path, { body: Array.from({ length: 90 }, () => ({ author })) });
  const marks = await api.storage('marks');
  await declare(marks, { of: reference(many) });
  const { status, body } = await api.call(`${authors.path}?name~many&expand=many(limit=100;expand=marks)`);
  expect([status, body.message]).toEqual([422, expect.stringContaining('a query for each record, of at most 100')]);
});

test('a named key follows references only into storages that it may read', async () => {
  const ada = await add(authors, { name: 'Ada' });
  await add(posts, { title: 'Keyed', author: ada });
  const scope = { name: 'narrow', storages: [posts.id], verbs: ['read' as const] };
  const row = await posts.read();
  const expanding = (narrow: boolean, expand: string) =>
    expandedBy(api.services, {
      caller: { tenantId: 't1', projectId: 'p1', keyId: 'k1', ...(narrow ? { scope } : {}) },
      res: undefined,
      storage: row,
      records: [{ record: { id: 'x', author: ada, createdAt: '', updatedAt: '' }, refs: undefined }],
      expand,
    });
  expect((await expanding(false, 'author'))?.expanded).toMatchObject([{ author: { name: 'Ada' } }]);
  await expect(expanding(true, 'author')).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(expanding(true, 'comments')).rejects.toMatchObject({ code: 'permission-denied' });
});

const open = (read: 'none' | 'own' | 'all'): { endUserAccess: EndUserAccess } => ({ endUserAccess: { read, write: 'all' } });

test('each level is under the rights of the app user who asks, who does not learn what is hidden', async () => {
  const users = await api.storage('users', open('own'));
  const notes = await api.storage('memos', open('own'));
  const boards = await api.storage('boards', open('all'));
  const closed = await api.storage('closed');
  await declare(notes, { board: reference(boards), user: reference(users), secret: reference(closed) });
  await declare(boards, { pinned: reference(notes), owner: reference(users) });
  const [ann, ben] = await Promise.all(
    ['ann', 'ben'].map((username) => add(users, { username, password: 'a-pass-p-word', email: `${username}@example.com` })),
  );
  const login = await api.call(`${users.path}/authenticate`, { body: { username: 'ann', password: 'a-pass-p-word' } });
  const bearer = (login.body.accessToken ?? login.body.data.accessToken) as string;
  const own = await add(notes, { userId: ann, text: 'own' });
  const foreign = await add(notes, { userId: ben, text: 'foreign' });
  const one = await add(boards, { owner: ben, pinned: foreign });
  const two = await add(boards, { owner: ann, pinned: own });
  await Promise.all([own, foreign].map((id) => api.call(`${notes.path}/dataId/${id}`, { method: 'PUT', body: { board: one } })));
  const asAnn = (path: string) => api.call(path, { bearer });
  const list = await asAnn(`${boards.path}?expand=owner,pinned,memos(by=board)`);
  expect(list.body.data).toMatchObject([
    { id: two, expand: { owner: { username: 'ann' }, pinned: { text: 'own' }, memos: [] } },
    { id: one, expand: { memos: [{ text: 'own' }] } },
  ]);
  expect(list.body.data[1].expand).toMatchObject({ owner: { id: ben, unavailable: true }, pinned: { id: foreign, unavailable: true } });
  expect(list.text).not.toContain('reason');
  expect(list.body.data[1].expand.memos).toHaveLength(1);
  const found = async (query: string) => (await asAnn(`${boards.path}?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect([await found('pinned.text=own'), await found('pinned.text=foreign')]).toEqual([[two], []]);
  expect((await asAnn(`${notes.path}?secret.text=x`)).status).toBe(403);
  expect((await asAnn(`${notes.path}?expand=secret`)).status).toBe(403);
  expect((await asAnn(`${boards.path}?expand=memos(expand=secret)`)).status).toBe(403);
});
