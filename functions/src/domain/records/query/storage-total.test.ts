import { Timestamp } from '@google-cloud/firestore';
import { afterAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { recordCounts } from '../../../store/collections.ts';
import type { DocumentPath } from '../../../store/model/collection.ts';
import { update } from '../../../store/model/writes.ts';
import { createRecords } from '../write/create-records.ts';
import { deleteRecord, restoreRecord } from '../write/change-record.ts';
import { Reader } from './budget.ts';
import { storageTotal } from './storage-total.ts';

const { services, stop } = await startDataServices();
const database = databaseOf(services.store);
afterAll(stop);

const by = { actor: 'tester' };
const later = () => Date.now() + 60_000;
type Read = Awaited<ReturnType<typeof makeStorage>>;

async function total(read: Read, now = later()): Promise<number> {
  return storageTotal(new Reader(services.store), await read(), now);
}

/** Documents that a count sees, with ids of now. */
async function fill(read: Read, count: number): Promise<void> {
  const { id } = await read();
  for (let left = count; left > 0; left -= 500) {
    const batch = database.batch();
    for (let i = 0; i < Math.min(500, left); i += 1) batch.set(database.doc(`storages/${id}/records/${services.makeId('0').id}`), {});
    await batch.commit();
  }
}

const base = async (read: Read) => (await services.store.recordCounts.get((await read()).id))?.data;

test('a small storage is counted as it is and keeps nothing', async () => {
  const read = await makeStorage(services);
  await fill(read, 40);
  expect(await total(read)).toBe(40);
  expect(await base(read)).toBeUndefined();
  expect((await read()).data.isCounted).toBeUndefined();
});

test('a large storage is counted from a base on, which a record that comes back from before it raises', async () => {
  const read = await makeStorage(services, { is_softDelete: true });
  const [record] = await createRecords(services, await read(), { inputs: [{ a: 1 }], ...by });
  const id = record?.id ?? '';
  await deleteRecord(services, await read(), { id, ...by });
  await fill(read, 3001);
  expect(await total(read)).toBe(3001);
  expect(await base(read)).toMatchObject({ base: 3001 });
  await restoreRecord(services, await read(), { id, ...by });
  expect(await base(read)).toMatchObject({ base: 3002 });
  expect(await total(read)).toBe(3002);
});

test('what version 0.1.0 counted is not believed: all is counted again, and its field goes', async () => {
  const read = await makeStorage(services, { counts: { base: 7, asOf: Timestamp.now() } });
  const { id } = await read();
  await fill(read, 3001);
  await services.store.commit([{ kind: 'create', path: `recordCounts/${id}`, data: { base: 9, asOf: Timestamp.now() } }]);
  expect(await total(read)).toBe(3001);
  expect(await base(read)).toMatchObject({ base: 3001 });
  expect((await read()).data).toMatchObject({ isCounted: true });
  expect((await read()).data).not.toHaveProperty('counts');
  expect(await total(read)).toBe(3001);
});

test('of two that count at once one keeps its base, and a lost base is counted again', async () => {
  const read = await makeStorage(services);
  await fill(read, 3001);
  const storage = await read();
  const both = await Promise.all([1, 2].map(() => storageTotal(new Reader(services.store), storage, later())));
  expect(both).toEqual([3001, 3001]);
  await services.store.commit([{ kind: 'remove', path: `recordCounts/${storage.id}` }]);
  expect(await total(read)).toBe(3001);
  expect(await base(read)).toMatchObject({ base: 3001 });
});

test('the base and the changes since are asked for at once, where this instance has seen the base', async () => {
  const read = await makeStorage(services);
  await fill(read, 3001);
  expect(await total(read)).toBe(3001);
  const isCounting = Promise.withResolvers<void>();
  class BaseAfterCount extends Reader {
    override async get<T>(path: DocumentPath<T>) {
      await isCounting.promise;
      return super.get(path);
    }
    override count(...asked: Parameters<Reader['count']>) {
      isCounting.resolve();
      return super.count(...asked);
    }
  }
  expect(await storageTotal(new BaseAfterCount(services.store), await read(), later())).toBe(3001);
});

test('a base that another instance has moved meanwhile counts', async () => {
  const read = await makeStorage(services);
  await fill(read, 3001);
  const { id } = await read();
  expect(await total(read)).toBe(3001);
  await fill(read, 5);
  await services.store.commit([update(recordCounts.path(id), { base: 3004, asOf: Timestamp.fromMillis(later()) })]);
  expect(await total(read)).toBe(3004);
  expect(await total(read)).toBe(3004);
});
