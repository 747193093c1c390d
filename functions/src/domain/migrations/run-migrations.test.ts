import { afterAll, beforeEach, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { type DataVersionDocument, healthPaths } from '../../store/documents/health-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { addEnds } from './add-ends.ts';
import { dropField } from './drop-field.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations.ts';
import { runMigrations } from './run-migrations.ts';

const { services, stop } = await startDataServices();
const firestore = databaseOf(services.store);
let now = Date.parse('2026-11-25T12:00:00Z');
const clock = () => now;
const run = (steps?: readonly Migration[]) => runMigrations({ store: services.store, clock }, now + 60_000, steps);
const hour = 3600_000;
const year = 365 * 24 * hour;

afterAll(stop);
beforeEach(async () => {
  await firestore.recursiveDelete(firestore.collection('activity'));
  await firestore.recursiveDelete(firestore.collection('pageVisits'));
  await firestore.doc(healthPaths.data).delete();
});

/** Rows as version 0.1.0 wrote them. */
async function rows(count: number, from = 0): Promise<void> {
  const batch = firestore.batch();
  for (let at = from; at < from + count; at += 1) {
    batch.set(firestore.doc(`activity/row-${String(at).padStart(4, '0')}`), { tenantId: 't', createdAt: Timestamp.fromMillis(now + at) });
  }
  await batch.commit();
}

async function endless(): Promise<number> {
  const { docs } = await firestore.collection('activity').get();
  return docs.filter((doc) => !(doc.get('expiresAt') instanceof Timestamp)).length;
}

async function state(): Promise<DataVersionDocument> {
  return (await firestore.doc(healthPaths.data).get()).data() as DataVersionDocument; // the runner alone writes it
}

test('rows of the version before get their end, a second run changes nothing, and the version is the newest in the end', async () => {
  await rows(450);
  await firestore.doc('activity/row-9999').set({ createdAt: Timestamp.fromMillis(now), expiresAt: Timestamp.fromMillis(now + 5) });
  expect(await run()).toBe(450);
  expect(await endless()).toBe(0);
  expect((await firestore.doc('activity/row-0007').get()).get('expiresAt').toMillis()).toBe(
    (await firestore.doc('activity/row-0007').get()).get('createdAt').toMillis() + year,
  );
  expect((await firestore.doc('activity/row-9999').get()).get('expiresAt').toMillis()).not.toBeGreaterThan(now + year);
  expect(await run()).toBe(0);
  expect(await state()).toMatchObject({ version: 0, pass: 2, changed: 450 });
  now += hour;
  expect(await run()).toBe(0);
  expect(await state()).toMatchObject({ version: migrations.length, leaseUntil: null, failure: null });
  expect(await run()).toBe(0);
});

test('a field that nothing reads any more is removed where it is, on every page', async () => {
  const batch = firestore.batch();
  for (let at = 0; at < 250; at += 1)
    batch.set(firestore.doc(`activity/row-${String(at).padStart(4, '0')}`), at % 2 ? { counts: 1, a: at } : { a: at });
  await batch.commit();
  expect(await run([dropField('activity', 'counts')])).toBe(125);
  expect((await firestore.collection('activity').where('a', '>=', 0).get()).docs.filter((doc) => doc.get('counts') !== undefined)).toEqual(
    [],
  );
  expect((await firestore.doc('activity/row-0249').get()).data()).toEqual({ a: 249 });
});

test('what the version before writes while it still serves is found by the second pass', async () => {
  const steps = [addEnds('activity', year)];
  await rows(10);
  expect(await run(steps)).toBe(10);
  await rows(5, 10);
  expect(await run(steps)).toBe(0);
  expect(await state()).toMatchObject({ version: 0, pass: 2, changed: 10 });
  now += hour;
  expect(await run(steps)).toBe(5);
  expect(await state()).toMatchObject({ version: 1 });
});

test('a run that fails is noted and continued where it was, not from the beginning', async () => {
  await rows(600);
  const real = addEnds('activity', year);
  const asked: (string | null)[] = [];
  let fails = true;
  const fragile: Migration = {
    name: 'fragile',
    page: (store, after) => {
      asked.push(after);
      if (after !== null && fails) throw new Error('The database is away.');
      return real.page(store, after);
    },
  };
  await expect(run([fragile])).rejects.toThrow('away');
  expect(await state()).toMatchObject({ after: 'row-0199', changed: 200, failure: 'fragile: The database is away.', leaseUntil: null });
  fails = false;
  expect(await run([fragile])).toBe(400);
  expect(asked).toEqual([null, 'row-0199', 'row-0199', 'row-0399', 'row-0599']);
  expect(await state()).toMatchObject({ pass: 2, failure: null });
});

test('two runs at once make each page once, and a run that died is followed after its lease', async () => {
  await rows(400);
  const pages: (string | null)[] = [];
  const counted: Migration = {
    name: 'counted',
    page: (store, after) => {
      pages.push(after);
      return addEnds('activity', year).page(store, after);
    },
  };
  await Promise.all([run([counted]), run([counted])]);
  expect(pages.toSorted()).toEqual([...new Set(pages)].toSorted());
  const dead = { ...(await state()), notBefore: null, leaseUntil: Timestamp.fromMillis(now + 1000) };
  await firestore.doc(healthPaths.data).set(dead);
  pages.length = 0;
  await run([counted]);
  expect(pages).toEqual([]);
  now += 1001;
  await run([counted]);
  expect(pages[0]).toBe(null);
});

test('a step that a deployment adds between the passes gets two passes of its own', async () => {
  const step = addEnds('activity', year);
  const later: Migration = { name: 'later', page: (store, from) => addEnds('pageVisits', year).page(store, from) };
  await run([step]);
  await firestore.doc('pageVisits/v').set({ createdAt: Timestamp.fromMillis(now) });
  now += hour;
  await run([step, later]);
  expect(await state()).toMatchObject({ version: 1, pass: 2, step: 1, target: 2, changed: 1 });
  now += hour;
  await run([step, later]);
  expect(await state()).toMatchObject({ version: 2 });
});

test('data of a newer version are left alone after a deployment was taken back', async () => {
  await rows(1);
  await firestore
    .doc(healthPaths.data)
    .set({ version: 99, target: 99, pass: 1, step: 99, after: null, changed: 0, leaseUntil: null, notBefore: null });
  expect(await run()).toBe(0);
  expect(await endless()).toBe(1);
  expect(await state()).toMatchObject({ version: 99 });
});
