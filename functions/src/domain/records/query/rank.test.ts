import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { writeCursor } from './cursor.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;

const records = [
  { n: 'inside', title: 'Firelamps', body: 'plain' },
  { n: 'body', title: 'Notes', body: 'a lamp' },
  { n: 'whole', title: 'Lamp', body: 'plain' },
  { n: 'long', title: `Lamp ${'and more '.repeat(20)}`, body: 'plain' },
  { n: 'start', title: 'Lampshade', body: 'plain' },
  { n: 'café', title: 'Café kitchen', body: 'a chair' },
  { n: 'slip', title: 'A kitchan', body: 'some café' },
  { n: 'none', title: 'Table', body: 'nothing' },
];

beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services);
  for (const inputs of records) await createRecords(data.services, await read(), { inputs: [inputs], actor: 'a' });
});
afterAll(() => data.stop());

async function found(query: string) {
  const page = await list(data.services, await read(), parseListQuery(query));
  return { names: page.found.map(({ fields }) => fields.n), ...page };
}

test('whole words come before beginnings, these before parts, and short texts before long ones', async () => {
  const { names, path, reads, total, totalIsExact } = await found('search=lamp&rank=relevance');
  expect(names).toEqual(['whole', 'body', 'start', 'long', 'inside']);
  expect({ path, total, totalIsExact }).toEqual({ path: 'search, by relevance', total: 5, totalIsExact: true });
  expect(reads).toBe(6);
});

test('a field with a weight counts more or less', async () => {
  expect((await found('search=lamp&rank=relevance(body^5)')).names[0]).toBe('body');
  expect((await found('search=lamp&rank=relevance(body^0.1)')).names.at(-1)).toBe('body');
});

test('each word of the search must be somewhere, a long one also with one letter wrong', async () => {
  expect((await found('search=cafe+kitchen&rank=relevance')).names).toEqual(['café', 'slip']);
  expect((await found('search=kitchen+chair&rank=relevance')).names).toEqual(['café']);
  for (const slip of ['kitchn', 'kitchenn', 'kotchen', 'itchen'])
    expect((await found(`search=${slip}&rank=relevance`)).names).toContain('café');
  expect((await found('search=lomp&rank=relevance')).names).toEqual([]);
  expect((await found('search=kitchn')).names).toEqual([]);
});

test('conditions, alternatives and cursors go along', async () => {
  expect((await found('search=lamp&rank=relevance&n!=whole&limit=1')).names).toEqual(['body']);
  expect((await found('search=lamp&rank=relevance&or=(n=inside,n=long,body~x)')).names).toEqual(['long', 'inside']);
  const storage = await read();
  const names: unknown[] = [];
  let query = parseListQuery('search=lamp&rank=relevance&limit=2');
  for (;;) {
    const page = await list(data.services, storage, query);
    names.push(...page.found.map(({ fields }) => fields.n));
    if (!page.next) break;
    const { cursor: _, ...asked } = query;
    query = { ...asked, cursor: writeCursor({ secret: data.services.cursorSecret, storageId: storage.id }, asked, page.next) };
  }
  expect(names).toEqual(['whole', 'body', 'start', 'long', 'inside']);
  await expect(list(data.services, storage, { ...parseListQuery('search=lamp'), cursor: query.cursor ?? '' })).rejects.toThrow('cursor');
});

test('a hidden field counts nothing', async () => {
  const bound = { to: 'a', either: [[]], unknown: new Set(['title']) };
  const query = { ...parseListQuery('search=lamp&rank=relevance(title^9)'), bound };
  expect((await list(data.services, await read(), query)).found.map(({ fields }) => fields.n)).toEqual(['body']);
});

test('more than 1,000 records cannot be ranked, and fewer can', async () => {
  const many = await makeStorage(data.services);
  for (let i = 0; i < 10; i += 1)
    await createRecords(data.services, await many(), {
      inputs: Array.from({ length: 100 }, (_, n) => ({ t: `lamp ${i * 100 + n}` })),
      actor: 'a',
    });
  const query = parseListQuery('search=lamp&rank=relevance');
  expect((await list(data.services, await many(), query)).total).toBe(1000);
  await createRecords(data.services, await many(), { inputs: [{ t: 'lamp' }], actor: 'a' });
  await expect(list(data.services, await many(), query)).rejects.toMatchObject({ code: 'query-too-broad' });
});

test.each([
  'rank=relevance',
  'search=a&rank=relevance&sortBy=n',
  'search=a&rank=relevance&deleted=only',
  'search=a&rank=relevance&is_deleted=true',
  'search=a&rank=relevance&rank=relevance',
  'search=a&rank=relevance()',
  'search=a&rank=relevance(title)',
  'search=a&rank=relevance(title^0)',
  'search=a&rank=relevance(title^101)',
  'search=a&rank=relevance(title^3,body^1,title^5)',
  'search=a&rank=relevance(password^2)',
])('%s is refused', (query) => {
  expect(() => parseListQuery(query)).toThrow(expect.objectContaining({ details: [expect.objectContaining({ field: 'rank' })] }));
});

test('rank with another value asks for a field of this name', () => {
  expect(parseListQuery('rank=5&rank>3').filters).toHaveLength(2);
});
