import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '@bedplate/contract';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { createRecords } from '../write/create-records.ts';
import { deleteRecord, restoreRecord, updateRecord } from '../write/change-record.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { getRecord } from '../query/get-record.ts';
import { writeRecords } from '../write/write-records.ts';
import { entryId } from './entry-id.ts';
import { readHistory } from './read-history.ts';
import { recordAt } from './state-at.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let clock = 0;
const by = { actor: 'ann', origin: { requestId: 'r1' } };
const key = { actor: 'k1', origin: { keyId: 'k1', requestId: 'r2' } };

beforeAll(async () => {
  data = await startDataServices();
  data.services = { ...data.services, now: () => Date.now() + clock };
});
afterAll(() => data.stop());

async function cost(work: () => Promise<unknown>): Promise<string> {
  const meter = newMeter();
  await withMeter(meter, work);
  return `${meter.reads}R ${meter.writes}W ${meter.deletes}D`;
}

/** A storage that knows its fields, so that writes cost no read, and one record of it. */
async function aRecord(fields: Record<string, Json>, change: Parameters<typeof makeStorage>[1] = { history: 30 }) {
  const read = await makeStorage(data.services, change);
  const [record] = await createRecords(data.services, await read(), { inputs: [fields], ...by });
  const storage = await read();
  return { storage, id: record?.id ?? '', read };
}

const update = (storage: StorageRow, id: string, fields: Record<string, Json>, author = by) =>
  updateRecord(data.services, storage, { id, fields, ...author });
const historyOf = async (storage: StorageRow, id: string, limit = 50, before?: number) =>
  readHistory(data.services, storage, { id, limit, before });
const stored = async ({ id }: StorageRow) => (await databaseOf(data.services.store).collection(`storages/${id}/history`).get()).docs;

test('a change costs one write more where history is kept, and nothing where it is not', async () => {
  for (const [history, create, change] of [
    [0, '0R 1W 0D', '1R 1W 0D'],
    [30, '0R 2W 0D', '1R 2W 0D'],
  ] as const) {
    const { storage, id } = await aRecord({ a: 1 }, { history });
    expect(await cost(() => createRecords(data.services, storage, { inputs: [{ a: 2 }], ...by }))).toBe(create);
    expect(await cost(() => update(storage, id, { a: 3 }))).toBe(change);
    expect(await cost(() => update(storage, id, { a: 4 }))).toBe(change.replace('1R', '0R')); // it is remembered for a moment
    expect(await cost(() => deleteRecord(data.services, storage, { id, ...by }))).toBe(history ? '0R 2W 1D' : '0R 1W 1D');
  }
});

test('each change tells what was before and after, who made it and by which call', async () => {
  const { storage, id } = await aRecord({ title: 'a', price: 5 }, { history: 30, is_softDelete: true });
  await update(storage, id, { title: 'b', price: null, extra: [1] }, key);
  await update(storage, id, { price: { $unset: true } });
  await deleteRecord(data.services, storage, { id, actor: 'user:u7', origin: { requestId: 'r3' } });
  await restoreRecord(data.services, storage, { id, ...by });
  expect((await historyOf(storage, id)).entries).toMatchObject([
    { revision: 5, operation: 'restore', author: { kind: 'member', id: 'ann' }, changes: {} },
    { revision: 4, operation: 'trash', author: { kind: 'appUser', id: 'u7', requestId: 'r3' }, changes: {} },
    { revision: 3, operation: 'update', changes: { price: { from: null } } },
    {
      revision: 2,
      operation: 'update',
      author: { kind: 'key', id: 'k1', requestId: 'r2' },
      changes: { title: { from: 'a', to: 'b' }, price: { from: 5, to: null }, extra: { to: [1] } },
    },
    { revision: 1, operation: 'create', changes: { title: { to: 'a' }, price: { to: 5 } } },
  ]);
  expect((await historyOf(storage, id)).entries[2]?.changes.price).toEqual({ from: null });
});

test('pages go on where the one before ended, with the same values', async () => {
  const { storage, id } = await aRecord({ n: 0 });
  for (let n = 1; n < 7; n += 1) await update(storage, id, { n });
  const whole = (await historyOf(storage, id)).entries;
  expect(whole).toHaveLength(7);
  const first = await historyOf(storage, id, 3);
  expect(first).toMatchObject({ entries: whole.slice(0, 3), next: 5 });
  const second = await historyOf(storage, id, 3, first.next ?? 0);
  expect(second).toMatchObject({ entries: whole.slice(3, 6), next: 2 });
  expect(await historyOf(storage, id, 3, 2)).toMatchObject({ entries: whole.slice(6), next: null });
});

test('an update of equal values makes no entry', async () => {
  const { storage, id } = await aRecord({ a: 1, b: [1, { c: null }] });
  await update(storage, id, { a: 1, b: [1, { c: null }] });
  expect((await historyOf(storage, id)).entries).toHaveLength(1);
});

test.each(['toString', 'valueOf', 'hasOwnProperty'])('a field may be called %s, as every object has a member', async (name) => {
  const { storage, id } = await aRecord({ n: 1 });
  await update(storage, id, { [name]: 'b' });
  await update(storage, id, { n: 2 });
  const { entries } = await historyOf(storage, id);
  expect(entries.map(({ changes }) => changes)).toEqual([{ n: { from: 1, to: 2 } }, { [name]: { to: 'b' } }, { n: { to: 1 } }]);
});

test('a letter that changes in a long text, and an element in a long list, take little room', async () => {
  const text = 'lorem ipsum '.repeat(40_000);
  const list = Array.from({ length: 2000 }, (_, n) => ({ n }));
  const { storage, id } = await aRecord({ text, list });
  await update(storage, id, { text: `${text.slice(0, 1000)}X${text.slice(1001)}`, list: list.toSpliced(70, 2, { n: -1 }) });
  await update(storage, id, { text: 'short', list: [] });
  const sizes = (await stored(storage)).map((row) => JSON.stringify(row.data()).length);
  expect(sizes.toSorted((a, b) => a - b)[0]).toBeLessThan(3000);
  const { entries } = await historyOf(storage, id);
  expect(entries[1]?.changes.text?.from).toBe(text);
  expect(entries[1]?.changes.list?.from).toEqual(list);
});

test('a large record that is replaced whole keeps what it was', async () => {
  const large = () => Array.from({ length: 450_000 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join('');
  const texts = [large(), large(), large()];
  const { storage, id } = await aRecord({ a: texts[0] ?? '', b: texts[1] ?? '' });
  await update(storage, id, { a: texts[2] ?? '', b: 'short' });
  expect((await getRecord(data.services, storage, { id })).b).toBe('short');
  const { entries } = await historyOf(storage, id);
  expect(entries[0]?.changes.a?.from === texts[0] && entries[0]?.changes.b?.from === texts[1]).toBe(true);
});

test('a batch writes all of its entries or none', async () => {
  const { storage } = await aRecord({ a: 1 });
  const before = (await stored(storage)).length;
  await expect(createRecords(data.services, storage, { inputs: [{ a: 2 }, 'no object'], ...by })).rejects.toMatchObject({ status: 400 });
  expect(await stored(storage)).toHaveLength(before);
  await createRecords(data.services, storage, { inputs: Array.from({ length: 100 }, () => ({ a: 2 })), ...by });
  expect(await stored(storage)).toHaveLength(before + 100);
});

test.each([
  ['whole', 1000],
  ['by its difference', 70_000],
])('every 32nd change keeps what was before it, %s', async (how, length) => {
  const { storage, id } = await aRecord({ text: 'x'.repeat(length) });
  await databaseOf(data.services.store).doc(`storages/${storage.id}/records/${id}`).update({ rev: 31 });
  await update(storage, id, { n: 1 });
  const entry = await databaseOf(data.services.store)
    .doc(`storages/${storage.id}/history/${entryId(id, 32)}`)
    .get();
  expect([entry.exists, entry.get('whole') !== undefined]).toEqual([true, how === 'whole']);
});

test('parallel writers of one record leave no change out', async () => {
  const { storage, id } = await aRecord({ n: 0 });
  await Promise.all(Array.from({ length: 30 }, () => update(storage, id, { n: { $increment: 1 } })));
  const { entries } = await historyOf(storage, id);
  expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 31 }, (_, i) => 31 - i));
  expect(entries.slice(0, 30).map(({ changes }) => changes.n)).toEqual(
    Array.from({ length: 30 }, (_, i) => ({ from: 29 - i, to: 30 - i })),
  );
});

test('history that was off for a while has a gap: values after it are not guessed', async () => {
  const { storage, id } = await aRecord({ a: 1 });
  const off = { ...storage, data: { ...storage.data, history: 0 as const } };
  await update(off, id, { a: 2 });
  await update(storage, id, { a: 3 });
  const { entries } = await historyOf(storage, id);
  expect(entries.map(({ revision, changes }) => [revision, changes.a])).toEqual([
    [3, { from: 2, to: 3 }],
    [1, {}],
  ]);
});

test('entries end with their time, also before the policy removes them', async () => {
  const { storage, id } = await aRecord({ a: 1 }, { history: 7 });
  clock = 8 * 86_400_000;
  try {
    await update(storage, id, { a: 2 });
    expect((await historyOf(storage, id)).entries.map(({ revision }) => revision)).toEqual([2]);
  } finally {
    clock = 0;
  }
});

test('an entry that the policy has not removed in time is shown no more', async () => {
  const { storage, id } = await aRecord({ a: 1 });
  await update(storage, id, { a: 2 });
  for (const { ref } of await stored(storage)) await ref.update({ expiresAt: new Date(0) });
  expect((await historyOf(storage, id)).entries).toEqual([]);
});

test('a record that was never there has no history', async () => {
  const { storage } = await aRecord({ a: 1 });
  await expect(historyOf(storage, '0'.repeat(20))).rejects.toMatchObject({ code: 'not-found' });
});

describe('a record at a moment', () => {
  test('is what it was between its changes', async () => {
    const { storage, id } = await aRecord({ n: 0, text: 'x' });
    const moments: [number, number][] = [];
    for (let n = 1; n < 70; n += 1) {
      const record = await update(storage, id, { n });
      moments.push([Date.parse(String(record.updatedAt)), n]);
    }
    for (const [millis, n] of moments) expect(await recordAt(data.services, storage, { id, millis })).toMatchObject({ id, n, text: 'x' });
    const reads = await cost(() => recordAt(data.services, storage, { id, millis: moments[10]?.[0] ?? 0 }));
    expect(Number(reads.split('R')[0])).toBeLessThanOrEqual(40);
  });

  test('is not found before it was made, while it was in the trash, and after it was gone', async () => {
    const { storage, id } = await aRecord({ a: 1 }, { history: 30, is_softDelete: true });
    const made = Date.now();
    clock += 10_000;
    await deleteRecord(data.services, storage, { id, ...by });
    clock += 10_000;
    await restoreRecord(data.services, storage, { id, ...by });
    clock += 10_000;
    const at = (millis: number) => recordAt(data.services, storage, { id, millis });
    await expect(at(made - 60_000)).rejects.toMatchObject({ status: 404 });
    expect(await at(made + 1000)).toMatchObject({ a: 1 });
    await expect(at(made + 15_000)).rejects.toMatchObject({ status: 404 });
    expect(await at(made + 25_000)).toMatchObject({ a: 1 });
    await deleteRecord(data.services, storage, { id, permanent: true, ...by });
    await expect(at(made + 40_000)).rejects.toMatchObject({ status: 404 });
    expect(await at(made + 25_000)).toMatchObject({ a: 1 });
    clock = 0;
  });

  test('says that it was in the trash to who asks for that, also once it is gone', async () => {
    const { storage, id } = await aRecord({ a: 1 }, { history: 30, is_softDelete: true });
    clock += 10_000;
    const { updatedAt } = await update(storage, id, { a: 2 });
    const made = Date.now() + clock;
    clock += 10_000;
    await deleteRecord(data.services, storage, { id, ...by });
    const trashed = await getRecord(data.services, storage, { id, deleted: 'only' });
    const inTrash = Date.parse(String(trashed.deletedAt)) + 5000;
    const at = (millis: number, deleted?: 'only' | 'include') => recordAt(data.services, storage, { id, millis, deleted });
    const isTold = async () => {
      for (const deleted of ['only', 'include'] as const) expect(await at(inTrash, deleted)).toEqual(trashed);
      await expect(at(inTrash)).rejects.toMatchObject({ status: 404 });
      expect(await at(made, 'include')).toMatchObject({ a: 2, updatedAt, is_deleted: false, deletedAt: null });
      await expect(at(made, 'only')).rejects.toMatchObject({ status: 404 });
    };
    expect(trashed).toMatchObject({ a: 2, updatedAt, is_deleted: true });
    await isTold();
    clock += 10_000;
    await restoreRecord(data.services, storage, { id, ...by });
    await isTold();
    clock += 10_000;
    await deleteRecord(data.services, storage, { id, ...by });
    clock += 10_000;
    const again = Date.now() + clock;
    await deleteRecord(data.services, storage, { id, permanent: true, ...by });
    await isTold();
    expect(await at(again - 5000, 'include')).toMatchObject({ is_deleted: true });
    await expect(at(again + 5000, 'include')).rejects.toMatchObject({ status: 404, message: 'Record not found.' });
    clock = 0;
  });

  test('is not found while it was deleted for good, although it was made again since', async () => {
    const { storage, id } = await aRecord({ a: 1 });
    const at = (millis: number) => recordAt(data.services, storage, { id, millis });
    const made = Date.now() + clock + 1000;
    clock += 10_000;
    await deleteRecord(data.services, storage, { id, ...by });
    const gone = Date.now() + clock + 1000;
    clock += 10_000;
    const again = { op: 'create', storage, where: '', input: { fields: { a: 2 }, password: undefined }, keptId: id } as const;
    await writeRecords(data.services, [{ ...again, made: { id, millis: made, micros: 0 } }], by);
    expect(await at(Date.now() + clock + 1000)).toMatchObject({ a: 2 });
    expect(await at(made)).toMatchObject({ a: 1 });
    await expect(at(gone)).rejects.toMatchObject({ status: 404 });
    clock = 0;
  });

  test('was not in the trash before it was deleted, also where no entry tells of that', async () => {
    const { storage, id } = await aRecord({ a: 1 }, { history: 30, is_softDelete: true });
    clock += 10_000;
    const { updatedAt } = await update(storage, id, { a: 2 });
    const off = { ...storage, data: { ...storage.data, history: 0 as const } };
    clock += 10_000;
    await deleteRecord(data.services, off, { id, ...by });
    const before = { id, millis: Date.parse(String(updatedAt)) + 5000, deleted: 'include' } as const;
    await expect(recordAt(data.services, storage, before)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('is known since'),
    });
    clock = 0;
  });

  test('is refused where more than a thousand changes lead back to it', async () => {
    const { storage, id } = await aRecord({ n: 1 });
    await update(storage, id, { n: 2 });
    const database = databaseOf(data.services.store);
    const entries = database.collection(`storages/${storage.id}/history`);
    const [first, last] = [await entries.doc(entryId(id, 1)).get(), await entries.doc(entryId(id, 2)).get()];
    const writer = database.bulkWriter();
    for (let rev = 3; rev <= 1002; rev += 1) void writer.create(entries.doc(entryId(id, rev)), { ...last.data(), rev });
    void writer.update(database.doc(`storages/${storage.id}/records/${id}`), { rev: 1002 });
    await writer.close();
    const millis = first.get('at').toMillis();
    await expect(recordAt(data.services, storage, { id, millis })).rejects.toMatchObject({ code: 'query-too-broad' });
  });

  test('has the mark of the trash only where the storage has one', async () => {
    const { storage, id } = await aRecord({ a: 1 });
    expect(await recordAt(data.services, storage, { id, millis: Date.now() + 1000, deleted: 'include' })).not.toHaveProperty('is_deleted');
  });

  test('says since when it is known', async () => {
    const { storage, id } = await aRecord({ a: 1 }, { history: 0 });
    const on = { ...storage, data: { ...storage.data, history: 30 as const } };
    const before = Date.now();
    clock += 5000;
    await update(on, id, { a: 2 });
    await expect(recordAt(data.services, on, { id, millis: before + 10 })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('is known since'),
    });
    clock = 0;
  });

  test('is known from the last gap on, whatever is kept of the time before', async () => {
    const { storage, id } = await aRecord({ a: 1, b: 1 });
    const off = { ...storage, data: { ...storage.data, history: 0 as const } };
    const after = async (use: StorageRow, fields: Record<string, Json>) => {
      clock += 1000;
      return String((await update(use, id, fields)).updatedAt);
    };
    const times = [await after(storage, { a: 2 }), await after(storage, { a: 3 }), await after(off, { b: 2 })];
    const sinceOf = async (time: string) => {
      const refusal = await recordAt(data.services, storage, { id, millis: Date.parse(time) }).catch((error: unknown) => error);
      return /known since ([\d:T.Z-]+)\.$/.exec(String((refusal as Error).message))?.[1];
    };
    for (const time of times.slice(0, 2)) expect(await sinceOf(time)).toBe(times[2]);
    const known = [await after(storage, { a: 4 }), await after(storage, { a: 5 })];
    for (const time of times) expect(await sinceOf(time)).toBe(known[0]);
    expect(await recordAt(data.services, storage, { id, millis: Date.parse(known[0] ?? '') })).toMatchObject({ a: 4, b: 2 });
    clock = 0;
  });
});
