import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { type ModelRecord, naiveList } from '../../../../test/naive-list.ts';
import { createStore } from '../../../store/access.ts';
import { createIdMaker } from '../../../store/time-ordered-id.ts';
import { createRecords } from '../write/create-records.ts';
import { deleteRecord, restoreRecord, updateRecord } from '../write/change-record.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

const count = 600;
const query = parseListQuery('status=open&sortBy=amount&limit=5');
const isCached = ({ path }: { readonly path: string }) => path.startsWith('kept list');

let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
}, 60_000);

afterAll(() => data.stop());

/** A storage at rest: its records were made ten minutes ago. */
async function storageAtRest(): Promise<{ storage: StorageRow; model: ModelRecord[] }> {
  const past = () => Date.now() - 600_000;
  const services: RecordServices = { ...data.services, now: past, makeId: createIdMaker(past) };
  const read = await makeStorage(data.services, { is_softDelete: true });
  const model: ModelRecord[] = [];
  for (let first = 0; first < count; first += 100) {
    const inputs = Array.from({ length: 100 }, (_, i) => order(first + i));
    const created = await createRecords(services, await read(), { inputs, actor: 'a' });
    created.forEach(({ id, createdAt, updatedAt }, i) => model.push({ id, createdAt, updatedAt, micros: i, fields: inputs[i] ?? {} }));
  }
  return { storage: await read(), model };
}

/** No two have the same amount. */
const order = (i: number) => ({ status: ['open', 'paid', 'sent', 'closed', 'returned'][i % 5] ?? 'open', amount: (i * 7919) % 100_003 });

const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

test('the second time an expensive list costs two reads, and answers the same', async () => {
  const { storage, model } = await storageAtRest();
  const first = await list(data.services, storage, query);
  const second = await list(data.services, storage, query);
  expect(isCached(first)).toBe(false);
  expect(isCached(second)).toBe(true);
  expect(second.reads).toBeLessThan(first.reads / 5);
  expect(ids(second.found)).toEqual(ids(naiveList(model, query).slice(0, 5)));
  expect(ids(second.found)).toEqual(ids(first.found));
  expect(second.next).toEqual(first.next);
});

test('a cached list follows every change of its records', async () => {
  const { storage, model } = await storageAtRest();
  const trash: ModelRecord[] = [];
  let next = count;
  let kept = 0;
  const asOpen = () => naiveList(model, query);
  const head = (nth: number) => asOpen()[nth % 7] ?? model[0];
  const take = (from: ModelRecord[], record: ModelRecord | undefined) => {
    if (!record) throw new Error('The model has no such record.');
    from.splice(from.indexOf(record), 1);
    return record;
  };
  const changes: ((nth: number) => Promise<void>)[] = [
    async (nth) => {
      const record = head(nth);
      if (!record) return;
      const fields = { amount: 200_000 + (next += 1) };
      await updateRecord(data.services, storage, { id: record.id, fields, actor: 'a' });
      Object.assign(record.fields, fields);
    },
    async () => {
      const fields = { status: 'open', amount: 100_004 + (next += 1) };
      const [made] = await createRecords(data.services, storage, { inputs: [fields], actor: 'a' });
      if (made) model.push({ id: made.id, createdAt: made.createdAt, updatedAt: made.updatedAt, micros: 0, fields });
    },
    async (nth) => {
      const record = head(nth);
      if (!record) return;
      await updateRecord(data.services, storage, { id: record.id, fields: { status: 'paid' }, actor: 'a' });
      Object.assign(record.fields, { status: 'paid' });
    },
    async (nth) => {
      const record = take(model, head(nth));
      trash.push(record);
      await deleteRecord(data.services, storage, { id: record.id, actor: 'a' });
    },
    async () => {
      const [oldest] = trash;
      if (!oldest) return;
      model.push(take(trash, oldest));
      await restoreRecord(data.services, storage, { id: oldest.id, actor: 'a' });
    },
    async (nth) => {
      const record = take(model, head(nth + 1));
      await deleteRecord(data.services, storage, { id: record.id, actor: 'a', permanent: true });
    },
  ];
  for (let round = 0; round < 30; round += 1) {
    await changes[round % changes.length]?.(round);
    const page = await list(data.services, storage, query);
    expect({ round, path: page.path, ids: ids(page.found) }).toEqual({ round, path: page.path, ids: ids(asOpen().slice(0, 5)) });
    kept += Number(isCached(page));
  }
  expect(kept).toBeGreaterThan(15);
});

test('what changed is read for some seconds, then it stands in the kept list', async () => {
  const { storage, model } = await storageAtRest();
  await list(data.services, storage, query);
  const changeSome = async (first: number) => {
    for (const record of model.slice(first, first + 30)) {
      const fields = { amount: 200_000 + Number(record.fields.amount) };
      await updateRecord(data.services, storage, { id: record.id, fields, actor: 'a' });
      Object.assign(record.fields, fields);
    }
  };
  const readAgain = async () => {
    const page = await list(data.services, storage, query);
    expect(isCached(page)).toBe(true);
    expect(ids(page.found)).toEqual(ids(naiveList(model, query).slice(0, 5)));
    return page.reads;
  };
  await changeSome(0);
  expect(await readAgain()).toBeGreaterThan(30);
  await sleep(6000);
  expect(await readAgain()).toBeGreaterThan(30);
  expect(await readAgain()).toBeLessThan(5);
  await changeSome(30);
  expect(await readAgain()).toBeGreaterThan(30);
});

test('a write that took longer than cached lists look back is not missed', async () => {
  const { storage, model } = await storageAtRest();
  await list(data.services, storage, query);
  let now = Date.now() - 60_000;
  const clock = () => (now += 10_000);
  const { memory } = data.services.store;
  const firestore = databaseOf(data.services.store);
  const slow: RecordServices = { ...data.services, now: clock, store: createStore(firestore, { memory: { ...memory, now: clock } }) };
  const [record] = naiveList(model, query);
  if (!record) throw new Error('The model has no such record.');
  await updateRecord(slow, storage, { id: record.id, fields: { status: 'paid' }, actor: 'a' });
  const page = await list(data.services, storage, query);
  expect(isCached(page)).toBe(false);
  expect(ids(page.found)).not.toContain(record.id);
});

test('a storage that changes much has its lists read, not kept', async () => {
  const { storage } = await storageAtRest();
  await list(data.services, storage, query);
  const fields = Array.from({ length: 60 }, (_, i) => order(10_000 + i));
  await createRecords(data.services, storage, { inputs: fields, actor: 'a' });
  const page = await list(data.services, storage, query);
  expect(isCached(page)).toBe(false);
  expect(isCached(await list(data.services, storage, query))).toBe(false);
});
