import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { aggregate } from '../aggregate/aggregate.ts';
import { parseAggregateQuery } from '../aggregate/aggregate-query.ts';
import { createRecords } from '../write/create-records.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;

beforeAll(async () => {
  data = await startDataServices();
  const entry = { types: [], firstSeen: Timestamp.fromMillis(1) };
  read = await makeStorage(data.services, {
    fields: {
      f0: { ...entry, path: ['place'], declared: { type: 'geo' } },
      f1: { ...entry, path: ['cost'], declared: { type: 'decimal' } },
    },
  });
  const inputs = [{ tags: ['a'], mixed: ['a'], size: { w: 1 }, name: 'x', price: 5, codes: '7', place: { lat: 1, lng: 2 } }, { mixed: 1 }];
  await createRecords(data.services, await read(), { inputs, actor: 'a' });
});
afterAll(() => data.stop());

const warned = async (query: string) => (await list(data.services, await read(), parseListQuery(query))).warnings ?? [];
test.each([
  ['sortBy=tags', /^Values such as those in tags have no order/],
  ['sortBy=name,tags', /in tags have no order/],
  ['sortBy=-place', /^Places such as those in place have no order.* near=/],
])('%s is an order of nothing, and says so', async (query, message) => {
  expect(await warned(query)).toEqual([{ field: 'sortBy', message: expect.stringMatching(message) }]);
});

test.each(['sortBy=mixed', 'sortBy=name,-size.w', 'sortBy=cost', 'near=1,2,5km', 'sortBy=createdAt'])('%s is an order', async (query) => {
  expect(await warned(query)).toEqual([]);
});

test('totals of a field that gets another type say this, and nothing of records of an earlier version', async () => {
  const changing = { path: ['cost'], types: [], declared: { type: 'decimal' as const }, declaredBefore: 'none' as const };
  const storage = await makeStorage(data.services, { fields: { f0: { ...changing, firstSeen: Timestamp.fromMillis(1) } } });
  for (let part = 0; part < 11; part += 1)
    await createRecords(data.services, await storage(), { inputs: Array.from({ length: 100 }, (_, i) => ({ cost: i })), actor: 'a' });
  const query = parseAggregateQuery('op=max:cost', () => true);
  expect((await aggregate(data.services, await storage(), query)).warnings).toEqual([
    { field: 'cost', message: expect.stringMatching(/^cost has got another type/) },
  ]);
});
