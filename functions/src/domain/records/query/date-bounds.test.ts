import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { moment } from './date-bounds.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let storage: StorageRow;

beforeAll(async () => {
  data = await startDataServices();
  const read = await makeStorage(data.services);
  await createRecords(data.services, await read(), { inputs: [{ n: 1 }, { n: 2 }], actor: 'tester' });
  storage = await read();
});
afterAll(() => data.stop());

test.each(['', '&sortBy=createdAt&sortOrder=asc', '&sortBy=updatedAt', '&sortBy=n', '&sortBy=n&n>=1', '&n=1|2'])(
  'bounds of createdAt hold in a list with %j',
  async (more) => {
    const count = async (query: string) => (await list(data.services, storage, parseListQuery(query + more))).found.length;
    expect(await count('dateFrom=2020-01-01&dateTo=2199-12-31')).toBe(2);
    expect(await count('dateFrom=2200-01-01')).toBe(0);
    expect(await count('dateTo=2020-01-01')).toBe(0);
    expect(await count('createdAt>2200-01-01')).toBe(0);
  },
);

test.each(['2030-02-31', '2030-02-31T00:00:00Z', '2026-04-31T10:00+02:00', '2026-02-29 12:00', '2030-02-30T24:00:00Z'])(
  '%s is refused, because its day does not exist',
  (text) => {
    expect(() => moment('dateFrom', text)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  },
);

test('seconds since 1970 are refused: as milliseconds they would be a day of that year', () => {
  expect(() => moment('dateFrom', '1774746000')).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  expect(moment('dateFrom', '1774746000000').first).toBe(1774746000000);
});

test('a time is the day that it says where it was taken', () => {
  expect(moment('dateFrom', '2026-05-01T00:00:00+02:00').first).toBe(Date.parse('2026-04-30T22:00:00Z'));
  expect(moment('dateFrom', '2028-02-29T23:59:59.999-05:00').first).toBe(Date.parse('2028-03-01T04:59:59.999Z'));
});
