import type { RestoreOrder as Order, StoredFile } from '@bedplate/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { RestoreOrder } from '../../validation/restore-order.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { getJob } from '../records/jobs/list-jobs.ts';
import { workOn } from '../records/jobs/run-jobs.ts';
import { undoJob } from '../records/undo/undo-job.ts';
import { latestReady } from './find-backups.ts';
import { startRestore } from './start-restore.ts';

let api: ApiServer;
beforeEach(async () => {
  await api?.stop();
  api = await startApi();
});
afterAll(() => api.stop());

const database = () => databaseOf(api.services.store);
const objects = () => (api.services.records.files as ReturnType<typeof memoryFiles>).objects; // the files of a test

async function upload(one: string, { field = 'file', name = 'same.txt', content }: { field?: string; name?: string; content: string }) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const { status, body } = await api.call(`${one}/upload?fieldName=${field}`, { method: 'POST', body: form });
  expect({ status, body }).toMatchObject({ status: 200 });
}

/** Records with a file each, all of one name. */
async function documents(change: object) {
  const { id, path, read } = await api.storage('documents', change);
  const add = async (content: string | null): Promise<string> => {
    const one = `${path}/dataId/${(await api.call(path, { body: { of: content } })).body.data.id as string}`;
    if (content) await upload(one, { content });
    return one;
  };
  return { id, path, read, add };
}

type Documents = Awaited<ReturnType<typeof documents>>;

/** By key, all that a restore has to bring back, with the content that each address opens. */
async function recordsIn({ id }: Documents) {
  const { docs } = await database().collection(`storages/${id}/records`).get();
  const opens = ({ path, token }: StoredFile) => {
    const object = objects().get(path);
    return object?.token === token ? object.content.toString() : 'closed';
  };
  return new Map(
    docs.map((doc) => {
      const files = doc.get('files') as Record<string, StoredFile>;
      const content = Object.entries(files).map(([field, file]) => [
        field,
        opens(file),
        String(doc.get('data')[field]).includes(file.token),
      ]);
      return [doc.id, { createdAt: doc.get('createdAt'), data: doc.get('data'), files, content }] as const;
    }),
  );
}

/** The sums as they are kept, beside those of the documents. */
async function usageOf({ id }: Documents) {
  const [live, away, kept] = await Promise.all(
    ['records', 'deleted', 'keptFiles'].map(async (name) =>
      (await database().collection(`storages/${id}/${name}`).get()).docs.flatMap((doc) =>
        Object.values((doc.get('files') ?? {}) as Record<string, StoredFile>),
      ),
    ),
  );
  const all = [...(live ?? []), ...(away ?? []), ...(kept ?? [])];
  const bytes = (of: readonly StoredFile[] = []) => of.reduce((sum, { size }) => sum + size, 0);
  const held = { bytes: bytes(all), files: all.length, kept: bytes(kept) };
  const { bytes: b, files, kept: k = 0 } = (await database().doc('fileUsage/t1').get()).data() ?? {};
  return { counted: { bytes: b, files, kept: k }, held };
}

async function usageIsRight(storage: Documents): Promise<void> {
  const { counted, held } = await usageOf(storage);
  expect(counted).toEqual(held);
  expect((await database().collection('fileChanges').get()).size).toBe(0);
}

async function finished(storageId: string, jobId: string) {
  await workOn(api.services.records, { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(api.services.records, storageId, jobId);
}

async function restore(order: Partial<Order>) {
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('there is no backup');
  const [started] = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse(order) });
  if (!started?.storageId || !started.jobId) throw new Error('nothing is restored');
  return finished(started.storageId, started.jobId);
}

test.each([true, false])(
  'files that were replaced, cleared, deleted and added since come back or go (trash: %s), and so does the undo',
  async (isSoft) => {
    const storage = await documents({ history: 30, is_softDelete: isSoft });
    const contents = ['kept', 'replaced', 'twice', 'cleared', 'trashed', 'deleted'];
    const ones: string[] = [];
    for (const content of contents) ones.push(await storage.add(content));
    const [kept = '', replaced = '', twice = '', cleared = '', trashed = '', deleted = ''] = ones;
    const without = await storage.add(null);
    const before = await recordsIn(storage);
    await backedUp(api.services);

    await api.call(kept, { method: 'PATCH', body: { of: 'changed' } });
    await upload(replaced, { content: 'another' });
    await upload(twice, { content: 'second' });
    await upload(twice, { content: 'third, longer' });
    await api.call(cleared, { method: 'PATCH', body: { file: null } });
    await api.call(trashed, { method: 'DELETE' });
    await api.call(`${deleted}?permanent=true`, { method: 'DELETE' });
    await upload(without, { content: 'since' });
    await upload(kept, { field: 'more', content: 'more' });
    await storage.add('new');
    const harmed = await recordsIn(storage);
    await usageIsRight(storage);

    expect(await restore({ mode: 'exact', dryRun: true })).toMatchObject({ changed: 8, kept: 0 });
    const job = await restore({ mode: 'exact' });
    expect(job).toMatchObject({ state: 'done', changed: 8, kept: 0 });
    expect(await recordsIn(storage)).toEqual(before);
    await usageIsRight(storage);
    expect(await restore({ mode: 'exact' })).toMatchObject({ changed: 0, kept: 0 });

    await finished(storage.id, await undoJob(api.services.records, await storage.read(), { jobId: job.id, actor: 'u1' }));
    expect(await recordsIn(storage)).toEqual(harmed);
    await usageIsRight(storage);
  },
);

test('without a history a file that is gone is told, its field stays as it is, and all else comes back', async () => {
  const storage = await documents({ history: 0, is_softDelete: true });
  const [replaced, cleared, deleted, trashed] = [
    await storage.add('a'),
    await storage.add('b'),
    await storage.add('c'),
    await storage.add('d'),
  ];
  const before = await recordsIn(storage);
  await backedUp(api.services);
  await upload(replaced, { content: 'another' });
  await api.call(replaced, { method: 'PATCH', body: { of: 'changed' } });
  await api.call(cleared, { method: 'PATCH', body: { file: null } });
  await api.call(`${deleted}?permanent=true`, { method: 'DELETE' });
  await api.call(trashed, { method: 'DELETE' });
  expect(await restore({ mode: 'exact' })).toMatchObject({ state: 'done', changed: 3, kept: 3 });
  const after = await recordsIn(storage);
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  const key = (one: string) => one.slice(one.lastIndexOf('/') + 1);
  expect(after.get(key(trashed))).toEqual(before.get(key(trashed)));
  expect(after.get(key(replaced))).toMatchObject({ data: { of: 'a' }, content: [['file', 'another', true]] });
  expect(after.get(key(cleared))).toMatchObject({ data: { of: 'b', file: null }, content: [] });
  expect(after.get(key(deleted))).toMatchObject({ createdAt: before.get(key(deleted))?.createdAt, content: [] });
  expect(after.get(key(deleted))?.data).toEqual({ of: 'c' });
  await usageIsRight(storage);
});
