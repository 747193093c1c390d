import { decodeFields, type RecordDocument } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { records } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { changeEach, type RecordChange } from './change-each.ts';
import type { JobKind } from './job-kind.ts';
import { cancelJob, getJob, listJobs } from './list-jobs.ts';
import { type JobKinds, runJobs, workOn } from './run-jobs.ts';
import { startJob } from './start-job.ts';
import { undoJob, undoKind } from '../undo/undo-job.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
const by = { actor: 'tester' };
const perPage = 20;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

/** Adds 1 to `n` of each record that has not got it yet, twenty a page. */
function adding(
  change: (fields: Record<string, unknown>) => RecordChange,
  between: (page: number) => Promise<void> = async () => {},
): JobKinds {
  let page = 0;
  const kind: JobKind = {
    async page(services, storage, job) {
      const rows = await pageOf(storage.id, job.data.after);
      page += 1;
      await between(page);
      const counts = await changeEach(services, { changing: { storage, job }, rows, change });
      return { ...counts, next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) };
    },
  };
  return { undo: undoKind, convertField: kind } as unknown as JobKinds; // kinds of this test
}

async function pageOf(storageId: string, after: string | null): Promise<Row<RecordDocument<Timestamp>>[]> {
  const { rows } = await data.services.store.in(records(storageId)).query({
    orderBy: [[documentId, 'asc']],
    ...(after === null ? {} : { startAfter: [after] }),
    limit: perPage,
  });
  return rows;
}

async function storageWith(count: number) {
  const read = await makeStorage(data.services);
  const inputs = Array.from({ length: count }, (_, n) => ({ n, old: true }));
  for (let i = 0; i < count; i += 50) await createRecords(data.services, await read(), { inputs: inputs.slice(i, i + 50), ...by });
  return read();
}

async function valuesOf(storageId: string) {
  const { rows } = await data.services.store.in(records(storageId)).query();
  return rows
    .map(({ id, data: { data: fields } }) => ({ id, fields: decodeFields(fields) }))
    .sort((a, b) => Number(a.fields.n) - Number(b.fields.n));
}

const convert = (fields: Record<string, unknown>): RecordChange =>
  fields.old ? { n: Number(fields.n) + 1000, old: undefined, fresh: 'yes' } : null;
const until = () => data.services.now() + 60_000;
const start = (storage: Parameters<typeof startJob>[1]) =>
  startJob(data.services, storage, { kind: 'convertField' as never, input: { field: 'n' }, keepsBefore: true, total: 70, ...by });

test('a job changes every record once, and what it did can be taken back', async () => {
  const storage = await storageWith(70);
  const before = await valuesOf(storage.id);
  const kinds = adding(convert);
  const jobId = await start(storage);
  await runJobs(data.services, kinds, until());
  expect(await getJob(data.services, storage.id, jobId)).toMatchObject({ state: 'done', seen: 70, changed: 70, kept: 0, canUndo: true });
  expect((await valuesOf(storage.id)).map(({ fields }) => fields)).toEqual(
    before.map(({ fields }) => ({ n: Number(fields.n) + 1000, fresh: 'yes' })),
  );

  // One of them is changed by somebody else: their change stays.
  const [other] = before;
  await updateRecord(data.services, storage, { id: other?.id ?? '', fields: { n: -5 }, ...by });
  const undoId = await undoJob(data.services, storage, { jobId, ...by });
  await workOn(data.services, { kinds, jobId: undoId, until: until() });
  expect(await getJob(data.services, storage.id, undoId)).toMatchObject({ state: 'done', changed: 69, kept: 1 });
  expect(await isOffered(storage.id, jobId)).toBe(true);
  expect(await valuesOf(storage.id)).toEqual(before.map((row) => (row === other ? { id: row.id, fields: { n: -5, fresh: 'yes' } } : row)));
});

test('a run that dies in the middle is continued by another one after its lease', async () => {
  const storage = await storageWith(60);
  const jobId = await start(storage);
  const dies = adding(convert, async (page) => {
    if (page === 2) throw new Error('killed');
  });
  await workOn(data.services, { kinds: dies, jobId, until: until() });
  const broken = await getJob(data.services, storage.id, jobId);
  expect(broken).toMatchObject({ state: 'running', changed: 20, failureText: { key: 'stepBroke' } });
  expect(broken.failure).toMatch(/^A step broke off on our side\./);
  expect((await data.services.store.recordJobs.get(jobId))?.data.failure).toBe('killed');

  const kinds = adding(convert);
  await workOn(data.services, { kinds, jobId, until: until() });
  expect(await getJob(data.services, storage.id, jobId)).toMatchObject({ changed: 20 }); // it waits
  const later = { ...data.services, store: data.services.store, now: () => data.services.now() + 31_000 };
  await workOn(later, { kinds, jobId, until: later.now() + 60_000 });
  expect(await getJob(data.services, storage.id, jobId)).toMatchObject({ state: 'done', changed: 60, failure: null });
});

test('two runs at once change every record once', async () => {
  const storage = await storageWith(60);
  const jobId = await start(storage);
  await Promise.all([1, 2, 3].map(() => runJobs(data.services, adding(convert), until())));
  await workOn(data.services, { kinds: adding(convert), jobId, until: until() });
  expect(await getJob(data.services, storage.id, jobId)).toMatchObject({ state: 'done', changed: 60, seen: 60 });
  expect((await valuesOf(storage.id)).map(({ fields }) => fields.n)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1000));
});

test('a record that is changed while the job works on it is read again, and no change is lost', async () => {
  const storage = await storageWith(10);
  const [first] = await valuesOf(storage.id);
  const jobId = await start(storage);
  const kinds = adding(convert, async () => {
    await updateRecord(data.services, storage, { id: first?.id ?? '', fields: { n: 7, note: 'mine' }, ...by });
  });
  await workOn(data.services, { kinds, jobId, until: until() });
  const after = await valuesOf(storage.id);
  expect(after.find(({ id }) => id === first?.id)?.fields).toEqual({ n: 1007, note: 'mine', fresh: 'yes' });
});

/** Whether the list of jobs offers to take a job's changes back. */
async function isOffered(storageId: string, jobId: string): Promise<boolean | undefined> {
  return (await listJobs(data.services, storageId)).find(({ id }) => id === jobId)?.canUndo;
}

test('a cancelled job goes no further, and records that it moved to the trash come back', async () => {
  const storage = await storageWith(60);
  const jobId = await start(storage);
  const kinds = adding(
    () => 'trash',
    async (page) => {
      if (page === 2) await cancelJob(data.services, storage, jobId);
    },
  );
  await workOn(data.services, { kinds, jobId, until: until() });
  expect(await getJob(data.services, storage.id, jobId)).toMatchObject({ state: 'cancelled', changed: 40 });
  expect(await valuesOf(storage.id)).toHaveLength(20);
  expect(await isOffered(storage.id, jobId)).toBe(true);
  const undoId = await undoJob(data.services, storage, { jobId, ...by });
  expect(await isOffered(storage.id, jobId)).toBe(false);
  await workOn(data.services, { kinds, jobId: undoId, until: until() });
  expect(await valuesOf(storage.id)).toHaveLength(60);
  expect(await isOffered(storage.id, jobId)).toBe(false);
});

test('a job of another storage is not found, and a running one is not taken back', async () => {
  const [own, other] = [await storageWith(1), await storageWith(1)];
  const jobId = await start(own);
  await expect(getJob(data.services, other.id, jobId)).rejects.toMatchObject({ code: 'not-found' });
  await expect(cancelJob(data.services, other, jobId)).rejects.toMatchObject({ code: 'not-found' });
  await expect(undoJob(data.services, other, { jobId, ...by })).rejects.toMatchObject({ code: 'not-found' });
  await expect(undoJob(data.services, own, { jobId, ...by })).rejects.toMatchObject({ code: 'conflict' });

  const done = { state: 'done', keepsBefore: false, leaseUntil: null };
  await databaseOf(data.services.store).doc(`recordJobs/${jobId}`).update(done);
  await expect(undoJob(data.services, own, { jobId, ...by })).rejects.toMatchObject({ code: 'conflict', text: { key: 'jobKeepsNothing' } });
});
