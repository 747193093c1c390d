import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Json } from '@bedplate/contract';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { numbers } from '../../../test/numbers.ts';
import { ApiError } from '../../errors/api-error.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { type JobKinds, workOn } from '../records/jobs/run-jobs.ts';
import { undoJob } from '../records/undo/undo-job.ts';
import { deleteRecord, putRecord, restoreRecord, updateRecord } from '../records/write/change-record.ts';
import { createRecords } from '../records/write/create-records.ts';
import { latestReady } from './find-backups.ts';
import { startRestore } from './start-restore.ts';

const rounds = Number(process.env.BEDPLATE_ROUNDS ?? 2);
const seed = Number(process.env.BEDPLATE_SEED ?? 3);
const changes = 60;

let api: ApiServer;
let clock = 0;
beforeEach(async () => {
  clock = 0;
  await api?.stop();
  api = await startApi();
});
afterAll(() => api.stop());

const services = () => Object.create(api.services.records, { now: { value: () => Date.now() + clock } }) as typeof api.services.records;

async function world(random: () => number) {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T; // of is not empty
  const storage = await api.storage('things', { history: 30, is_softDelete: true });
  const keys: string[] = [];
  let chosen = 0;
  const values = (): Record<string, Json> =>
    Object.fromEntries(
      ['a', 'b', 'c'].filter(() => random() < 0.6).map((name) => [name, pick<Json>(['x', null, 1, [1, ['y']], { z: null }])]),
    );
  const all = async (name: 'records' | 'deleted') =>
    (await databaseOf(api.services.store).collection(`storages/${storage.id}/${name}`).get()).docs;
  const change = async (): Promise<void> => {
    const [row, kind, id] = [await storage.read(), random(), pick(keys) ?? ''];
    const author = { actor: 'ann' };
    try {
      if (kind < 0.25 || keys.length === 0) {
        const [record] = await createRecords(services(), row, { inputs: [values()], ...author });
        keys.push(record?.id ?? '');
      } else if (kind < 0.3) {
        const before = new Set((await all('records')).map((doc) => doc.id));
        await putRecord(services(), row, { id: `my-${(chosen += 1)}`, fields: values(), upsert: true, ...author });
        keys.push(...(await all('records')).map((doc) => doc.id).filter((key) => !before.has(key)));
      } else if (kind < 0.5) await deleteRecord(services(), row, { id, permanent: kind < 0.37, ...author });
      else if (kind < 0.6) await restoreRecord(services(), row, { id, ...author });
      else if (kind < 0.65) await updateRecord(services(), row, { id, fields: { a: { $unset: true } }, ...author });
      else await updateRecord(services(), row, { id, fields: values(), ...author });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  const live = async () => {
    const docs = await all('records');
    return new Map(docs.map((doc) => [doc.id, { data: doc.get('data'), createdAt: doc.get('createdAt'), clientId: doc.get('clientId') }]));
  };
  return { storage, change, live };
}

/** Runs that are cut off after a page, before its end is noted. */
async function finished(random: () => number, storageId: string, jobId: string) {
  const cut = (kind: JobKinds['restore']): JobKinds['restore'] => ({
    async page(...args) {
      const page = await kind.page(...args);
      if (random() < 0.3) throw new Error('killed');
      return page;
    },
  });
  const kinds: JobKinds = { ...jobKinds, restore: cut(jobKinds.restore), undoChanges: cut(jobKinds.undoChanges) };
  for (;;) {
    await workOn(services(), { kinds, jobId, until: Number.POSITIVE_INFINITY });
    const job = await getJob(services(), storageId, jobId);
    if (job.state === 'done') return job;
    clock += 61_000;
  }
}

test.each(Array.from({ length: rounds }, (_, i) => seed + i))(
  'after random changes a restore is the read time, record for record, and its undo what was before (seed %i)',
  async (own) => {
    const random = numbers(own);
    const { storage, change, live } = await world(random);
    for (let i = 0; i < changes; i += 1) await change();
    const before = await live();
    await backedUp(api.services);
    for (let i = 0; i < changes; i += 1) await change();
    const harmed = await live();
    const backup = await latestReady(api.services, 'p1');
    if (!backup) throw new Error('it was made above');
    const [started] = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse({ mode: 'exact' }) });
    const job = await finished(random, storage.id, started?.jobId ?? '');
    expect(job.kept).toBe(0);
    expect(await live()).toEqual(before);
    clock += 1_000;
    await finished(random, storage.id, await undoJob(services(), await storage.read(), { jobId: job.id, actor: 'ann' }));
    expect(await live()).toEqual(harmed);
  },
);
