import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createIdMaker } from '../../../store/time-ordered-id.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { createRecords } from '../write/create-records.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { listForDataView } from './data-view.ts';

const count = 400;
let data: Awaited<ReturnType<typeof startDataServices>>;
let services: RecordServices;
let storage: StorageRow;
/** In the order of their creation, a minute apart. */
const ids: string[] = [];

beforeAll(async () => {
  data = await startDataServices();
  let now = Date.parse('2026-05-01T00:00:00Z');
  const clock = () => now;
  services = { ...data.services, now: clock, makeId: createIdMaker(clock) };
  const read = await makeStorage(data.services);
  for (let made = 0; made < count; made += 4) {
    now += 60_000;
    const inputs = [0, 1, 2, 3].map((n) => ({ title: `Number ${made + n}`, ...(made === 8 && n === 0 ? { about: ids[2] } : {}) }));
    ids.push(...(await createRecords(services, await read(), { inputs, actor: 'a' })).map(({ id }) => id));
  }
  storage = await read();
});

afterAll(() => data.stop());

const found = async (query: object) => {
  const { rows, totalCount } = await listForDataView(services, storage, { page: 1, limit: 10, ...query });
  expect(totalCount).toBeGreaterThanOrEqual(rows.length);
  return rows.map(({ id }) => id);
};

// Covers S1-2.6-02
test.each([undefined, 'title'])('a search finds a record by its id, beside the records that name it, sorted by %s', async (sortBy) => {
  expect(await found({ search: ids[1], sortBy })).toEqual([ids[1]]);
  expect((await found({ search: ids[2], sortBy })).toSorted()).toEqual([ids[2], ids[8]].toSorted());
  expect(await found({ search: ids[390]?.toUpperCase(), sortBy })).toEqual([ids[390]]);
  expect(await found({ search: ids[100]?.slice(0, 9), sortBy })).toHaveLength(4); // those of one minute
  expect(await found({ search: 'zzzzzzzzzzzz', sortBy })).toEqual([]);
  expect(await found({ search: 'number 399', sortBy })).toEqual([ids[399]]);
});

// Covers S1-2.6-08
test('records are sorted by their ids in both directions', async () => {
  const ascending = ids.toSorted();
  expect(await found({ sortBy: 'id', sortOrder: 'ASC' })).toEqual(ascending.slice(0, 10));
  expect(await found({ sortBy: 'id', sortOrder: 'DESC' })).toEqual(ascending.toReversed().slice(0, 10));
  expect(await found({ sortBy: 'id', sortOrder: 'DESC', page: 40 })).toEqual(ascending.toReversed().slice(390));
});

test('conditions on fields narrow a view beside its search and its dates', async () => {
  expect(await found({ where: 'title=Number 1|Number 2|Number 390' })).toEqual([ids[390], ids[2], ids[1]]);
  expect(await found({ where: 'title=Number 1|Number 2|Number 390', search: 'number 390' })).toEqual([ids[390]]);
  expect(await found({ where: 'or=(title=Number 7,and(about!=null,title~number))' })).toEqual([ids[8], ids[7]]);
  const where = 'createdAt>2026-05-01T00:01:00Z%26<=2026-05-01T00:02:00Z';
  expect(await found({ where })).toEqual([ids[7], ids[6], ids[5], ids[4]]);
  expect(await found({ where, endDate: '2026-05-01T00:01:00Z' })).toEqual([]);
});

test.each(['search=a', 'deleted=only', 'limit=5', 'or=(a=1'])('the conditions %s are refused', (where) =>
  expect(found({ where })).rejects.toMatchObject({ code: 'invalid-argument' }),
);
