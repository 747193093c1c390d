import { type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { jobKinds } from './job-kinds.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { armingMillis } from '../../../services/schema-lease.ts';
import { changeSchema } from '../schema-change/change-schema.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const schema = StorageSchema.parse({
  fields: { sku: { type: 'text' }, shop: { type: 'text' }, no: { type: 'number' } },
  unique: [{ fields: ['sku'] }, { fields: ['shop', 'no'] }],
});

async function storageWith(bodies: readonly object[]) {
  const storage = await api.storage('products', { is_softDelete: true });
  const add = async (body: unknown) => (await api.call(storage.path, { body })).body.data;
  const ids: string[] = [];
  for (const body of bodies) ids.push((await add(body)).id);
  const save = (version: number, state: SchemaState, change: Partial<StorageSchema> = {}) =>
    changeSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: storage.id },
      change: { version, state, schema: { ...schema, ...change } },
    });
  return { ...storage, ids, save, status: async (body: unknown) => (await api.call(storage.path, { body })).status };
}

/** Claims are made when no instance writes by an earlier version any more. */
const run = () => {
  const now = () => Date.now() + armingMillis;
  return runJobs({ ...api.services.records, now }, jobKinds, now() + 60_000);
};
const claimJobs = async (id: string) => (await listJobs(api.services.records, id)).filter(({ kind }) => kind === 'claimStored');
const claims = async (id: string) => (await databaseOf(api.services.store).collection('unique').where('scope', '==', id).get()).size;

test('records that were stored before the rule keep their values, those in the trash too', async () => {
  const storage = await storageWith([{ sku: 'A' }, { sku: 'B' }, { shop: 'S', no: 1 }, { other: 1 }]);
  await api.call(`${storage.path}/dataId/${storage.ids[1]}`, { method: 'DELETE' });
  await storage.save(0, 'enforce');
  await run();
  const [job] = await claimJobs(storage.id);
  expect(job).toMatchObject({ kind: 'claimStored', state: 'done', seen: 4, changed: 3, kept: 0 });
  for (const body of [{ sku: 'A' }, { sku: 'B' }, { shop: 'S', no: 1 }]) expect(await storage.status(body)).toBe(409);
  expect(await claims(storage.id)).toBe(3);
});

test('the work done twice changes nothing more, and a rule that stays needs none', async () => {
  const storage = await storageWith([{ sku: 'A' }, { sku: 'B' }]);
  await storage.save(0, 'enforce');
  await run();
  await storage.save(1, 'enforce', { closed: true });
  expect(await claimJobs(storage.id)).toHaveLength(1);
  await storage.save(2, 'warn');
  await run();
  const [again] = await claimJobs(storage.id);
  expect(again).toMatchObject({ state: 'done', seen: 2, changed: 0 });
  expect(await claims(storage.id)).toBe(2);
});

test('more than one page is claimed, and work for a schema of yesterday claims nothing', async () => {
  const storage = await api.storage('products');
  for (let i = 0; i < 5; i += 1) await api.call(storage.path, { body: Array.from({ length: 90 }, (_, n) => ({ sku: `s${i * 90 + n}` })) });
  const place = { projectId: 'p1', storageId: storage.id };
  await changeSchema(api.services, { caller: admin, path: place, change: { version: 0, state: 'enforce', schema } });
  await changeSchema(api.services, {
    caller: admin,
    path: place,
    change: {
      version: 1,
      state: 'enforce',
      schema: { ...schema, unique: [{ fields: ['sku'], ignoreCase: true }] },
    },
  });
  await run();
  const jobs = await claimJobs(storage.id);
  expect(jobs.map(({ seen, changed }) => [seen, changed])).toEqual([
    [450, 450],
    [0, 0],
  ]);
});

test('a rule that stored records break is not enforced: the refusal counts them, and nothing is written', async () => {
  const storage = await storageWith([{ sku: 'A' }, { sku: 'A' }, { sku: 'B' }, { shop: 'S', no: 1 }, { shop: 'S', no: 1 }, { shop: 'S' }]);
  await expect(storage.save(0, 'enforce')).rejects.toMatchObject({
    status: 400,
    details: [
      { field: 'unique[0]', message: '2 records share their sku with another one, such as "A". Change these values first.' },
      { field: 'unique[1]', message: expect.stringContaining('2 records share their shop, no with another one') },
    ],
  });
  expect((await storage.read()).data.schema).toBeUndefined();
  expect(await listJobs(api.services.records, storage.id)).toEqual([]);
});

test('while the schema warns, the first of them has the value, and the job counts the others', async () => {
  const storage = await storageWith([{ sku: 'A' }, { sku: 'A' }, { sku: 'B' }]);
  await storage.save(0, 'warn');
  await run();
  const [job] = await claimJobs(storage.id);
  expect(job).toMatchObject({ seen: 3, changed: 2, kept: 1 });
  expect(await claims(storage.id)).toBe(2);
  await api.call(`${storage.path}/dataId/${storage.ids[0]}`, { method: 'PUT', body: { sku: 'C' } });
  await storage.save(1, 'enforce');
  await run();
  expect(await storage.status({ sku: 'A' })).toBe(409);
});
