import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

const count = 1000;
let data: Awaited<ReturnType<typeof startDataServices>>;
let storage: StorageRow;
let ids: string[];

beforeAll(async () => {
  data = await startDataServices();
  const read = await makeStorage(data.services);
  ids = [];
  for (let first = 0; first < count; first += 100) {
    const created = await createRecords(data.services, await read(), {
      inputs: Array.from({ length: 100 }, (_, i) => ({ price: first + i })),
      actor: 'a',
    });
    ids.push(...created.map(({ id }) => id));
  }
  storage = await read();
});

afterAll(() => data.stop());

test.each(['price', 'createdAt', 'updatedAt'])('of a thousand records, the last page can be reached in the order of %s', async (field) => {
  for (const limit of [10, 50, 100]) {
    const page = await list(data.services, storage, parseListQuery(`sortBy=${field}&sortOrder=asc&limit=${limit}&page=${count / limit}`));
    expect({ total: page.total, next: page.next, ids: page.found.map(({ id }) => id) }).toEqual({
      total: count,
      next: null,
      ids: ids.slice(-limit),
    });
  }
});

test('what would be read over is bounded all the same', async () => {
  await createRecords(data.services, storage, { inputs: [{ price: count }], actor: 'a' });
  const query = parseListQuery('sortBy=price&sortOrder=asc&limit=1&page=1001');
  await expect(list(data.services, storage, query)).rejects.toMatchObject({ code: 'query-too-broad' });
});
