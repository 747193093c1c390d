import { type DeliveryEvent, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { backedUp } from '../../../../test/backed-up.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { RestoreOrder } from '../../../validation/restore-order.ts';
import { latestReady } from '../../backups/find-backups.ts';
import { startRestore } from '../../backups/start-restore.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { getJob } from './list-jobs.ts';
import { workOn } from './run-jobs.ts';
import { startJob } from './start-job.ts';
import { mostToldEach } from './told-once.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
  await databaseOf(api.services.store)
    .doc('projects/p1')
    .set({ counters: { storages: 1 } }, { merge: true });
});
afterAll(() => api.stop());

const many = mostToldEach + 20;
let made = 0;

async function aStorage(count: number) {
  made += 1;
  const storage = await api.storage(`s${made}`, { receivers: [`r${made}`] });
  for (let at = 0; at < count; at += 100) {
    const body = Array.from({ length: Math.min(100, count - at) }, (_, i) => ({ n: at + i }));
    expect((await api.call(storage.path, { body })).status).toBe(201);
  }
  return { ...storage, receiver: `r${made}` };
}

async function told({ receiver }: { receiver: string }) {
  const { rows } = await api.services.store.deliveries.query({ where: [['endpointId', '==', receiver]] });
  const all = rows.map(({ data }) => JSON.parse(data.body) as { event: DeliveryEvent; cause?: object; [kind: string]: unknown });
  return all.filter(({ event }) => event !== 'record.created');
}

async function finished(storageId: string, jobId: string) {
  await workOn(api.services.records, { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(api.services.records, storageId, jobId);
}

const filtered = (path: string, filter: string) => api.call(`${path}?${filter}`, { method: 'PUT', body: { late: true } });

test('a large change by filter has one event, a small one an event for each record with its act', async () => {
  const storage = await aStorage(many);
  const small = (await filtered(storage.path, 'n<2')).body.data;
  const cause = { kind: 'change', id: small.act };
  expect(await told(storage)).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ event: 'record.updated', cause })));
  const large = (await filtered(storage.path, 'n>=2')).body.data;
  expect(await finished(storage.id, large.job.id)).toMatchObject({ state: 'done', changed: many - 2 });
  expect((await told(storage)).filter(({ event }) => event !== 'record.updated')).toMatchObject([
    { event: 'change.completed', storageId: storage.id, change: { id: large.act, state: 'done', changed: many - 2, kept: 0 } },
  ]);
  expect(await told(storage)).toHaveLength(3);
});

test('so has the restore of a backup, by the number of its records', async () => {
  const [large, small] = [await aStorage(many), await aStorage(2)];
  await backedUp(api.services);
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('there is no backup');
  for (const { path } of [large, small]) await filtered(path, 'n<2');
  const before = [(await told(large)).length, (await told(small)).length];
  const restored = async ({ id }: { id: string }) => {
    const order = RestoreOrder.parse({ storages: [id], mode: 'changed', place: 'inPlace', dryRun: false });
    const [started] = await startRestore(api.services, admin, { backup, order });
    return finished(id, started?.jobId ?? '');
  };
  const job = await restored(large);
  expect(job).toMatchObject({ state: 'done', changed: 2 });
  const ends = (await told(large)).filter(({ event }) => event === 'restore.completed');
  expect(ends).toMatchObject([{ restore: { id: job.id, state: 'done', changed: 2, kept: 0 } }]);
  expect(await told(large)).toHaveLength((before[0] ?? 0) + 1);

  const cause = { kind: 'restore', id: (await restored(small)).id };
  expect((await told(small)).filter((event) => event.cause && 'kind' in event.cause && event.cause.kind === 'restore')).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ event: 'record.updated', cause })),
  );
  expect(await told(small)).toHaveLength((before[1] ?? 0) + 2);
});

test('the repair of a field is told once from the page on after a hundred records', async () => {
  const storage = await aStorage(700);
  const schema = StorageSchema.parse({ fields: { n: { type: 'text' } } });
  const path = { projectId: 'p1', storageId: storage.id };
  await changeSchema(api.services, { caller: admin, path, change: { version: 0, state: 'learn', schema } });
  const input = { field: 'n', repair: 'convert' };
  const id = await startJob(api.services.records, await storage.read(), { kind: 'repairField', input, keepsBefore: true, actor: 'ann' });
  expect(await finished(storage.id, id)).toMatchObject({ changed: 700 });
  const all = await told(storage);
  expect(all.filter(({ event }) => event === 'schema.completed')).toMatchObject([{ schema: { id, state: 'done', changed: 700, kept: 0 } }]);
  const each = all.filter(({ event }) => event === 'record.updated');
  for (const { cause } of each) expect(cause).toEqual({ kind: 'schema', id });
  expect(each.length).toBeLessThan(600);
});
