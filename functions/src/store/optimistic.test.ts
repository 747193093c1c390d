import { type DocumentPath, documentPath } from './model/collection.ts';
import { recordPath } from '../domain/records/model/paths.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../test/data-services.ts';
import { createRecords } from '../domain/records/write/create-records.ts';
import { deleteRecord, updateRecord } from '../domain/records/write/change-record.ts';
import { getRecord } from '../domain/records/query/get-record.ts';
import { createInstanceMemory } from '../memory/instance-memory.ts';
import { createStore, type Store } from './access.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { createOptimistic } from './optimistic.ts';
import { optimisticTransaction } from './optimistic-transaction.ts';
import type { Row } from './model/row.ts';
import type { Transaction } from './transaction.ts';
import { set, update } from './model/writes.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
const by = { actor: 'tester' };

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

/** A store that counts the documents it reads. */
function counting(store: Store) {
  let reads = 0;
  return {
    get reads() {
      return reads;
    },
    commit: store.commit,
    getAll: <T>(paths: readonly DocumentPath<T>[], select?: readonly string[]): Promise<(Row<T> | null)[]> => {
      reads += paths.length;
      return store.getAll(paths, select);
    },
  };
}

test('work whose document others change forty times needs a transaction', async () => {
  let tries = 0;
  const row = { id: 'a', path: 'a', data: { n: 1 }, updateTime: null, createTime: null };
  const store = {
    getAll: async () => [row],
    commit: async () => {
      tries += 1;
      throw Object.assign(new Error('FAILED_PRECONDITION'), { code: 9 });
    },
  } as unknown as Parameters<typeof optimisticTransaction>[0]; // what is used of it
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void) => void setImmediate(done)) as unknown as typeof setTimeout); // its answer is not used
  await expect(optimisticTransaction(store, adds('a' as Counted))).rejects.toThrow('contended');
  expect(tries).toBe(40);
  vi.restoreAllMocks();
});

type Counted = DocumentPath<{ n: number }>;

const adds = (path: Counted) => async (tx: Transaction) => {
  const [row] = await tx.getAll([path], ['n']);
  if (!row) throw new Error('missing');
  tx.write(update(path, { n: row.data.n + 1 }));
  return row.data.n + 1;
};

async function aDocument(name: string) {
  const { store } = data.services;
  await databaseOf(store).doc(`races/${name}`).set({ n: 0 });
  const counted = counting(store);
  return {
    store,
    counted,
    path: documentPath<{ n: number }>(`races/${name}`),
    optimistic: createOptimistic(counted, createInstanceMemory({ now: () => 0 }), createKeyedMutex(60_000)).run,
  };
}

test('a document that was written a moment ago is changed again without a read', async () => {
  const { store, counted, path, optimistic } = await aDocument('again');
  for (const n of [1, 2, 3]) expect(await optimistic(path, adds(path))).toBe(n);
  expect(counted.reads).toBe(1);
  expect((await store.get(path))?.data.n).toBe(3);
});

test('fifty changes at once are all made, none of them twice', async () => {
  const { store, counted, path, optimistic } = await aDocument('crowd');
  await Promise.all(Array.from({ length: 50 }, () => optimistic(path, adds(path))));
  expect((await store.get(path))?.data.n).toBe(50);
  expect(counted.reads).toBeLessThan(50);
});

test('what another instance wrote in between is read, and nothing of it is lost', async () => {
  const { store, path, optimistic } = await aDocument('between');
  await optimistic(path, adds(path));
  await databaseOf(store).doc(path).update({ n: 10 });
  expect(await optimistic(path, adds(path))).toBe(11);
});

test('neither a refusal nor an end without a write rests on memory', async () => {
  const { store, path, optimistic } = await aDocument('refusal');
  await optimistic(path, adds(path));
  await databaseOf(store).doc(path).update({ n: 10 });
  const onlyTen = async (tx: Transaction) => {
    const [row] = await tx.getAll([path], ['n']);
    if (row?.data.n !== 10) throw new Error('not ten');
    return row.data.n;
  };
  expect(await optimistic(path, onlyTen)).toBe(10);
  await optimistic(path, adds(path));
  await databaseOf(store).doc(path).update({ n: 10 });
  expect(await optimistic(path, async (tx) => (await tx.getAll([path], ['n']))[0]?.data.n)).toBe(10);
});

test('a document that is gone is missing, although it was written a moment ago', async () => {
  const { store, path, optimistic } = await aDocument('gone');
  await optimistic(path, adds(path));
  await databaseOf(store).doc(path).delete();
  await expect(optimistic(path, adds(path))).rejects.toThrow('missing');
});

test('changes of a record through two instances, its removal among them, give what one after the other gives', async () => {
  const read = await makeStorage(data.services);
  const other = { ...data.services, store: createStore(databaseOf(data.services.store)) };
  const [record] = await createRecords(data.services, await read(), { inputs: [{ title: 'Oak', amount: 0 }], ...by });
  const id = record?.id ?? '';
  for (let i = 1; i <= 6; i += 1)
    await updateRecord(i % 2 ? data.services : other, await read(), {
      id,
      fields: { amount: { $increment: 1 }, [`f${i}`]: `text ${i}` },
      ...by,
    });
  const after = await getRecord(data.services, await read(), { id });
  expect(after).toMatchObject({ title: 'Oak', amount: 6, f1: 'text 1', f6: 'text 6' });
  await updateRecord(data.services, await read(), { id, fields: { amount: 7 }, ...by });
  await deleteRecord(other, await read(), { id, ...by });
  await expect(updateRecord(data.services, await read(), { id, fields: { amount: 8 }, ...by })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await data.services.store.get(recordPath((await read()).id, id))).toBeNull();
});

test.each([
  [
    'a document that is only read',
    (path: Counted) => async (tx: Transaction) => void (await tx.getAll([path, documentPath('races/other')])),
  ],
  [
    'a document that is written twice',
    (path: Counted) => async (tx: Transaction) => tx.write(update(path, { n: 7 }), update(path, { n: 8 })),
  ],
])('update times stand for no lock over %s', async (what, also) => {
  const { store, counted, path } = await aDocument('locked');
  const work = async (tx: Transaction) => {
    await also(path)(tx);
    tx.write(update(path, { n: 9 }));
  };
  await expect(optimisticTransaction(counted, work)).rejects.toThrow(what);
  expect((await store.get(path))?.data.n).toBe(0);
});

test('a name that is no path keeps its dot, as in a transaction', async () => {
  const { store, path } = await aDocument('dotted');
  const named = { n: 1, 'a.b': 2 };
  await store.optimistic(path, async (tx) => {
    await tx.get(path);
    tx.write(set(path, named));
  });
  expect((await databaseOf(store).doc(path).get()).data()).toEqual(named);
});
