import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
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
