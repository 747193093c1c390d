import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { createRecords } from './create-records.ts';
import { deleteRecord, restoreRecord, updateRecord } from './change-record.ts';
import { getRecord } from '../query/get-record.ts';
import { listForDataView } from '../query/data-view.ts';
import type { StorageRow } from '../model/storage-row.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
const by = { actor: 'tester' };

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

async function cost(work: () => Promise<unknown>): Promise<string> {
  const meter = newMeter();
  await withMeter(meter, work);
  return `${meter.reads}R ${meter.writes}W ${meter.deletes}D`;
}

test('known fields cost no read: create 1W, get 1R, update 1R 1W, soft delete after it 1W 1D', async () => {
  const read = await makeStorage(data.services, { is_softDelete: true });
  await createRecords(data.services, await read(), { inputs: [{ a: 1, b: 'x' }], ...by });
  const storage = await read();
  let id = '';
  const createOne = async () => {
    const [record] = await createRecords(data.services, storage, { inputs: [{ a: 2, b: 'y' }], ...by });
    id = record?.id ?? '';
  };
  expect(await cost(createOne)).toBe('0R 1W 0D');
  expect(await cost(() => createRecords(data.services, storage, { inputs: Array.from({ length: 100 }, () => ({ a: 1 })), ...by }))).toBe(
    '0R 100W 0D',
  );
  expect(await cost(() => getRecord(data.services, storage, { id }))).toBe('1R 0W 0D');
  expect(await cost(() => updateRecord(data.services, storage, { id, fields: { a: 3 }, ...by }))).toBe('1R 1W 0D');
  // It is remembered for a moment what the update has left.
  expect(await cost(() => deleteRecord(data.services, storage, { id, ...by }))).toBe('0R 1W 1D');
  expect(await restoreRecord(data.services, storage, { id, ...by })).toMatchObject({ id, a: 3, b: 'y', is_deleted: false });
});

// Covers S1-2.6-11
test('columns are those of all records, the id first, then ids, whatever the page shows', async () => {
  const read = await makeStorage(data.services);
  await createRecords(data.services, await read(), { inputs: [{ title: 'a', userId: 'u', address: { city: 'x', zip: 1 } }], ...by });
  await createRecords(data.services, await read(), { inputs: [{ paid: true, order_id: 7 }], ...by });
  const page = await listForDataView(data.services, await read(), { page: 1, limit: 1 });
  expect(page.columns).toEqual(['id', 'userId', 'order_id', 'title', 'address', 'paid', 'createdAt', 'updatedAt']);
  expect(page).toMatchObject({ totalCount: 2, totalPages: 2, totalIsExact: true });
  expect(page.rows).toHaveLength(1);
});

test('a form’s texts go back to the types of the record, and other texts stay texts', async () => {
  const read = await makeStorage(data.services);
  const [record] = await createRecords(data.services, await read(), {
    inputs: [{ n: 5, flag: true, list: [1, 2], text: '5', none: null }],
    ...by,
  });
  const form = { n: '7.5', flag: 'false', list: '[1,2,3]', text: '6', none: '', elsewhere: '' };
  expect(await updateRecord(data.services, await read(), { id: record?.id ?? '', fields: form, ...by, form: { typed: [] } })).toMatchObject(
    {
      n: 7.5,
      flag: false,
      list: [1, 2, 3],
      text: '6',
      none: null,
    },
  );
  const odd = await updateRecord(data.services, await read(), {
    id: record?.id ?? '',
    fields: { n: 'seven', list: '{"a":1}' },
    ...by,
    form: { typed: [] },
  });
  expect(odd).toMatchObject({ n: 'seven', list: '{"a":1}' });
  expect(odd).not.toHaveProperty('elsewhere');
});

test('what Firestore cannot hold comes back as it was sent', async () => {
  const read = await makeStorage(data.services);
  const odd = {
    nested: [[1, [2, { a: [] }]]],
    deep: nest(19),
    'with space': { 'a.b': 1, '': 2 },
    emoji: '😀',

    long: 'x'.repeat(2000),
  };
  await expect(
    createRecords(data.services, await read(), { inputs: [{ ...odd, bad: { '': { __x__: 1 } } }], ...by }),
  ).rejects.toMatchObject({
    code: 'invalid-argument',
  });
  const [record] = await createRecords(data.services, await read(), { inputs: [odd], ...by });
  expect(await getRecord(data.services, await read(), { id: record?.id ?? '' })).toMatchObject(odd);
});

test('two writers that meet the same new field agree on its code', async () => {
  const read = await makeStorage(data.services);
  const storage: StorageRow = await read();
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => createRecords(data.services, storage, { inputs: [{ first: i, [`own${i % 3}`]: i }], ...by })),
  );
  const { fields } = (await read()).data;
  const paths = Object.values(fields).map(({ path }) => path.join('.'));
  expect(paths.toSorted()).toEqual(['first', 'own0', 'own1', 'own2']);
  const page = await listForDataView(data.services, await read(), { page: 1, limit: 50, sortBy: 'first', sortOrder: 'ASC' });
  expect(page.rows.map((row) => row.first)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a far page of many records costs little, and a view whose search was cut says how many it has looked at', async () => {
  const read = await makeStorage(data.services);
  await createRecords(data.services, await read(), { inputs: [{ n: 0, rare: 'old' }], ...by });
  const storage = await read();
  for (let batch = 0; batch < 20; batch += 1) {
    await createRecords(data.services, storage, { inputs: Array.from({ length: 100 }, (_, i) => ({ n: 1 + batch * 100 + i })), ...by });
  }
  const meter = newMeter();
  const page = await withMeter(meter, () => listForDataView(data.services, storage, { page: 150, limit: 10 }));
  expect(page.rows.map((row) => row.n)).toEqual([510, 509, 508, 507, 506, 505, 504, 503, 502, 501].map((n) => n));
  expect(meter.reads).toBeLessThan(140);
  const view = { page: 1, limit: 10, where: 'rare!=null' };
  await createRecords(data.services, storage, { inputs: [{ n: 2001, rare: 'new' }], ...by });
  const cut = await listForDataView(data.services, await read(), view);
  expect(cut.rows.map((row) => row.rare)).toEqual(['new']);
  expect(cut).toMatchObject({ totalCount: 1, totalPages: 1, totalIsExact: false, lookedAt: 1000 });
  expect(await listForDataView(data.services, await read(), { ...view, where: 'rare=old|new' })).not.toHaveProperty('lookedAt');
});

function nest(levels: number): { [key: string]: unknown } | number {
  return levels === 0 ? 1 : { a: nest(levels - 1) };
}
