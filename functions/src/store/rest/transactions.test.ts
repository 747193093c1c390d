import type { LockingReads } from '../model/locking.ts';
import { collectionPath, documentPath } from '../model/collection.ts';
import type { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices, storeOn } from '../../../test/data-services.ts';
import type { Store } from '../access.ts';
import { create, merge, set, update, type Write } from '../model/writes.ts';
import { gone, increment, Timestamp } from '../model/values.ts';
import { createRestFirestore } from './rest-firestore.ts';
import { createTransport, FirestoreError, type Transport, UnknownFate } from './transport.ts';
import { NeedsSdk } from './values.ts';

interface Counted {
  count: number;
}

const unavailable = 14;
let data: Awaited<ReturnType<typeof startDataServices>>;
let store: Store;
let firestore: Firestore;

beforeAll(async () => {
  data = await startDataServices();
  store = data.services.store;
  firestore = databaseOf(store);
});
afterAll(() => data.stop());

test('two transactions that meet both count, and neither needs the SDK', async () => {
  await firestore.doc('met/one').set({ count: 0 });
  const bySdk = vi.spyOn(firestore, 'runTransaction');
  const bothRead = meeting(2);
  let runs = 0;
  const add = () =>
    store.transaction(async (tx) => {
      runs += 1;
      const row = await tx.get(documentPath<Counted>('met/one'));
      await bothRead();
      tx.write(update('met/one', { count: (row?.data.count ?? 0) + 1 }));
    });
  await Promise.all([add(), add()]);
  expect(await countOf('met/one')).toBe(2);
  expect(runs).toBeGreaterThan(2);
  expect(bySdk).not.toHaveBeenCalled();
  bySdk.mockRestore();
});

test('what a query and a count have found is locked too', async () => {
  const numbered = () =>
    store.transaction(async (tx) => {
      const [count, { rows }] = await Promise.all([
        tx.count({ from: collectionPath('numbered') }),
        tx.query({ from: collectionPath('numbered') }),
      ]);
      expect(rows).toHaveLength(count);
      tx.write(create(`numbered/n${count}`, { count }));
    });
  await Promise.all([numbered(), numbered(), numbered()]);
  const { docs } = await firestore.collection('numbered').get();
  expect(docs.map(({ id }) => id)).toEqual(['n0', 'n1', 'n2']);
});

test('several reads at once belong to one transaction', async () => {
  await Promise.all([firestore.doc('both/a').set({ count: 1 }), firestore.doc('both/b').set({ count: 2 })]);
  const sums = await store.transaction(async (tx) => {
    const [a, b] = await Promise.all([tx.get(documentPath<Counted>('both/a')), tx.get(documentPath<Counted>('both/b'), ['count'])]);
    tx.write(update('both/a', { count: (a?.data.count ?? 0) + (b?.data.count ?? 0) }));
    return [a?.data.count, b?.data.count];
  });
  expect(sums).toEqual([1, 2]);
  expect(await countOf('both/a')).toBe(3);
});

test('work that fails runs once and leaves no lock', async () => {
  await firestore.doc('failed/one').set({ count: 0 });
  const { rest } = sending();
  const work = vi.fn<(reads: LockingReads) => Promise<never>>(async (reads) => {
    await reads.getAll([documentPath('failed/one')]);
    throw new Error('No.');
  });
  await expect(rest.transaction(work)).rejects.toThrow('No.');
  expect(work).toHaveBeenCalledTimes(1);
  await rest.commit([update('failed/one', { count: 5 })]); // an unconditional commit that meets a lock is aborted
  expect(await countOf('failed/one')).toBe(5);
});

test('a commit that broke off after it was sent is told and not made twice', async () => {
  await firestore.doc('broken/one').set({ count: 0 });
  const { rest } = sending((path) => (path.endsWith(':commit') ? new UnknownFate() : null), { isAfter: true });
  const work = vi.fn<typeof addOne>(addOne);
  await expect(rest.transaction((reads) => work(reads, 'broken/one'))).rejects.toThrow(UnknownFate);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await countOf('broken/one')).toBe(1);
});

test.each([[':batchGet'], [':commit']])('an unavailable %s lets the work run again', async (verb) => {
  const path = `again/${verb.slice(1)}`;
  await firestore.doc(path).set({ count: 0 });
  const failures = [new FirestoreError(unavailable, 'Unavailable.')];
  const { rest } = sending((sent) => (sent.endsWith(verb) ? (failures.pop() ?? null) : null));
  const work = vi.fn<typeof addOne>(addOne);
  await rest.transaction((reads) => work(reads, path));
  expect(work).toHaveBeenCalledTimes(2);
  expect(await countOf(path)).toBe(1);
});

test('a collection group and an increment go to the SDK, with nothing written before', async () => {
  await firestore.doc('above/a/grouped/one').set({ count: 1 });
  const result = await store.transaction(async (tx) => {
    const { rows } = await tx.query<Counted>({ from: collectionPath('grouped'), group: true });
    tx.write(merge('above/a/grouped/one', { count: increment(rows.length) }));
    return rows.length;
  });
  expect(result).toBe(1);
  expect(await countOf('above/a/grouped/one')).toBe(2);
});

const before = { kept: 1, map: { a: 1, b: { c: 2 }, 'odd name': 3 }, list: [1, 2], gone: 'x' };
const changes: readonly [string, (path: string) => Write][] = [
  ['a merge of leaves', (path) => merge(path, { map: { b: { d: 5 }, 'odd name': 4 }, at: Timestamp.fromMillis(1) })],
  ['a merge that removes', (path) => merge(path, { gone, map: { b: { c: gone } } })],
  ['a merge that empties a map', (path) => merge(path, { map: {} })],
  ['a merge of a list and null', (path) => merge(path, { list: [{ deep: 1 }], kept: null })],
  ['a merge of nothing', (path) => merge(path, {})],
  ['an update by paths', (path) => update(path, { 'map.b.c': 9, 'map.new.deep': [1], kept: { whole: true } })],
  ['an update that removes by paths', (path) => update(path, { 'map.b': gone, 'map.none.deeper': gone, gone })],
  ['a set', (path) => set(path, { only: true })],
];

test.each(changes)('%s leaves the document as the SDK leaves it', async (name, change) => {
  const [byRest, bySdk] = [`equal/${name}`, `equal/${name} by the SDK`];
  const { rest } = sending();
  await rest.commit([set(byRest, before), set(bySdk, before)]);
  await rest.transaction(async (reads) => ({ result: await reads.getAll([documentPath(byRest)]), writes: [change(byRest)] }));
  await storeOn(firestore).commit([change(bySdk)]);
  const [one, two] = await Promise.all([firestore.doc(byRest).get(), firestore.doc(bySdk).get()]);
  expect(one.data()).toEqual(two.data());
});

test('a merge makes a document that is missing, an update does not', async () => {
  const { rest } = sending();
  const writing = (write: Write) => rest.transaction(async () => ({ result: null, writes: [write] }));
  await writing(merge('fresh/one', { map: { a: 1 } }));
  expect((await firestore.doc('fresh/one').get()).data()).toEqual({ map: { a: 1 } });
  await expect(writing(update('fresh/two', { 'map.a': 1 }))).rejects.toMatchObject({ code: 5 });
});

test('a commit that is too long for REST is left to the SDK before anything of it is sent', async () => {
  const sent: string[] = [];
  const { rest } = sending((path) => {
    sent.push(path);
    return null;
  });
  const writes = Array.from({ length: 11 }, (_, i) => set(`long/${i}`, { text: 'x'.repeat(1_000_000) }));
  await expect(rest.transaction(async () => ({ result: null, writes }))).rejects.toBeInstanceOf(NeedsSdk);
  expect(sent).toEqual([]);
});

async function addOne(reads: LockingReads, path: string) {
  const [row] = await reads.getAll([documentPath<Counted>(path)]);
  return { result: null, writes: [update(path, { count: (row?.data.count ?? 0) + 1 })] };
}

/** The REST API with a transport that fails where it is told to. @param isAfter whether the message arrives all the same */
function sending(failure: (path: string) => Error | null = () => null, { isAfter = false } = {}) {
  const real = createTransport(`http://${data.host}`, () => Promise.resolve('owner'));
  const transport: Transport = {
    async send(method, path, message) {
      const error = failure(path);
      if (error && !isAfter) throw error;
      const answer = await real.send(method, path, message);
      if (error) throw error;
      return answer;
    },
  };
  return { rest: createRestFirestore(transport, 'demo-test') };
}

async function countOf(path: string): Promise<unknown> {
  return (await firestore.doc(path).get()).get('count');
}

/** A place where everybody waits until all are there. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come >= count) resolve();
    return promise;
  };
}
