import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import { backupContents, backupRecords } from './download-backup.ts';
import { type BackupRow, latestReady } from './find-backups.ts';
import { newBackup } from './new-backup.ts';
import { startRestore } from './start-restore.ts';

let api: ApiServer;
beforeEach(async () => {
  await api?.stop();
  api = await startApi();
});
afterAll(() => api.stop());

const files = () => api.services.records.files as ReturnType<typeof memoryFiles>; // the files of a test

async function aBackup() {
  const storage = await api.storage('orders', { history: 30 });
  const [record] = (await api.call(storage.path, { body: [{ n: 1 }, { n: 2 }] })).body.data;
  await backedUp(api.services);
  const one = `${storage.path}/dataId/${record.id}`;
  await api.call(one, { method: 'PATCH', body: { n: 'changed' } });
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('it was made above');
  return { ...storage, one, backup };
}

async function restored({ id, backup }: Awaited<ReturnType<typeof aBackup>>) {
  const [started] = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse({ mode: 'exact' }) });
  await workOn(api.services.records, { kinds: jobKinds, jobId: started?.jobId ?? '', until: Date.now() + 5_000 });
  return getJob(api.services.records, id, started?.jobId ?? '');
}

test('a flipped byte in an object of records is told by its name, and nothing of it is restored', async () => {
  const given = await aBackup();
  const [path = ''] = [...files().objects.keys()].filter((name) => name.endsWith('.ndjson.gz'));
  const object = files().objects.get(path);
  if (!object) throw new Error('the backup has no records');
  const content = Buffer.from(object.content);
  content.writeUInt8(content.readUInt8(content.length - 12) ^ 1, content.length - 12);
  files().objects.set(path, { ...object, content });
  const job = await restored(given);
  expect(job).toMatchObject({ state: 'running', changed: 0 });
  expect(job).toMatchObject({
    failure: expect.stringMatching(/^A part of this backup is damaged/),
    failureText: { key: 'restoreDamaged' },
  });
  const { failure } = (await api.services.records.store.recordJobs.get(job.id))?.data ?? {};
  expect(failure).toBe(`The backup's object ${path.slice('backups/t1/p1/'.length)} is damaged.`);
  expect((await api.call(given.one)).body.data).toMatchObject({ n: 'changed' });
  expect((await latestReady(api.services, 'p1'))?.data.damagedAt).toBeDefined();
  // As soon as the object is whole again, the job goes on by itself.
  files().objects.set(path, object);
  const { now } = api.services.records;
  const later = Object.create(api.services.records, { now: { value: () => now() + 31_000 } }) as typeof api.services.records;
  await workOn(later, { kinds: jobKinds, jobId: job.id, until: Number.POSITIVE_INFINITY });
  expect((await api.call(given.one)).body.data).toMatchObject({ n: 1 });
});

test('a backup without its list of objects is none: it is neither found nor restored', async () => {
  const { backup } = await aBackup();
  const project = { id: 'p1', data: { tenantId: 't1' } };
  const { id, write } = newBackup(api.services, { project, tenant: { plan: { tier: 'free' } } as never, cause: 'asked' });
  await api.services.store.commit([write]);
  const begun = await api.services.store.backups.get(id);
  expect((await latestReady(api.services, 'p1'))?.id).toBe(backup.id);
  if (!begun) throw new Error('it was begun above');
  await expect(startRestore(api.services, admin, { backup: begun, order: RestoreOrder.parse({}) })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect([...files().objects.keys()].filter((name) => name.includes(`/${id}/`))).toEqual([]);
  expect((await databaseOf(api.services.store).collection('recordJobs').get()).size).toBe(0);
});

type Attempt = (backup: BackupRow, storageId: string) => Promise<unknown>;
test.each<[what: string, ending: string, attempt: Attempt]>([
  ['records that are downloaded', '.ndjson.gz', (backup, storageId) => backupRecords(api.services, backup, { storageId })],
  ['settings that are downloaded', '.json.gz', (backup) => backupContents(api.services, admin, backup)],
  ['settings for a restore', '.json.gz', (backup) => startRestore(api.services, admin, { backup, order: RestoreOrder.parse({}) })],
])('a backup without its %s says so, and what to do', async (_, ending, attempt) => {
  vi.spyOn(console, 'error').mockReturnValue(); // the loss is logged
  const { backup, id } = await aBackup();
  for (const path of files().objects.keys()) if (path.endsWith(ending) && path.includes(`/${backup.id}/`)) files().objects.delete(path);
  await expect(attempt(backup, id)).rejects.toMatchObject({ code: 'conflict', text: { key: 'backupDamaged' } });
});
