import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;

/** 1,100 records that are equal in one field: more than can be sorted. */
beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services);
  for (let batch = 0; batch < 11; batch += 1) {
    const inputs = Array.from({ length: 100 }, (_, i) => ({
      n: batch * 100 + i,
      rank: 5,
      group: i % 5 === 4 ? 'a' : 'b',
      on: i % 20 === 0,
    }));
    await createRecords(data.services, await read(), { inputs, actor: 'a' });
  }
});
afterAll(() => data.stop());

/** The walk along the index ends at the long run, and what is collected then must be of all alternatives. */
test.each([
  ['or=(group=a,n<30)', (n: number) => n % 5 === 4 || n < 30],
  ['or=(n<30,group=a)', (n: number) => n % 5 === 4 || n < 30],
  ['or=(group=a,on=true,n>=1090)', (n: number) => n % 5 === 4 || n % 20 === 0 || n >= 1090],
])('%s in an order whose first field has one value for all: no record is left out', async (query, isMatch) => {
  const expected = Array.from({ length: 1100 }, (_, n) => n).filter(isMatch);
  for (const limit of [10, 100]) {
    const { found } = await list(data.services, await read(), parseListQuery(`${query}&sortBy=rank,n&limit=${limit}`));
    expect(found.map(({ fields }) => fields.n)).toEqual(expected.slice(0, limit));
  }
});
