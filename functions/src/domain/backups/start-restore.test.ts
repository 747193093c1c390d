import type { RestoreOrder as Order } from '@bedplate/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import { undoJob } from '../records/undo/undo-job.ts';
import { backupContents } from './download-backup.ts';
import { latestReady } from './find-backups.ts';
import { startRestore } from './start-restore.ts';

let api: ApiServer;
const database = () => databaseOf(api.services.store);

beforeEach(async () => {
  await api?.stop();
  api = await startApi();
  await database()
    .doc('projects/p1')
    .set({ counters: { storages: 1 } }, { merge: true });
});
afterAll(() => api.stop());

test.each([
  ['running', 'a time'],
  ['failed', 'a time'],
  ['ready', null],
])('a backup that is %s, as of %s, is not handed out', async (state, readTime) => {
  const row = { id: 'b1', data: { state, readTime, projectId: 'p1', storages: [] } } as unknown as Parameters<typeof backupContents>[2]; // what is read of it
  await expect(backupContents(api.services, admin, row)).rejects.toMatchObject({ code: 'conflict' });
});

async function finished(storageId: string, jobId: string) {
  await workOn(api.services.records, { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(api.services.records, storageId, jobId);
}

async function restore(order: Partial<Order>) {
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('there is no backup');
  const [started] = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse(order) });
  if (!started) throw new Error('nothing is restored');
  if (!started.storageId || !started.jobId) return { started, job: null };
  return { started, job: await finished(started.storageId, started.jobId) };
}

/** By key: the parts of each record that a restore brings back. */
async function recordsIn(storageId: string) {
  const { docs } = await database().collection(`storages/${storageId}/records`).get();
  return new Map(docs.map((doc) => [doc.id, { data: doc.get('data'), createdAt: doc.get('createdAt'), clientId: doc.get('clientId') }]));
}

async function aStorage(change = {}) {
  const { id, path } = await api.storage('orders', change);
  const ids: string[] = [];
  for (let page = 0; page < 7; page += 1) {
    const body = Array.from({ length: 80 }, (_, at) => ({ at: page * 80 + at, text: { nested: [at, null, 'é'] } }));
    ids.push(...(await api.call(path, { body })).body.data.map((record: { id: string }) => record.id));
  }
  expect((await api.call(`${path}/dataId/my-own?upsert=true`, { method: 'PUT', body: { own: true } })).status).toBe(201);
  return { id, path, ids };
}

async function harm(path: string, ids: readonly string[]) {
  await api.call(`${path}/dataId/${ids[0]}`, { method: 'PUT', body: { at: 'changed', more: 1 } });
  await api.call(`${path}/dataId/${ids[1]}`, { method: 'DELETE' });
  await api.call(`${path}/dataId/${ids[2]}`, { method: 'DELETE' });
  await api.call(path, { body: { since: true } });
}

test('a storage is restored exactly as it was, after a count that changes nothing; and that is undone', async () => {
  const { id, path, ids } = await aStorage({ history: 30 });
  const before = await recordsIn(id);
  await backedUp(api.services);
  await harm(path, ids);
  const harmed = await recordsIn(id);
  const counts = await Promise.all(
    (['missing', 'changed', 'exact'] as const).map(async (mode) => (await restore({ mode, dryRun: true })).job?.changed),
  );
  expect(counts).toEqual([2, 3, 4]);
  expect(await recordsIn(id)).toEqual(harmed);
  const { started, job } = await restore({ mode: 'exact' });
  expect(started).toMatchObject({ storageId: id, isNew: false, records: before.size });
  expect(job).toMatchObject({ kind: 'restore', state: 'done', changed: 4, kept: 0, canUndo: true });
  expect(await recordsIn(id)).toEqual(before);
  const back = await database().doc(`storages/${id}/records/${ids[1]}`).get();
  expect(back.get('updatedAt').toMillis()).toBeGreaterThan(back.get('createdAt').toMillis());
  expect((await restore({ mode: 'exact' })).job).toMatchObject({ changed: 0, kept: 0 });
  const storage = await api.services.store.storages.get(id);
  if (!storage || !job) throw new Error('the storage is gone');
  await finished(id, await undoJob(api.services.records, storage, { jobId: job.id, actor: 'u1' }));
  expect(await recordsIn(id)).toEqual(harmed);
});

test('records come out of the trash, and only those that are named', async () => {
  const { id, path, ids } = await aStorage({ is_softDelete: true });
  const before = await recordsIn(id);
  await backedUp(api.services);
  await harm(path, ids);
  const { job } = await restore({ ids: [ids[1] ?? '', 'my-own'] });
  expect(job).toMatchObject({ seen: 2, changed: 1 });
  const after = await recordsIn(id);
  expect(after.get(ids[1] ?? '')).toEqual(before.get(ids[1] ?? ''));
  expect(after.has(ids[2] ?? '')).toBe(false);
  expect((await database().doc(`storages/${id}/deleted/${ids[1]}`).get()).exists).toBe(false);
});

test('beside, a new storage holds the same records under the same ids', async () => {
  const { id, path, ids } = await aStorage();
  const before = await recordsIn(id);
  await backedUp(api.services);
  await harm(path, ids);
  const harmed = await recordsIn(id);
  const { started, job } = await restore({ place: 'beside' });
  expect(started).toMatchObject({ isNew: true, from: id });
  expect(job).toMatchObject({ state: 'done', changed: before.size, kept: 0 });
  expect(await recordsIn(started.storageId ?? '')).toEqual(before);
  expect(await recordsIn(id)).toEqual(harmed);
  expect((await restore({ place: 'beside' })).started.storageName).toMatch(/-2\)$/);
});

test('a storage that is gone is made again under its key', async () => {
  const { id } = await aStorage({ history: 7 });
  const before = await recordsIn(id);
  await backedUp(api.services);
  await database().doc(`storages/${id}`).delete();
  for (const { ref } of (await database().collection('unique').get()).docs) await ref.delete();
  expect(await restore({ dryRun: true })).toMatchObject({ job: null, started: { records: before.size, isNew: true } });
  const { started } = await restore({});
  expect(await recordsIn(started.storageId ?? '')).toEqual(before);
  expect((await api.services.store.storages.get(started.storageId ?? ''))?.data).toMatchObject({ storageKey: 'orders', history: 7 });
});

test('a backup that is not complete, and a storage that it does not hold, are refused', async () => {
  await aStorage();
  await backedUp(api.services);
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('there is no backup');
  const order = RestoreOrder.parse({});
  const refused = (given: Partial<Order>, state: 'ready' | 'running' = 'ready') =>
    startRestore(api.services, admin, { backup: { ...backup, data: { ...backup.data, state } }, order: { ...order, ...given } });
  await expect(refused({}, 'running')).rejects.toMatchObject({ code: 'conflict' });
  await expect(refused({ storages: ['none'] })).rejects.toMatchObject({ code: 'not-found' });
  await expect(refused({ ids: ['a'], place: 'beside' })).rejects.toMatchObject({ code: 'invalid-argument' });
  expect((await api.services.store.recordJobs.query()).rows).toEqual([]);
});
