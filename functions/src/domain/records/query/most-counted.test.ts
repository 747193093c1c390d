import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import type { QuerySpec } from '../../../store/model/query-spec.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { deleteRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { listWithTrash } from './list-trash.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let storage: StorageRow;
/** The entries that each count was to stop after. */
let asked: (number | undefined)[];

beforeAll(async () => {
  data = await startDataServices();
  const read = await makeStorage(data.services, { is_softDelete: true });
  const inputs = Array.from({ length: 40 }, () => ({ kind: 'a' }));
  const [first] = await createRecords(data.services, await read(), { inputs, actor: 'a' });
  await deleteRecord(data.services, await read(), { id: String(first?.id), actor: 'a' });
  storage = await read();
});
afterAll(() => data.stop());

/** Indexes without end: each count finds as many as it may. */
beforeEach(() => {
  asked = [];
  vi.spyOn(data.services.store, 'counted').mockImplementation(async ({ limit = 0 }: QuerySpec) => {
    asked.push(limit);
    return { count: limit, reads: Math.ceil(limit / 1000) };
  });
});

test('for a total twenty thousand entries of an index are counted, which bills twenty-one reads at most', async () => {
  const page = await list(data.services, storage, parseListQuery('kind=a&limit=5'));
  expect(asked).toEqual([20_001]);
  expect(page).toMatchObject({ total: 20_000, totalIsExact: false });
});

test('as many deleted records are counted, and as many of a time', async () => {
  const query = parseListQuery('deleted=include&dateFrom=2020-01-01&limit=5');
  expect(await listWithTrash(data.services, storage, query)).toMatchObject({ totalIsExact: false });
  expect(asked).toEqual([20_001, 20_001]);
});
