import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { aggregate } from '../aggregate/aggregate.ts';
import { parseAggregateQuery } from '../aggregate/aggregate-query.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { createRecords } from '../write/create-records.ts';
import { writeCursor } from './cursor.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;

/** 1,300 records, each value of a list in thirteen of them. */
beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services);
  for (let batch = 0; batch < 13; batch += 1) {
    const inputs = Array.from({ length: 100 }, (_, i) => ({
      n: batch * 100 + i,
      tags: [`t${i}`, 'all'],
      numbers: [i, 1000],
      mixed: batch % 2 === 0 ? [`t${i}`] : `t${i}`,
      ...(i % 10 === 0 ? {} : { gaps: i % 3 === 0 ? [i] : i }),
      kinds: [i, batch === 0 && i === 90 ? '89' : 'all'],
    }));
    await createRecords(data.services, await read(), { inputs, actor: 'a' });
  }
});
afterAll(() => data.stop());

const values = (count: number, prefix = '') => Array.from({ length: count }, (_, i) => `${prefix}${90 - i}`).join('|');
const page = async (query: string) => list(data.services, await read(), parseListQuery(query));

async function counted(query: string) {
  const meter = newMeter();
  const { data: found } = await withMeter(meter, async () =>
    aggregate(
      data.services,
      await read(),
      parseAggregateQuery(query, () => true),
    ),
  );
  return { data: found, reads: meter.reads };
}

/** Values and elements are apart, and so are numbers and texts where only one of them is found: each is counted, and no record read. */
test.each([
  ['mixed', 30, 't'],
  ['mixed', 16, 't'],
  ['numbers', 30, ''],
  ['numbers', 16, ''],
])('%s=… with %i values is counted in parts', async (field, count, prefix) => {
  const { data: totals, reads } = await counted(`${field}=${values(count, prefix)}`);
  expect(totals).toEqual({ count: 13 * count });
  expect(reads).toBeLessThanOrEqual(12);
  expect(await page(`${field}=${values(count, prefix)}&limit=20`)).toMatchObject({ total: 13 * count, totalIsExact: true });
});

test('a list that has elements of several parts counts once', async () => {
  const { data: totals } = await counted(`kinds=${values(30)}`);
  expect(totals).toEqual({ count: 390 });
  expect(await page(`kinds=${values(30)}&limit=20`)).toMatchObject({ total: 390, totalIsExact: false });
});

test('a sum over a range costs its records, whichever came first or last', async () => {
  for (const query of ['op=sum:n&n<100', 'op=sum:n&n>=1200', 'op=sum:n,max:n&groupBy=n&n<100']) {
    const { reads } = await counted(query);
    expect([query, reads]).toEqual([query, expect.toSatisfy((number: number) => number <= 106)]);
  }
});

test('times and a short range are not left out of the count', async () => {
  expect((await counted(`numbers=${values(30)}&dateTo=2020-01-01`)).data).toEqual({ count: 0 });
  expect((await counted(`op=count,sum:n&numbers=${values(16)}&n<200`)).data).toEqual({
    count: 32,
    sum: { n: Array.from({ length: 200 }, (_, n) => n).reduce((sum, n) => (n % 100 > 74 && n % 100 <= 90 ? sum + n : sum), 0) },
  });
});

/** Each part alone finds 130 or more of the 1,300; records without a value are in no index of their own beside a range. */
test.each([
  [`numbers=${values(30)}&n<400`, 120, 410],
  [`numbers=${values(29)}|null&n<400`, 116, 410],
  [`gaps=${values(29)}|null&n<400`, 144, 410],
  [`mixed=${values(30, 't')}&n>=100%26<500`, 120, 410],
  [`numbers=${values(30)}&n<100`, 30, 110],
  [`numbers=${values(16)}&n<400`, 64, 225],
  ['n<400', 400, 3],
  ['n<400&gaps!=5', 396, 405],
  ['or=(n<200,kinds=3)&n<400', 202, 405],
])('%s is counted by the least that must be read: %i records, %i reads', async (query, count, most) => {
  const { data: totals, reads } = await counted(query);
  expect(totals).toEqual({ count });
  expect(reads).toBeLessThanOrEqual(most);
});

test.each([
  ['tags', 30, 't'],
  ['numbers', 15, ''],
  ['mixed', 15, 't'],
])('%s=… with %i values is one question to the index: as many reads as records, and the total', async (field, count, prefix) => {
  const found = await page(`${field}=${values(count, prefix)}&limit=20`);
  expect(found).toMatchObject({ total: 13 * count, totalIsExact: true, path: 'equality merge in key order' });
  expect(found.found.length).toBe(20);
  expect(found.reads).toBeLessThanOrEqual(22);
});

/** Two questions are enough: no walk over all records. */
test.each([
  ['numbers', 30, ''],
  ['mixed', 30, 't'],
])('%s=… with %i values is asked in parts: all matches once, in order, and few reads where none match', async (field, count, prefix) => {
  const text = `${field}=${values(count, prefix)}`;
  const first = await page(`${text}&limit=100`);
  expect(first.reads).toBeLessThanOrEqual(230);
  const all = [];
  for (let number = 1; number <= 4; number += 1) all.push(...(await page(`${text}&limit=100&page=${number}`)).found);
  const expected = Array.from({ length: 1300 }, (_, i) => 1299 - i).filter((n) => n % 100 > 60 && n % 100 <= 90);
  expect(all.map(({ fields }) => fields.n)).toEqual(expected);
  const none = await page(`${field}=${values(count, `${prefix}999`)}&limit=20`);
  expect(none).toMatchObject({ found: [], total: 0, totalIsExact: true });
  expect(none.reads).toBeLessThanOrEqual(8);
});

test('an order by another field, and conditions beside it, hold in parts too', async () => {
  const sorted = await page(`numbers=${values(30)}&n<400&sortBy=n&sortOrder=asc&limit=100`);
  expect(sorted.found.map(({ fields }) => fields.n)).toEqual(
    Array.from({ length: 400 }, (_, i) => i)
      .filter((n) => n % 100 > 60 && n % 100 <= 90)
      .slice(0, 100),
  );
});

test('cursors lead through the parts, each record once', async () => {
  const query = parseListQuery(`mixed=${values(30, 't')}&limit=50`);
  const got: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const storage = await read();
    const { found, next } = await list(data.services, storage, { ...query, ...(cursor ? { cursor } : {}) });
    got.push(...found.map(({ fields }) => fields.n));
    cursor = next ? writeCursor({ secret: data.services.cursorSecret, storageId: storage.id }, query, next) : null;
  }
  expect(got).toEqual(Array.from({ length: 1300 }, (_, i) => 1299 - i).filter((n) => n % 100 > 60 && n % 100 <= 90));
});
