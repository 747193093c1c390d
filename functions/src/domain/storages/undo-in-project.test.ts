import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { purgeNow } from '../archive/purge-storage.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { cancelJob, getJob, listJobs } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import { beginUndo } from '../records/undo/start-undo.ts';
import { undoJob } from '../records/undo/undo-job.ts';
import { UndoOrder } from '../records/undo/undo-order.ts';
import { updateRecord } from '../records/write/change-record.ts';
import { createRecords } from '../records/write/create-records.ts';
import { undoInProject } from './undo-in-project.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const ann = { actor: 'ann' };
const services = () => Object.create(api.services.records, { now: { value: () => Date.now() + 100 } }) as typeof api.services.records;
let made = 0;

/** Records of a storage that a key has changed. */
async function changedBy(key: string, count: number) {
  made += 1;
  const receivers = [`r${made}`];
  const storage = await api.storage(`s${made}`, { history: 30, receivers });
  const inputs = Array.from({ length: count }, () => ({ n: 1 }));
  const records = count === 0 ? [] : await createRecords(services(), await storage.read(), { inputs, ...ann });
  const ids = records.map(({ id }) => String(id));
  const bad = { actor: key, origin: { keyId: key } };
  for (const id of ids) await updateRecord(services(), await storage.read(), { id, fields: { n: 2 }, ...bad });
  const numbers = async () => (await api.call(`${storage.path}?limit=100`)).body.data.map(({ n }: { n: number }) => n);
  return { ...storage, receivers, numbers };
}

async function undo(order: object) {
  const place = { tenantId: 't1', projectId: 'p1', findStorage: async () => Promise.reject(new Error('No storage is named.')) };
  const outcomes = await undoInProject(services(), place, { order: UndoOrder.parse(order), author: ann });
  return outcomes.flatMap((outcome) => ('job' in outcome ? [outcome] : []));
}

async function finished(storageId: string, jobId: string) {
  await workOn(services(), { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(services(), storageId, jobId);
}

async function ends(receiver: string | undefined) {
  const { rows } = await api.services.store.deliveries.query({ where: [['endpointId', '==', receiver]] });
  return rows.flatMap(({ data }) => (data.event === 'undo.completed' ? [JSON.parse(data.body)] : []));
}

test('an undo of a project is one job of the storages that hold such changes, and its undo another', async () => {
  const [first, idle, second] = [await changedBy('k1', 60), await changedBy('other', 1), await changedBy('k1', 70)];
  const outcomes = await undo({ key: 'k1' });
  expect(outcomes.map(({ storageId }) => storageId).sort()).toEqual([first.id, second.id].sort());
  expect(new Set(outcomes.map(({ job }) => job.id)).size).toBe(1);
  const jobId = outcomes[0]?.job.id ?? '';
  expect(await listJobs(services(), idle.id)).toEqual([]);
  expect(await idle.numbers()).toEqual([2]);

  const job = await finished(second.id, jobId);
  expect(job).toMatchObject({ state: 'done', seen: 130, changed: 130, kept: 0, canUndo: true });
  expect(job.storages).toHaveLength(2);
  expect(job.storages).toEqual(
    expect.arrayContaining([
      { storageId: first.id, seen: 60, changed: 60, kept: 0, isDone: true },
      { storageId: second.id, seen: 70, changed: 70, kept: 0, isDone: true },
    ]),
  );
  expect(new Set([...(await first.numbers()), ...(await second.numbers())])).toEqual(new Set([1]));
  for (const { id } of [first, second]) expect(await listJobs(services(), id)).toEqual([job]);
  await expect(getJob(services(), idle.id, jobId)).rejects.toMatchObject({ code: 'not-found' });

  const [[event, more], [same]] = [await ends(first.receivers[0]), await ends(second.receivers[0])];
  expect(more).toBeUndefined();
  expect(event).toMatchObject({ storageId: first.id, undo: { id: jobId, state: 'done', changed: 130, kept: 0 } });
  expect(event.undo.storages).toHaveLength(2);
  expect(same).toMatchObject({ id: event.id, storageId: second.id, undo: event.undo });

  const again = await undoJob(services(), await first.read(), { jobId, actor: 'ann' });
  expect(await finished(first.id, again)).toMatchObject({ state: 'done', changed: 130, storages: [{ isDone: true }, { isDone: true }] });
  expect(new Set([...(await first.numbers()), ...(await second.numbers())])).toEqual(new Set([2]));
});

test('it goes on in the others where one of its storages is gone', async () => {
  const [first, second, third] = [await changedBy('k2', 1), await changedBy('k2', 1), await changedBy('k2', 1)];
  const rows = await Promise.all([first, second, third].map(({ read }) => read()));
  const span = { from: Date.now() - 60_000, until: Date.now() + 60_000 };
  const jobId = await beginUndo(services(), rows, {
    selection: { by: { kind: 'key', id: 'k2' }, record: null, field: null, ...span },
    author: ann,
  });
  await databaseOf(api.services.store).doc(`storages/${second.id}`).delete();
  expect(await finished(third.id, jobId)).toMatchObject({ state: 'done', changed: 2 });
  expect([await first.numbers(), await third.numbers()]).toEqual([[1], [1]]);
});

test('a storage that is deleted for good leaves it, and the last one removes it', async () => {
  const [first, second] = [await changedBy('k5', 1), await changedBy('k5', 1)];
  const rows = await Promise.all([first, second].map(({ read }) => read()));
  const span = { from: Date.now() - 60_000, until: Date.now() + 60_000 };
  const jobId = await beginUndo(services(), rows, {
    selection: { by: { kind: 'key', id: 'k5' }, record: null, field: null, ...span },
    author: ann,
  });
  const purge = async (id: string) => {
    const data = { tenantId: 't1', projectId: 'p1', storageKey: 'gone', dueAt: Timestamp.now() };
    await databaseOf(api.services.store).doc(`purges/${id}`).set(data);
    await purgeNow(api.services, [id]);
  };
  await purge(first.id);
  expect((await listJobs(services(), second.id))[0]?.storages).toMatchObject([{ storageId: second.id }]);
  expect(await listJobs(services(), first.id)).toEqual([]);
  await purge(second.id);
  expect(await api.services.store.recordJobs.get(jobId)).toBeNull();
});

test('each of its storages cancels it', async () => {
  const [first, second] = [await changedBy('k4', 1), await changedBy('k4', 1)];
  const rows = await Promise.all([first, second].map(({ read }) => read()));
  const span = { from: Date.now() - 60_000, until: Date.now() + 60_000 };
  const jobId = await beginUndo(services(), rows, {
    selection: { by: { kind: 'key', id: 'k4' }, record: null, field: null, ...span },
    author: ann,
  });
  expect(await cancelJob(services(), await second.read(), jobId)).toMatchObject({ id: jobId, state: 'cancelled' });
  expect(await finished(first.id, jobId)).toMatchObject({ state: 'cancelled', changed: 0 });
});

test('where nobody has such changes no job begins; a time to come, or before all history, is refused by its name', async () => {
  const storage = await changedBy('k3', 1);
  expect(await undo({ key: 'nobody' })).toEqual([]);
  const at = (millis: number) => new Date(Date.now() + millis).toISOString();
  await expect(undo({ from: at(3_600_000) })).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'from' }] });
  const past = { from: at(-90 * 86_400_000), until: at(-60 * 86_400_000) };
  await expect(undo(past)).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'until' }] });
  expect(await listJobs(services(), storage.id)).toEqual([]);
  expect(await storage.numbers()).toEqual([2]);
});

test('an undo of a storage that keeps no history is refused, and begins no job', async () => {
  const { id } = await api.storage('without');
  const { status, body } = await api.call('/api/undo', { body: { storageId: id, from: new Date(0).toISOString() } });
  expect([status, body.error]).toMatchObject([400, { details: [{ field: 'storageId' }] }]);
});

test('an undo that names no storage is refused where none keeps a history, and where too many do', async () => {
  const { services: own, stop } = await startApi();
  const place = { tenantId: 't1', projectId: 'p1', findStorage: async () => Promise.reject(new Error('No storage is named.')) };
  const asked = () => undoInProject(own.records, place, { order: UndoOrder.parse({ key: 'k', dryRun: true }), author: ann });
  await expect(asked()).rejects.toMatchObject({ code: 'not-found' });
  const kept = { tenantId: 't1', projectId: 'p1', archived: false, history: 30 };
  const storages = databaseOf(own.store).collection('storages');
  await Promise.all(Array.from({ length: 51 }, (_, n) => storages.doc(`h${n}`).set({ ...kept, createdAt: Timestamp.fromMillis(n) })));
  await expect(asked()).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'storageId' }] });
  await stop();
});
