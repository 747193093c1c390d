import { type SchemaField, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { saveSchema } from '../schema/save-schema.ts';

type Place = Awaited<ReturnType<ApiServer['storage']>>;

let api: ApiServer;
let authors: Place;
let posts: Place;
const reference = ({ id }: Place): SchemaField => ({ type: 'reference', storage: id });

async function declare(storage: Place, fields: Record<string, SchemaField>) {
  const place = { projectId: 'p1', storageId: storage.id };
  const schema = StorageSchema.parse({ fields });
  await saveSchema(api.services, { caller: admin, path: place, change: { version: 0, schema, state: 'learn' } });
}

const add = async ({ path }: Place, body: object): Promise<string> => (await api.call(path, { body })).body.data.id;
const get = async (query: string, path = posts.path) => (await api.call(`${path}${query}`)).body;
const titles = async (query: string) => (await get(`?${query}`)).data.map(({ title }: { title: string }) => title);

beforeAll(async () => {
  api = await startApi();
  authors = await api.storage('authors', { is_softDelete: true });
  const firms = await api.storage('firms');
  posts = await api.storage('posts');
  await declare(authors, { name: { type: 'text' }, born: { type: 'number' }, firm: reference(firms) });
  await declare(posts, {
    author: reference(authors),
    editors: { ...reference(authors), type: 'list', of: 'reference' },
    size: { type: 'number' },
  });
  const acme = await add(firms, { name: 'Acme' });
  await api.call(`${authors.path}/dataId/ada?upsert=true`, { method: 'PUT', body: { name: 'Ada', born: 1815, firm: acme } });
  const bob = await add(authors, { name: 'Bob', born: 1990 });
  const gone = await add(authors, { name: 'Ada', born: 1 });
  await api.call(`${authors.path}/dataId/${gone}`, { method: 'DELETE' });
  await add(posts, { title: 'by ada', n: 1, author: 'ada', editors: [bob, 'ada'] });
  await add(posts, { title: 'by bob', n: 2, author: bob, editors: [] });
  await add(posts, { title: 'by gone', n: 3, author: gone });
  await add(posts, { title: 'by nobody', n: 4 });
});
afterAll(() => api.stop());

test.each([
  ['author.name=Ada', ['by ada']],
  ['author.name=Ada|Bob', ['by bob', 'by ada']],
  ['author.name!=Ada', ['by nobody', 'by gone', 'by bob']],
  ['author.name!=Zoe', ['by nobody', 'by gone', 'by bob', 'by ada']],
  ['author.name=Zoe', []],
  ['author.name~o', ['by bob']],
  ['author.born>1800&author.name=Ada', ['by ada']],
  ['author.born>1900&author.name=Ada', []],
  ['author.born>1800&n<2', ['by ada']],
  ['author.firm.name=Acme', ['by ada']],
  ['editors.name=Bob', ['by ada']],
  ['editors.name=Bob&editors.born=1815', []],
  ['or=(author.name=Bob,n=4)', ['by nobody', 'by bob']],
  ['or=(author.name=Bob,and(author.name=Ada,n=1))&sortBy=n&sortOrder=asc', ['by ada', 'by bob']],
  ['or=(author.name=Zoe,n=4)', ['by nobody']],
])('%s finds the records that refer to those', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

test('a value that is none of its field is refused also where what a reference finds decides the list without it', async () => {
  const answer = await api.call(`${posts.path}?or=(author.name!=Zoe,size>=soon)`);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid-argument', details: [{ field: 'size' }] } } });
});

test('a condition leads through three references at most, and asks ids whether they are the same', async () => {
  const people = await api.storage('people');
  await declare(people, { name: { type: 'text' }, boss: reference(people) });
  const top = await add(people, { name: 'Top' });
  let boss = top;
  for (const name of ['One', 'Two', 'Three', 'Four']) boss = await add(people, { name, boss });
  const names = async (query: string) =>
    (await get(`?${query}&sortBy=name&sortOrder=asc`, people.path)).data.map(({ name }: { name: string }) => name);
  expect(await names('boss.boss.boss.name=Top')).toEqual(['Three']);
  const { status, body } = await api.call(`${people.path}?boss.boss.boss.boss.name=Top`);
  expect([status, body.message]).toEqual([400, expect.stringContaining('through more than 3 references')]);
  expect(await names(`boss.id=${top}`)).toEqual(['One']);
  expect(await names(`boss.id!=${top}`)).toEqual(['Four', 'Three', 'Top', 'Two']);
  expect((await api.call(`${people.path}?boss.id>${top}`)).status).toBe(400);
});

test('counts, totals and exports ask through references as lists do', async () => {
  expect((await get('/count?author.born>1800')).data).toEqual({ count: 2, isExact: true });
  expect((await get('/aggregate?op=sum:n&author.born>1800')).data).toMatchObject({ sum: { n: 3 } });
  expect((await api.call(`${posts.path}/export?format=csv&fields=title&author.name=Ada`)).text).toContain('by ada');
});

test('explain tells each question and its reads, which are those of the records that it finds', async () => {
  await get('?author.name=Ada|Bob'); // a list that was short the last time is not counted
  const { explain } = (await get('?author.name=Ada|Bob&explain=true')) as unknown as { explain: object };
  expect(explain).toEqual({
    plan: expect.any(String),
    reads: 4,
    through: [{ name: 'author.name', plan: expect.any(String), reads: 2 }],
  });
});

test.each([
  ['author.name=null', 'compared with values only'],
  ['author.name=', 'compared with values only'],
  ['author.password=x', 'A password cannot be used'],
  ['author.createdAt>2020-01-01', 'cannot be asked through a reference'],
  ['author.born=soon', 'born is compared with a number'],
  ['near=author.place(1,2,5km)', 'near'],
])('%s is refused', async (query, message) => {
  const { status, body } = await api.call(`${posts.path}?${query}`);
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
});

test('a change by filter does not lead through a reference, so nothing is changed by a name that no record has', async () => {
  const { status, body } = await api.call(`${posts.path}?author.name!=Zoe`, { method: 'PUT', body: { n: 9 } });
  expect([status, body.message]).toEqual([400, expect.stringContaining('ask author=id|id')]);
  expect((await get('/count?n=9')).data.count).toBe(0);
});

test('a field that the records referred to do not have is told of', async () => {
  expect((await get('?author.nme=Ada')).warnings).toEqual([
    { field: 'author.nme', message: expect.stringContaining('no record of this storage') },
  ]);
});

test('more than 30 records are refused with what to do', async () => {
  await api.call(authors.path, { body: Array.from({ length: 31 }, () => ({ name: 'Many' })) });
  const { status, body } = await api.call(`${posts.path}?author.name=Many`);
  expect([status, body.message]).toEqual([422, expect.stringContaining('ask author=id|id')]);
  expect(await titles('author.name=Many&author.born=1815')).toEqual([]);
});

test('a cursor goes on though other records match there meanwhile', async () => {
  const first = await get('?author.born>1800&limit=1');
  const cy = await add(authors, { name: 'Cy', born: 2000 });
  await add(posts, { title: 'by cy', author: cy });
  const { nextCursor } = (first as unknown as { pagination: { nextCursor: string } }).pagination;
  expect(await titles(`author.born>1800&limit=1&cursor=${nextCursor}`)).toEqual(['by ada']);
});

test('conditions through references share what one request may read', async () => {
  const [writers, books] = [await api.storage('writers'), await api.storage('books')];
  await declare(writers, { name: { type: 'text' } });
  await declare(books, { writer: reference(writers), reader: reference(writers) });
  for (let i = 0; i < 6; i += 1)
    await api.call(writers.path, { body: Array.from({ length: 100 }, (_, n) => ({ name: `W${i * 100 + n}` })) });
  await add(books, { title: 'alone' });
  expect((await get('?writer.name~zq', books.path)).data).toEqual([]);
  const refused = await get('?writer.name~zq&reader.name~zq', books.path);
  expect(refused).toMatchObject({
    error: { code: 'query-too-broad' },
    message: expect.stringContaining('Take fewer conditions like reader.name'),
  });
});

test('more than thirty ids are refused, where a record has one of its app and one of ours', async () => {
  const twice = await api.storage('twice');
  await declare(twice, { name: { type: 'text' } });
  const of = await api.storage('of-twice');
  await declare(of, { one: reference(twice) });
  const own = (i: number) => api.call(`${twice.path}/dataId/own-${i}?upsert=true`, { method: 'PUT', body: { name: 'Same' } });
  for (let i = 0; i < 15; i += 1) await own(i);
  expect((await api.call(`${of.path}?one.name=Same`)).status).toBe(200);
  await own(15);
  expect((await api.call(`${of.path}?one.name=Same`)).body).toMatchObject({
    message: expect.stringContaining('more than 30 records match'),
  });
});
