import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createIdMaker } from '../../../store/time-ordered-id.ts';
import { createRecords } from '../write/create-records.ts';
import { listForDataView } from './data-view.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

const early = Date.parse('2026-03-01T12:00:00.000Z');
const late = Date.parse('2026-04-01T12:00:00.000Z');
let data: Awaited<ReturnType<typeof startDataServices>>;
let storage: StorageRow;

/** 1,200 records of March, then three of April that come last in the order of their price. */
beforeAll(async () => {
  data = await startDataServices();
  const read = await makeStorage(data.services);
  const add = async (time: number, prices: readonly number[]) => {
    const services: RecordServices = { ...data.services, now: () => time, makeId: createIdMaker(() => time) };
    await createRecords(services, await read(), { inputs: prices.map((price) => ({ price })), actor: 'a' });
  };
  for (let first = 0; first < 1200; first += 100)
    await add(
      early,
      Array.from({ length: 100 }, (_, i) => first + i),
    );
  await add(late, [9002, 9001, 9003]);
  storage = await read();
});

afterAll(() => data.stop());

test('few records of a range of days are found in the order of a field, wherever they stand in it', async () => {
  const page = await list(data.services, storage, parseListQuery('dateFrom=2026-04-01&sortBy=price&sortOrder=asc'));
  expect(page.found.map(({ fields }) => fields.price)).toEqual([9001, 9002, 9003]);
  expect(page).toMatchObject({ total: 3, totalIsExact: true, next: null });
  expect(page.reads).toBeLessThan(10);
});

test('the data view shows them, and nothing for days without records', async () => {
  const ofDays = (startDate: string) =>
    listForDataView(data.services, storage, { page: 1, limit: 10, sortBy: 'price', sortOrder: 'ASC', startDate });
  expect(await ofDays('2026-04-01')).toMatchObject({ totalCount: 3, totalIsExact: true });
  expect(await ofDays('2026-05-01')).toMatchObject({ rows: [], totalCount: 0, totalPages: 0, totalIsExact: true });
});

test('the data view says that it would have to look at too many records, instead of showing none', async () => {
  const query = { page: 1, limit: 10, search: '03', sortBy: 'price', sortOrder: 'ASC' as const };
  expect((await listForDataView(data.services, storage, query)).rows).not.toEqual([]);
  await expect(listForDataView(data.services, storage, { ...query, search: '90', startDate: '2026-04-01' })).resolves.toMatchObject({
    totalCount: 3,
  });
  const nowhere = listForDataView(data.services, storage, { ...query, search: 'zq' });
  await expect(nowhere).rejects.toMatchObject({ code: 'query-too-broad', message: expect.stringContaining('Search for more characters') });
});

test('many records of a range of days are walked to, and counted by their time', async () => {
  const page = await list(data.services, storage, parseListQuery('dateTo=2026-03-31&sortBy=price&sortOrder=desc'));
  expect(page.found.map(({ fields }) => fields.price)).toEqual(Array.from({ length: 10 }, (_, i) => 1199 - i));
  expect(page).toMatchObject({ total: 1200, totalIsExact: true });
  expect(page.reads).toBeLessThan(50);
});
