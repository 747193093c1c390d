import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;

beforeAll(async () => {
  api = await startApi();
  path = (await api.storage('sales')).path;
  const rows = [
    { category: 'book', price: 5, name: 'b' },
    { category: 'book', price: 7, name: 'A' },
    { category: 'toy', price: 2.5, name: 'c' },
    { category: 'toy', price: '10' },
    { price: 'free' },
  ];
  await api.call(path, { body: rows });
});
afterAll(() => api.stop());

const aggregate = (query: string) => api.call(`${path}/aggregate?${query}`);
const all = 'op=count,sum:price,avg:price,min:price,max:price';

test('totals over a whole storage come from indexes, at a known cost', async () => {
  const answer = await aggregate(`${all},min:name,max:name`);
  expect(answer.body.data).toEqual({
    count: 5,
    sum: { price: 14.5 },
    avg: { price: 14.5 / 3 },
    min: { price: 2.5, name: 'A' },
    max: { price: 7, name: 'c' },
  });
  expect(answer.body.reads).toBeLessThanOrEqual(10);
  expect(answer.headers.get('x-bedplate-reads')).toBe(String(answer.body.reads));
});

test('filtered totals are the same as those of the records that match', async () => {
  expect((await aggregate(`${all}&category=toy`)).body.data).toEqual({
    count: 2,
    sum: { price: 2.5 },
    avg: { price: 2.5 },
    min: { price: 2.5 },
    max: { price: 2.5 },
  });
  expect((await aggregate('category=none&op=count,sum:price,avg:price,min:price')).body.data).toEqual({
    count: 0,
    sum: { price: 0 },
    avg: { price: null },
    min: { price: null },
  });
});

test('a sum that leaves texts out says so', async () => {
  const warned = async (query: string) => (await aggregate(query)).body.warnings;
  const mixed = 'sum:price counts numbers alone, and some records have or had texts there.';
  expect(await warned('op=sum:price,max:price,count')).toEqual([{ field: 'op', message: mixed }]);
  expect(await warned('op=avg:name&groupBy=category')).toEqual([
    { field: 'op', message: 'avg:name finds no number: records have texts there.' },
  ]);
  expect([await warned('op=count,min:name'), await warned('op=max:price')]).toEqual([undefined, undefined]);
});

test('groups by field and by day', async () => {
  expect((await aggregate('op=count,sum:price&groupBy=category')).body.data).toEqual([
    { group: 'book', count: 2, sum: { price: 12 } },
    { group: 'toy', count: 2, sum: { price: 2.5 } },
    { group: null, count: 1, sum: { price: 0 } },
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await aggregate('groupBy=day')).body.data).toEqual([{ group: today, count: 5 }]);
});

test('groups by two: pairs, in the order of the first and then of the second', async () => {
  expect((await aggregate('op=count,max:price&groupBy=category,name')).body.data).toEqual([
    { group: ['book', 'A'], count: 1, max: { price: 7 } },
    { group: ['book', 'b'], count: 1, max: { price: 5 } },
    { group: ['toy', 'c'], count: 1, max: { price: 2.5 } },
    { group: ['toy', null], count: 1, max: { price: '10' } },
    { group: [null, null], count: 1, max: { price: 'free' } },
  ]);
  const month = new Date().toISOString().slice(0, 7);
  expect((await aggregate('groupBy=month,category&category!=null')).body.data).toEqual([
    { group: [month, 'book'], count: 2 },
    { group: [month, 'toy'], count: 2 },
  ]);
});

test.each([
  ['op=median:price', 'op'],
  ['op=sum', 'op'],
  ['op=sum:password', 'op'],
  ['op=count&op=count', 'op'],
  ['groupBy=a..b', 'groupBy'],
  ['groupBy=id', 'groupBy'],
  ['groupBy=category,price,name', 'groupBy'],
  ['groupBy=category,category', 'groupBy'],
  ['groupBy=category,', 'groupBy'],
  ['groupBy=category,year', 'groupBy'],
  ['groupBy=file_metadata.photo', 'groupBy'],
  ['op=min:id', 'op'],
  ['op=sum:createdAt', 'op'],
  ['op=count&page=2', 'page'],
])('%s is refused and names %s', async (query, field) => {
  expect(await aggregate(query)).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
});

test('a sum that no number can hold is refused by its field, from indexes and from records', async () => {
  const { path: huge } = await api.storage('huge');
  await api.call(huge, { body: [{ p: 1e308 }, { p: 1e308 }, { p: 1e308, g: 'a' }] });
  for (const query of ['op=sum:p', 'op=avg:p', 'op=sum:p&p>1', 'op=count,avg:p&groupBy=g']) {
    expect(await api.call(`${huge}/aggregate?${query}`)).toMatchObject({ status: 422, body: { error: { details: [{ field: 'p' }] } } });
  }
  expect((await api.call(`${huge}/aggregate?op=max:p,sum:p&g=a`)).body.data).toEqual({ max: { p: 1e308 }, sum: { p: 1e308 } });
});

test('a number and the text that spells it are two groups, in the order of lists whichever was stored first', async () => {
  const values = [true, 'true', 1, '1', 'One', 'one'];
  const groups = [true, 1, '1', 'one', 'One', 'true'];
  for (const [i, order] of [values, [...values].reverse()].entries()) {
    const storage = await api.storage(`labels${i}`);
    await api.call(storage.path, { body: order.map((g) => ({ g })) });
    const { data } = (await api.call(`${storage.path}/aggregate?groupBy=g`)).body;
    expect(data.map(({ group }: { group: unknown }) => group)).toEqual(groups);
  }
});

test('groups by periods of a field’s time; what is no time is the group null', async () => {
  const storage = await api.storage('paid');
  const paid = ['2026-03-31T23:30:00Z', '2026-04-01', '2026-03-02', 'soon', null];
  await api.call(storage.path, { body: paid.map((paidAt, i) => ({ paidAt, price: i + 1, 'month:x': i % 2 })) });
  const groups = async (query: string) => (await api.call(`${storage.path}/aggregate?${query}`)).body;
  expect((await groups('groupBy=month:paidAt&op=sum:price')).data).toEqual([
    { group: '2026-03', sum: { price: 4 } },
    { group: '2026-04', sum: { price: 2 } },
    { group: null, sum: { price: 9 } },
  ]);
  expect((await groups('groupBy=month:paidAt&zone=Europe/Berlin&paidAt!=null')).data).toMatchObject([
    { group: '2026-03', count: 1 },
    { group: '2026-04', count: 2 },
    { group: null, count: 1 },
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await groups('groupBy=day:createdAt,day:updatedAt')).data).toEqual([{ group: [today, today], count: 5 }]);
  expect((await groups('groupBy=month:x')).data).toEqual([
    { group: 0, count: 3 },
    { group: 1, count: 2 },
  ]);
  expect(await groups('groupBy=week:paid')).toMatchObject({ data: [{ group: null, count: 5 }], warnings: [{ field: 'groupBy' }] });
  expect((await groups('groupBy=month:id')).error).toMatchObject({ code: 'invalid-argument' });
});

test('a field may have a comma in its name or be called month, and one that no record has makes one group, with a warning', async () => {
  const storage = await api.storage('odd');
  await api.call(storage.path, { body: [{ 'a,b': 1 }, { 'a,b': 2, month: 'May' }] });
  expect((await api.call(`${storage.path}/aggregate?groupBy=a%2Cb`)).body.data).toMatchObject([{ group: 1 }, { group: 2 }]);
  expect((await api.call(`${storage.path}/aggregate?groupBy=month`)).body.data).toMatchObject([{ group: 'May' }, { group: null }]);
  expect((await api.call(`${storage.path}/aggregate?groupBy=colour`)).body).toMatchObject({
    data: [{ group: null, count: 2 }],
    warnings: [{ field: 'groupBy' }],
  });
});

test('more records than a request may read are refused at a low cost, except where indexes suffice', async () => {
  const big = await api.storage('big');
  for (let i = 0; i < 11; i += 1) await api.call(big.path, { body: Array.from({ length: 100 }, (_, n) => ({ n, even: n % 2 === 0 })) });
  const refused = await api.call(`${big.path}/aggregate?op=sum:n&groupBy=even`);
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'query-too-broad' } } });
  expect(Number(refused.headers.get('x-bedplate-reads'))).toBeLessThan(10);
  expect((await api.call(`${big.path}/aggregate?op=sum:n,count`)).body.data).toEqual({ sum: { n: 11 * 4950 }, count: 1100 });
  expect((await api.call(`${big.path}/aggregate?op=sum:n&even=true&n<10`)).body.data).toEqual({ sum: { n: 11 * 20 } });
  const today = new Date().toISOString().slice(0, 10);
  expect((await api.call(`${big.path}/aggregate?groupBy=day&dateFrom=${today}&dateTo=${today}`)).body.data).toEqual([
    { group: today, count: 1100 },
  ]);
  const months = await api.call(`${big.path}/aggregate?groupBy=month&dateFrom=2026-01-01&dateTo=${today}`);
  expect(months.body.data).toEqual([{ group: today.slice(0, 7), count: 1100 }]);
  expect(await api.call(`${big.path}/aggregate?groupBy=hour&dateFrom=2020-01-01&dateTo=${today}`)).toMatchObject({ status: 422 });
});
