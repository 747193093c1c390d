import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { backupParts } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import { parseRanges } from '../records/snapshots/range.ts';
import { latestReady } from './find-backups.ts';
import { listBackups } from './list-backups.ts';
import { workOnBackup } from './run-backups.ts';
import { startRestore } from './start-restore.ts';

let api: ApiServer;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue(); // damage is logged
  await api?.stop();
  api = await startApi();
});
afterAll(() => api.stop());

const files = () => (api.services.records.files as ReturnType<typeof memoryFiles>).objects; // the files of a test
const listed = () => listBackups(api.services, admin, 'p1');

/** A storage with a record that nobody has written to for an hour. */
async function quietStorage(key: string) {
  const storage = await api.storage(key, { history: 30 });
  const { id } = (await api.call(storage.path, { body: { n: key } })).body.data;
  await databaseOf(api.services.store)
    .doc(`storages/${storage.id}/records/${id}`)
    .update({ updatedAt: Timestamp.fromMillis(Date.now() - 3600_000) });
  return { ...storage, one: `${storage.path}/dataId/${id}` };
}

async function backup(): Promise<string> {
  await backedUp(api.services);
  return (await latestReady(api.services, 'p1'))?.id ?? '';
}

/** The paths of a storage's objects in a backup. */
async function pathsOf(backupId: string, storageId: string) {
  const part = (await api.services.store.in(backupParts(backupId)).get(storageId))?.data;
  const [{ object } = { object: null }] = parseRanges(part?.ranges ?? '[]');
  return { settings: `backups/t1/p1/${part?.settings}`, records: `backups/t1/p1/${object}` };
}

function flip(path: string): void {
  const object = files().get(path);
  if (!object) throw new Error('the backup has no such object');
  const content = Buffer.from(object.content);
  content.writeUInt8(content.readUInt8(content.length - 12) ^ 1, content.length - 12);
  files().set(path, { ...object, content });
}

test('a backup shares nothing with a part of the one before that is damaged, and both lists say so', async () => {
  const orders = await quietStorage('orders');
  const others = await quietStorage('others');
  const first = await backup();
  const second = await backup();
  const shared = await pathsOf(second, orders.id);
  expect(shared.records).toContain(`/${first}/`);
  flip(shared.records);
  const third = await backup();
  expect((await pathsOf(third, orders.id)).records).toContain(`/${third}/`);
  expect((await pathsOf(third, others.id)).records).toContain(`/${first}/`);
  expect(await listed()).toMatchObject([
    { id: third, records: 2, reread: 1, damagedAt: null },
    { id: second, reread: 0, damagedAt: expect.any(String) },
    { id: first, reread: 0, damagedAt: expect.any(String) },
  ]);
  await api.call(orders.one, { method: 'PATCH', body: { n: 'changed' } });
  const row = await latestReady(api.services, 'p1');
  if (!row) throw new Error('it was made above');
  const started = await startRestore(api.services, admin, { backup: row, order: RestoreOrder.parse({ mode: 'exact' }) });
  for (const { jobId } of started)
    await workOn(api.services.records, { kinds: jobKinds, jobId: jobId ?? '', until: Number.POSITIVE_INFINITY });
  expect((await api.call(orders.one)).body.data).toMatchObject({ n: 'orders' });
});

test.each(['settings', 'records'] as const)('a backup whose %s are missing is told by the next one, which has its own', async (what) => {
  const orders = await quietStorage('orders');
  const first = await backup();
  files().delete((await pathsOf(first, orders.id))[what]);
  const second = await backup();
  const own = await pathsOf(second, orders.id);
  expect([own.settings.includes(`/${second}/`), own.records.includes(`/${second}/`)]).toEqual([true, true]);
  expect(await listed()).toMatchObject([{ reread: 1, damagedAt: null }, { damagedAt: expect.any(String) }]);
  const third = await backup();
  expect((await pathsOf(third, orders.id)).records).toBe(own.records);
});

test('a backup that begins again knows what it has found in the one before', async () => {
  const orders = await quietStorage('orders');
  const first = await backup();
  flip((await pathsOf(first, orders.id)).records);
  const second = await backup();
  await databaseOf(api.services.store).doc(`backups/${second}`).update({ state: 'running', read: 0, readTime: null });
  await workOnBackup(api.services, second, Number.POSITIVE_INFINITY);
  expect((await listed())[0]).toMatchObject({ id: second, state: 'ready', reread: 1 });
});
