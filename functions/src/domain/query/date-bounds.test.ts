import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../test/data-services.ts';
import { createRecords, type StorageRow } from '../records/index.ts';
import { list, parseListQuery } from './index.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let storage: StorageRow;

beforeAll(async () => {
  data = await startDataServices();
  const read = await makeStorage(data.services);
  await createRecords(data.services, await read(), [{ n: 1 }, { n: 2 }], { actor: 'tester' });
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
