import { type RestoreOrder as Order, StorageInput, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { awayAt } from '../../../test/away.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import { changeSchema } from '../records/schema-change/change-schema.ts';
import { undoJob } from '../records/undo/undo-job.ts';
import { archiveStorage } from '../storages/archive.ts';
import { storageKeyId } from '../storages/storage-by-key.ts';
import { createStorage } from '../storages/storages.ts';
import { backupContents } from './download-backup.ts';
import { latestReady } from './find-backups.ts';
import { startRestore } from './start-restore.ts';

let api: ApiServer;
let later = 0;
const services = () => Object.create(api.services.records, { now: { value: () => Date.now() + later } }) as typeof api.services.records;
const database = () => databaseOf(api.services.store);

beforeEach(async () => {
  later = 0;
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
  await workOn(services(), { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(services(), storageId, jobId);
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

test('a restore that is killed in the middle goes on, and counts what it had brought back', async () => {
  const { id, path, ids } = await aStorage({ is_softDelete: true });
  const before = await recordsIn(id);
  await backedUp(api.services);
  await harm(path, ids);
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('there is no backup');
  const [{ jobId } = { jobId: null }] = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse({ mode: 'changed' }) });
  const restore = {
    async page(...given: Parameters<typeof jobKinds.restore.page>) {
      await jobKinds.restore.page(...given);
      throw new Error('killed');
    },
  };
  await workOn(services(), { kinds: { ...jobKinds, restore }, jobId: jobId ?? '', until: Number.POSITIVE_INFINITY });
  expect(await getJob(services(), id, jobId ?? '')).toMatchObject({ state: 'running', changed: 0 });
  later += 60_000;
  expect(await finished(id, jobId ?? '')).toMatchObject({ state: 'done', changed: 3, kept: 0 });
  const after = await recordsIn(id);
  for (const [key, record] of before) expect(after.get(key)).toEqual(record);
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

test('only records that a filter fits, as they were, come back: in place and beside', async () => {
  const { id, path, ids } = await aStorage({ is_softDelete: true });
  const before = await recordsIn(id);
  await backedUp(api.services);
  await harm(path, ids); // the record of number 0 is changed, those of 1 and 2 are deleted
  const where = 'or=(at=0,at=1,id=my-own)';
  expect((await restore({ where, mode: 'exact', dryRun: true })).job).toMatchObject({ seen: 3, changed: 2 });
  const { job } = await restore({ where, mode: 'exact' });
  expect(job).toMatchObject({ state: 'done', seen: 3, changed: 2, kept: 0 });
  const after = await recordsIn(id);
  for (const key of [ids[0], ids[1]]) expect(after.get(key ?? '')).toEqual(before.get(key ?? ''));
  expect([after.has(ids[2] ?? ''), after.size]).toEqual([false, before.size]); // what came since stays
  expect((await restore({ where: 'text.nested=5', dryRun: true })).job).toMatchObject({ seen: 7 }); // a name with a dot is a reference's only where one is declared
  const beside = await restore({ where: 'at>=557', place: 'beside' });
  expect(beside.job).toMatchObject({ seen: 3, changed: 3 });
  const copies = await recordsIn(beside.started.storageId ?? '');
  expect([...copies.keys()].sort()).toEqual(ids.slice(-3).sort());
  expect((await restore({ ids: ['my-own'], place: 'beside' })).job).toMatchObject({ seen: 1, changed: 1 });
});

test.each([
  [{ where: 'limit=5' }, 'limit'],
  [{ where: 'search=a' }, 'where'],
  [{ where: 'at=1', ids: ['my-own'] }, 'where'],
  [{ where: 'customer.name=Ann' }, 'where'],
  [{ where: 'number=many' }, 'number'],
])('a restore of %j is refused, and begins nothing', async (order, field) => {
  const { id } = await aStorage();
  const schema = StorageSchema.parse({ fields: { customer: { type: 'reference', storage: id }, number: { type: 'number' } } });
  await changeSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: id },
    change: { version: 0, schema, state: 'warn' },
  });
  await backedUp(api.services);
  await expect(restore(order)).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field }] });
  expect(
    (await services().store.recordJobs.query({ where: [['storageId', '==', id]] })).rows.filter(({ data }) => data.kind === 'restore'),
  ).toEqual([]);
});

test('records that are named, by ids or by a filter, are those of one storage', async () => {
  await aStorage();
  await api.storage('goods');
  await backedUp(api.services);
  for (const order of [{ ids: ['my-own'] }, { where: 'at=1' }])
    await expect(restore(order)).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'storages' }] });
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

test('a storage that is another project’s by now stays as it is: what it held is made again', async () => {
  const { id } = await aStorage({ history: 7 });
  await backedUp(api.services);
  await database().doc(`storages/${id}`).update({ projectId: 'p2' });
  for (const { ref } of (await database().collection('unique').get()).docs) await ref.delete();
  const before = await recordsIn(id);
  const { started } = await restore({});
  expect(started).toMatchObject({ isNew: true });
  expect(started.storageId).not.toBe(id);
  expect(await recordsIn(id)).toEqual(before);
});

test('a restore, and its count, are refused before anything is made where one of its storages cannot be', async () => {
  await database().doc('projects/p1').update({ 'counters.storages': 0 });
  const lost = [await api.storage('orders'), await api.storage('goods')];
  await backedUp(api.services);
  for (const { id } of lost) await archiveStorage(api.services, admin, { projectId: 'p1', storageId: id });
  const present = async () => (await database().collection('storages').where('archived', '==', false).get()).size;
  for (const storageKey of ['goods', 'ORDERS']) {
    const { id } = await createStorage(api.services, {
      caller: admin,
      projectId: 'p1',
      input: StorageInput.parse({ storageName: 'Other', storageKey }),
    });
    for (const dryRun of [true, false]) await expect(restore({ dryRun })).rejects.toMatchObject({ code: 'already-exists' });
    expect(await present()).toBe(1);
    await archiveStorage(api.services, admin, { projectId: 'p1', storageId: id });
  }
  await database().doc('projects/p1').update({ 'counters.storages': 14 });
  await expect(restore({ place: 'beside' })).rejects.toMatchObject({ code: 'quota-exceeded' });
  expect(await present()).toBe(0);
  await database().doc('projects/p1').update({ 'counters.storages': 0 });
  const [first] = lost;
  if (!first) throw new Error('there is no storage');
  await restore({ place: 'beside', storages: [first.id, first.id] });
  expect(await present()).toBe(1);
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
  expect((await api.services.store.recordJobs.query()).rows).toEqual([]);
});

/** Records of which each has since an id or a unique value that another one had. */
async function aMixUp(history: 0 | 30 = 30) {
  const { id, path, read } = await api.storage('orders', { history, is_softDelete: true });
  const schema = StorageSchema.parse({ fields: { code: { type: 'text' } }, unique: [{ fields: ['code'] }] });
  await changeSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: id },
    change: { version: 0, state: 'enforce', schema },
  });
  later += 120_000;
  const { rows } = await services().store.recordJobs.query({ where: [['storageId', '==', id]] });
  for (const row of rows) await finished(id, row.id);
  const create = async (code: string) => (await api.call(path, { body: { code } })).body.data.id as string;
  const change = (key: string, code: string) => api.call(`${path}/dataId/${key}`, { method: 'PUT', body: { code } });
  const own = (n: number) => api.call(`${path}/dataId/my-own?upsert=true`, { method: 'PUT', body: { n } });
  await own(1);
  const [a, b, c] = [await create('A'), await create('B'), await create('C')];
  const before = await recordsIn(id);
  await backedUp(api.services);
  for (const [key, code] of [
    [a, 'swap'],
    [b, 'A'],
    [a, 'B'],
  ] as const)
    expect((await change(key, code)).status).toBe(200);
  await change(c, 'D');
  const since = await create('C');
  await api.call(`${path}/dataId/my-own?permanent=true`, { method: 'DELETE' });
  await own(2);
  return { id, read, a, b, c, since, before, harmed: await recordsIn(id) };
}

test('an exact restore gives ids and unique values back to whom they were, and its undo as well', async () => {
  const { id, read, before, harmed } = await aMixUp();
  const { job: counted } = await restore({ mode: 'exact', dryRun: true });
  const { job } = await restore({ mode: 'exact' });
  expect(await recordsIn(id)).toEqual(before);
  expect(job).toMatchObject({ changed: counted?.changed, kept: 0 });
  const back = await undoJob(api.services.records, await read(), { jobId: job?.id ?? '', actor: 'u1' });
  expect(await finished(id, back)).toMatchObject({ kept: 0 });
  expect(await recordsIn(id)).toEqual(harmed);
});

test('a restore that keeps what was made since tells which ids and values that has', async () => {
  const { id, a, b, c, since, before, harmed } = await aMixUp();
  const { job } = await restore({ mode: 'changed' });
  const after = await recordsIn(id);
  expect([after.get(a), after.get(b)]).toEqual([before.get(a), before.get(b)]);
  expect(after.get(since)).toEqual(harmed.get(since));
  expect(job).toMatchObject({ kept: 2 });
  expect(job?.refused?.map((one) => one.id).sort()).toEqual([c, 'my-own'].sort());
});

test('an exact restore without a history deletes nothing for good, and says what holds an id in the trash', async () => {
  const { id, a, b, before, since } = await aMixUp(0);
  const { job } = await restore({ mode: 'exact' });
  const after = await recordsIn(id);
  expect([after.get(a), after.get(b)]).toEqual([before.get(a), before.get(b)]);
  expect((await database().doc(`storages/${id}/deleted/${since}`).get()).get('kind')).toBe('trash');
  expect(job).toMatchObject({ kept: 2 });
  expect(job?.refused?.map(({ key }) => key)).toEqual(['takenInTrash', 'takenInTrash']);
});

test.each([
  ['conflict', 5],
  ['invalid-argument', 1],
] as const)('a record whose restore is refused with %s is tried %i times, and told', async (code, times) => {
  const { path, id } = await api.storage('orders');
  const record = (await api.call(path, { body: { at: 0 } })).body.data.id as string;
  await backedUp(api.services);
  await api.call(`${path}/dataId/${record}`, { method: 'PUT', body: { at: 1 } });
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('there is no backup');
  const order = RestoreOrder.parse({ mode: 'changed' });
  const [started] = await startRestore(api.services, admin, { backup, order });
  const [storage, job] = await Promise.all([services().store.storages.get(id), services().store.recordJobs.get(started?.jobId ?? '')]);
  if (!storage || !job) throw new Error('nothing is restored');
  let tried = 0;
  const refusing = async () => {
    tried += 1;
    if (tried <= 5) throw new ApiError(code, 'Not now.');
  };
  const store = Object.create(services().store, { transaction: { value: refusing }, optimistic: { value: refusing } }) as Services['store'];
  const page = await jobKinds.restore.page({ ...api.services.records, store }, storage, job);
  expect([tried, page]).toMatchObject([times, { changed: 0, kept: 1, refused: [{ id: record, message: 'Not now.' }] }]);
});

test('a copy beside twenty others of its day is refused, as is at once one that something else keeps from being made', async () => {
  const { path } = await api.storage('orders');
  await api.call(path, { body: { at: 1 } });
  await backedUp(api.services);
  const { readTime } = (await latestReady(api.services, 'p1'))?.data ?? {};
  const day = readTime?.toDate().toISOString().slice(0, 10);
  const taken = Array.from({ length: 20 }, (_, i) => `orders-${day}${i === 0 ? '' : `-${i + 1}`}`);
  await Promise.all(
    taken.map((key) =>
      database()
        .doc(`unique/${storageKeyId('p1', key)}`)
        .set({ scope: 'storageKey:p1', ref: key }),
    ),
  );
  await expect(restore({ place: 'beside' })).rejects.toMatchObject({ code: 'already-exists' });
  const refusal = new ApiError('unavailable', 'Later.');
  awayAt(api.services.store, 2, refusal); // behind the look for room
  await database()
    .doc(`unique/${storageKeyId('p1', taken[19] ?? '')}`)
    .delete();
  await expect(restore({ place: 'beside' })).rejects.toBe(refusal);
  vi.restoreAllMocks();
});
