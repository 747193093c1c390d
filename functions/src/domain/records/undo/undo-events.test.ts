import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import type { DeliveryDocument } from '../../../store/documents/endpoint-documents.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { cancelJob, getJob } from '../jobs/list-jobs.ts';
import { type JobKinds, workOn } from '../jobs/run-jobs.ts';
import { startJob } from '../jobs/start-job.ts';
import { mostToldEach } from '../jobs/told-once.ts';
import { undoJob } from './undo-job.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { createRecords } from '../write/create-records.ts';
import { updateRecord } from '../write/change-record.ts';
import { beginUndo, selectionOf } from './start-undo.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const services = () => Object.create(api.services.records, { now: { value: () => Date.now() + 100 } }) as typeof api.services.records;
const [ann, bad] = [{ actor: 'ann' }, { actor: 'kBad', origin: { keyId: 'kBad' } }];
const many = mostToldEach + 20;
let made = 0;

async function aStorage(records: number, change: object = {}) {
  made += 1;
  const receivers = [`a${made}`, `b${made}`];
  const storage = await api.storage('things', { history: 30, receivers, ...change });
  const ids: string[] = [];
  while (ids.length < records) {
    const inputs = Array.from({ length: Math.min(100, records - ids.length) }, () => ({ n: 1 }));
    for (const { id } of await createRecords(services(), await storage.read(), { inputs, ...ann })) ids.push(String(id));
  }
  return { ...storage, ids, receivers };
}

/** The events of each receiver, newest first, but for the creates. */
async function told({ receivers }: { receivers: string[] }) {
  const [first = [], second = []] = await Promise.all(
    receivers.map(async (id) => {
      const { rows } = await api.services.store.deliveries.query({ where: [['endpointId', '==', id]] });
      return rows.map(({ data }) => contentOf(data)).filter(({ event }) => event !== 'record.created');
    }),
  );
  expect(first.map(({ id }) => id)).toEqual(second.map(({ id }) => id));
  return first;
}
const contentOf = ({ body }: DeliveryDocument) =>
  JSON.parse(body) as { id: string; event: string; cause?: object; undo?: object; record?: object };

async function finished(storageId: string, jobId: string, kinds: JobKinds = jobKinds) {
  await workOn(services(), { kinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(services(), storageId, jobId);
}

async function begun(storage: Awaited<ReturnType<typeof aStorage>>) {
  const row = await storage.read();
  return beginUndo(services(), [row], { selection: await selectionOf(services(), row, { by: { kind: 'key', id: 'kBad' } }), author: ann });
}

test('each record of a small undo has its event, which names the undo', async () => {
  const storage = await aStorage(2);
  for (const id of storage.ids) await updateRecord(services(), await storage.read(), { id, fields: { n: 2 }, ...bad });
  const before = await told(storage);
  expect(before.map(({ event, cause }) => [event, cause])).toEqual([
    ['record.updated', undefined],
    ['record.updated', undefined],
  ]);
  const jobId = await begun(storage);
  await finished(storage.id, jobId);
  const all = (await told(storage)).filter(({ cause }) => cause);
  expect(all).toHaveLength(2);
  for (const each of all) expect(each).toMatchObject({ event: 'record.updated', cause: { kind: 'undo', id: jobId }, record: { n: 1 } });
});

test('a large undo has one event in all, and so has its undo', async () => {
  const storage = await aStorage(many);
  await Promise.all(storage.ids.map(async (id) => updateRecord(services(), await storage.read(), { id, fields: { n: 2 }, ...bad })));
  await updateRecord(services(), await storage.read(), { id: storage.ids[0] ?? '', fields: { n: 3 }, ...ann });
  const earlier = (await told(storage)).length;
  const jobId = await begun(storage);
  expect(await told(storage)).toHaveLength(earlier);
  expect(await finished(storage.id, jobId)).toMatchObject({ changed: many - 1, kept: 1 });
  const undone = { id: jobId, state: 'done', changed: many - 1, kept: 1 };
  const all = await told(storage);
  expect(all).toHaveLength(earlier + 1);
  expect(all.filter(({ event }) => event === 'undo.completed')).toEqual([
    {
      id: expect.any(String),
      event: 'undo.completed',
      createdAt: expect.any(String),
      projectId: 'p1',
      storageId: storage.id,
      storageKey: 'things',
      undo: undone,
    },
  ]);
  const again = await undoJob(services(), await storage.read(), { jobId, actor: 'ann' });
  expect(await finished(storage.id, again)).toMatchObject({ changed: many - 1 });
  expect(await told(storage)).toHaveLength(earlier + 2);
});

test('a large undo that is cancelled tells how far it came, also with the page that it was at', async () => {
  const storage = await aStorage(many);
  await Promise.all(storage.ids.map(async (id) => updateRecord(services(), await storage.read(), { id, fields: { n: 2 }, ...bad })));
  const jobId = await begun(storage);
  const row = await storage.read();
  const kinds: JobKinds = {
    ...jobKinds,
    undoChanges: {
      async page(...of) {
        await cancelJob(services(), row, jobId);
        return jobKinds.undoChanges.page(...of);
      },
    },
  };
  expect(await finished(storage.id, jobId, kinds)).toMatchObject({ state: 'cancelled', changed: many });
  const ends = (await told(storage)).filter(({ event }) => event === 'undo.completed').map(({ undo }) => undo);
  expect(ends).toEqual([
    { id: jobId, state: 'cancelled', changed: many, kept: 0 },
    { id: jobId, state: 'cancelled', changed: 0, kept: 0 },
  ]);
});

test('so have the undo of a large job without a history, and that of a large import', async () => {
  const storage = await aStorage(many, { history: 0 });
  const schema = StorageSchema.parse({ fields: { n: { type: 'text' } } });
  const path = { projectId: 'p1', storageId: storage.id };
  await changeSchema(api.services, { caller: admin, path, change: { version: 0, state: 'learn', schema } });
  const input = { field: 'n', repair: 'convert' };
  const repair = await startJob(services(), await storage.read(), { kind: 'repairField', input, keepsBefore: true, ...ann });
  expect(await finished(storage.id, repair)).toMatchObject({ changed: many });
  const earlier = (await told(storage)).length;
  const undo = await undoJob(services(), await storage.read(), { jobId: repair, actor: 'ann' });
  expect(await finished(storage.id, undo)).toMatchObject({ changed: many });
  expect(await told(storage)).toHaveLength(earlier + 1);
  const csv = ['n', ...Array.from({ length: many }, (_, i) => i)].join('\n');
  const { importId } = (await api.call(`${storage.path}/import`, { body: csv, headers: { 'content-type': 'text/csv' } })).body.data;
  expect((await api.call(`${storage.path}/import/${importId}`, { method: 'DELETE' })).body.data).toEqual({ deleted: many, kept: 0 });
  const ends = (await told(storage)).flatMap((each) => each.undo ?? []);
  expect(ends).toEqual([
    { id: importId, state: 'done', changed: many, kept: 0 },
    { id: undo, state: 'done', changed: many, kept: 0 },
  ]);
  expect(await told(storage)).toHaveLength(earlier + 2);
});
