import { deleteApp, initializeApp } from 'firebase-admin/app';
import {
  AggregateField,
  FieldPath,
  FieldValue,
  Filter,
  type Firestore,
  GeoPoint,
  initializeFirestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useFirestore } from '../support/firestore-server.ts';

const { server } = useFirestore();
const app = initializeApp({ projectId: 'demo-admin' }, 'admin');
let db: Firestore;

beforeAll(() => {
  process.env.FIRESTORE_EMULATOR_HOST = `127.0.0.1:${server().port}`;
  db = initializeFirestore(app);
});
beforeEach(async () => {
  await fetch(`${server().url}/emulator/v1/projects/demo-admin/databases/(default)/documents`, { method: 'DELETE' });
});
afterAll(() => deleteApp(app));

test('every type of value comes back as it went', async () => {
  const data = {
    text: 'häß😀',
    int: 2 ** 40,
    negative: -5,
    double: 1.5,
    yes: true,
    nothing: null,
    time: new Timestamp(1_700_000_000, 123_456_000),
    point: new GeoPoint(1.5, -2),
    bytes: Buffer.from([0, 255]),
    list: [1, 'two', { three: 3 }],
    map: { deep: { er: [] } },
  };
  await db.doc('c/a').set({ ...data, vector: FieldValue.vector([1, 2.5]), ref: db.doc('c/b') });
  const read = (await db.doc('c/a').get()).data();
  expect(read).toMatchObject(data);
  expect(read?.vector.toArray()).toEqual([1, 2.5]);
  expect(read?.ref.path).toBe('c/b');
});

test('create, update, delete and their preconditions', async () => {
  const doc = db.doc('c/a');
  const { writeTime } = await doc.create({ n: 1, gone: true, nested: { keep: 1 } });
  await expect(doc.create({})).rejects.toMatchObject({ code: 6 });
  await doc.update({
    n: FieldValue.increment(2),
    gone: FieldValue.delete(),
    'nested.more': FieldValue.arrayUnion('x', 'x'),
    at: FieldValue.serverTimestamp(),
  });
  expect((await doc.get()).data()).toMatchObject({ n: 3, nested: { keep: 1, more: ['x'] }, at: expect.any(Timestamp) });
  await expect(doc.update({ n: 1 }, { lastUpdateTime: writeTime })).rejects.toMatchObject({ code: 9 });
  await expect(db.doc('c/missing').update({ n: 1 })).rejects.toMatchObject({ code: 5 });
  await doc.delete();
  expect((await doc.get()).exists).toBe(false);
});

test('queries filter, order, page, project and count', async () => {
  const batch = db.batch();
  for (let n = 0; n < 20; n++) batch.set(db.doc(`q/d${String(n).padStart(2, '0')}`), { n, even: n % 2 === 0, tags: [`t${n % 3}`] });
  await batch.commit();
  const q = db.collection('q');
  expect(await numbers(q.where('n', '>=', 17))).toEqual([17, 18, 19]);
  expect(await numbers(q.orderBy('n', 'desc').startAfter(15).limit(2))).toEqual([14, 13]);
  expect(await numbers(q.orderBy('n').limitToLast(2))).toEqual([18, 19]);
  expect(await numbers(q.where('tags', 'array-contains', 't1').limit(2))).toEqual([1, 4]);
  expect(await numbers(q.where('n', 'in', [3, 5, 99]))).toEqual([3, 5]);
  expect(await numbers(q.where(Filter.or(Filter.where('n', '==', 1), Filter.where('n', '==', 7))))).toEqual([1, 7]);
  expect((await q.select('n').limit(1).get()).docs[0]?.data()).toEqual({ n: 0 });
  expect((await q.where(FieldPath.documentId(), '>=', 'd18').get()).size).toBe(2);
  expect((await q.offset(18).get()).size).toBe(2);
  const totals = await q
    .aggregate({ count: AggregateField.count(), sum: AggregateField.sum('n'), average: AggregateField.average('n') })
    .get();
  expect(totals.data()).toEqual({ count: 20, sum: 190, average: 9.5 });
});

test('a query that production would refuse is refused with the index to add', async () => {
  await expect(db.collection('q').where('a', '==', 1).orderBy('b').get()).rejects.toMatchObject({
    code: 9,
    message: expect.stringContaining('requires an index'),
  });
});

test('transactions under contention lose no increment', async () => {
  const doc = db.doc('c/counter');
  await doc.set({ n: 0 });
  await Promise.all(
    Array.from({ length: 5 }, () =>
      db.runTransaction(async (transaction) => {
        const { n } = (await transaction.get(doc)).data() ?? {};
        transaction.update(doc, { n: n + 1 });
      }),
    ),
  );
  expect((await doc.get()).get('n')).toBe(5);
});

test('a read-only transaction sees one moment and refuses writes', async () => {
  await db.doc('c/a').set({ n: 1 });
  const seen = await db.runTransaction(
    async (transaction) => {
      const before = (await transaction.get(db.doc('c/a'))).get('n');
      await db.doc('c/a').set({ n: 2 });
      return [before, (await transaction.get(db.collection('c'))).docs[0]?.get('n')];
    },
    { readOnly: true },
  );
  expect(seen).toEqual([1, 1]);
});

test('a batch is written whole or not at all', async () => {
  const batch = db.batch().set(db.doc('c/new'), {}).update(db.doc('c/missing'), { n: 1 });
  await expect(batch.commit()).rejects.toMatchObject({ code: 5 });
  expect((await db.doc('c/new').get()).exists).toBe(false);
});

test('BulkWriter writes each document by itself', async () => {
  const writer = db.bulkWriter();
  writer.onWriteError(() => false);
  const failures: number[] = [];
  for (let n = 0; n < 300; n++) void writer.set(db.doc(`bulk/${n}`), { n });
  writer.create(db.doc('bulk/7'), {}).catch((error: { code: number }) => failures.push(error.code));
  await writer.close();
  expect((await db.collection('bulk').count().get()).data().count).toBe(300);
  expect(failures).toEqual([6]);
});

test('collections and missing parents are listed, and deleted recursively', async () => {
  await db.doc('a/1/b/2/c/3').set({});
  await db.doc('z/1').set({});
  expect((await db.listCollections()).map(({ id }) => id)).toEqual(['a', 'z']);
  expect((await db.collection('a').listDocuments()).map(({ id }) => id)).toEqual(['1']);
  expect((await db.doc('a/1').listCollections()).map(({ id }) => id)).toEqual(['b']);
  await db.recursiveDelete(db.collection('a'));
  expect((await db.listCollections()).map(({ id }) => id)).toEqual(['z']);
});

test('a query listener sees each commit as one snapshot', async () => {
  const snapshots: string[] = [];
  const arrivals: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => arrivals.push(resolve));
  let arrived = next();
  const stop = db
    .collection('live')
    .where('n', '>', 0)
    .onSnapshot((snapshot) => {
      snapshots.push(
        snapshot
          .docChanges()
          .map((change) => `${change.type} ${change.doc.id}`)
          .sort()
          .join(', '),
      );
      arrivals.shift()?.();
    });
  const step = async (act: () => Promise<unknown>) => {
    arrived = next();
    await act();
    await arrived;
  };
  await arrived;
  await step(() => db.batch().set(db.doc('live/a'), { n: 1 }).set(db.doc('live/b'), { n: 2 }).set(db.doc('live/c'), { n: 0 }).commit());
  await step(() =>
    db.batch().update(db.doc('live/a'), { n: -1 }).update(db.doc('live/b'), { n: 3 }).update(db.doc('live/c'), { n: 9 }).commit(),
  );
  await step(() => db.doc('live/b').delete());
  stop();
  expect(snapshots).toEqual(['', 'added a, added b', 'added c, modified b, removed a', 'removed b']);
});

test('a limit listener keeps its window filled', async () => {
  for (const n of [1, 2, 3]) await db.doc(`w/${n}`).set({ n });
  const seen: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const stop = db
      .collection('w')
      .orderBy('n')
      .limit(2)
      .onSnapshot((snapshot) => {
        seen.push(snapshot.docs.map((doc) => doc.id).join(','));
        if (seen.length === 1) void db.doc('w/1').delete();
        else {
          stop();
          resolve();
        }
      }, reject);
  });
  expect(seen).toEqual(['1,2', '2,3']);
});

test('a document listener sees creation and deletion', async () => {
  const seen: boolean[] = [];
  await new Promise<void>((resolve, reject) => {
    const stop = db.doc('one/a').onSnapshot((snapshot) => {
      seen.push(snapshot.exists);
      if (seen.length === 1) void db.doc('one/a').set({ n: 1 });
      else if (seen.length === 2) void db.doc('one/a').delete();
      else {
        stop();
        resolve();
      }
    }, reject);
  });
  expect(seen).toEqual([false, true, false]);
});

test('what is not served says so by name', async () => {
  const named = initializeFirestore(app, {}, 'other');
  await expect(named.doc('c/a').get()).rejects.toMatchObject({ code: 12, message: expect.stringContaining('Named databases') });
  await expect(
    db
      .collection('v')
      .findNearest({ vectorField: 'v', queryVector: [1], limit: 1, distanceMeasure: 'EUCLIDEAN' })
      .get(),
  ).rejects.toMatchObject({ code: 12 });
});

async function numbers(query: FirebaseFirestore.Query): Promise<unknown[]> {
  return (await query.get()).docs.map((doc) => doc.get('n'));
}
