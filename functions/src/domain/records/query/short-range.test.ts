import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { writeCursor } from './cursor.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

test('a range is not read where an equality beside it finds fewer records', async () => {
  const read = await makeStorage(data.services);
  for (let first = 0; first < 400; first += 100) {
    const inputs = Array.from({ length: 100 }, (_, i) => ({ n: first + i, kind: (first + i) % 80 === 0 ? 'rare' : 'usual' }));
    await createRecords(data.services, await read(), { inputs, actor: 'a' });
  }
  const few = await list(data.services, await read(), parseListQuery('kind=rare&n<150&limit=100'));
  expect(few.found.map(({ fields }) => fields.n)).toEqual([80, 0]);
  // The five records of the kind, and counts: 152 when the range was read.
  expect(few.reads).toBe(9);
  const many = await list(data.services, await read(), parseListQuery('kind=usual&n<10&limit=100'));
  expect([many.found.length, many.path]).toEqual([9, 'range of n, sorted']);
});

test('a walk that meets no match gives up for the range, and its pages go on in the same order', async () => {
  const read = await makeStorage(data.services);
  for (let first = 0; first < 1100; first += 100)
    await createRecords(data.services, await read(), { inputs: Array.from({ length: 100 }, (_, i) => ({ n: first + i })), actor: 'a' });
  const ask = async (query: string) => list(data.services, await read(), parseListQuery(query));
  const oldest = await ask('n<300&limit=1');
  expect([oldest.found.map(({ fields }) => fields.n), oldest.path]).toEqual([[299], 'key order, else range of n, sorted']);
  // Twenty of the walk, the range, and counts: more than 800 when the walk went on.
  expect(oldest.reads).toBe(324);
  expect(oldest).toMatchObject({ total: 300, totalIsExact: true });
  const newest = await ask('n>=800&limit=1');
  expect([newest.found.map(({ fields }) => fields.n), newest.reads]).toEqual([[1099], 6]);
  const query = parseListQuery('n<300&limit=60');
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { id } = await read();
    const page = await list(data.services, await read(), { ...query, ...(cursor && { cursor }) });
    found.push(...page.found.map(({ fields }) => fields.n));
    cursor = page.next ? writeCursor({ secret: data.services.cursorSecret, storageId: id }, query, page.next) : undefined;
  } while (cursor);
  expect(found).toEqual(Array.from({ length: 300 }, (_, i) => 299 - i));
  const byTime = await ask('n<300&limit=1&sortBy=updatedAt&sortOrder=desc');
  expect([byTime.found.map(({ fields }) => fields.n), byTime.reads < 400]).toEqual([[299], true]);
});
