import { type SchemaField, type SchemaRule, type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { armingMillis } from '../../../services/schema-lease.ts';
import { getJob, listJobs } from '../jobs/list-jobs.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { undoJob } from '../undo/undo-job.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { checkStored } from '../schema-change/check-stored.ts';
import { repairSchema } from '../schema-change/repair-schema.ts';
import { createRecords } from '../write/create-records.ts';
import { jobKinds } from './job-kinds.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const later = () => Date.now() + armingMillis;
/** Jobs of a changed schema begin when every instance knows it. */
const run = () => runJobs({ ...api.services.records, now: later }, jobKinds, later() + 60_000);

async function storageWith(key: string, inputs: readonly object[]) {
  const { id, path, read } = await api.storage(key, { is_softDelete: true });
  for (let i = 0; i < inputs.length; i += 100)
    await createRecords(api.services.records, await read(), { inputs: inputs.slice(i, i + 100), actor: 'tester' });
  const place = { projectId: 'p1', storageId: id };
  return {
    id,
    path,
    read,
    place,
    save: (version: number, fields: Record<string, SchemaField>, state: SchemaState = 'learn') =>
      changeSchema(api.services, { caller: admin, path: place, change: { version, state, schema: StorageSchema.parse({ fields }) } }),
    values: async (name: string) => ((await api.call(path)).body.data as Record<string, unknown>[]).map((record) => record[name]).reverse(),
    list: async (query: string) => ((await api.call(`${path}?${query}`)).body.data as unknown[]).length,
  };
}

async function repair(
  storage: Awaited<ReturnType<typeof storageWith>>,
  field: string,
  how: 'default' | 'convert' | 'split' | 'trash',
  rule?: SchemaRule,
) {
  const jobId = await repairSchema(api.services, { caller: admin, params: storage.place, repair: { field, repair: how, rule } });
  await run();
  return getJob(api.services.records, storage.id, jobId);
}

async function takeBack(storage: Awaited<ReturnType<typeof storageWith>>, jobId: string) {
  await undoJob(api.services.records, await storage.read(), { jobId, actor: 'tester' });
  await run();
}

test('texts that spell numbers become them, others stay, and all of it can be taken back', async () => {
  const storage = await storageWith('converted', [{ n: 5 }, { n: '12.50' }, { n: 'many' }, { m: 1 }]);
  await storage.save(0, { n: { type: 'number' } }, 'warn');
  const job = await repair(storage, 'n', 'convert');
  expect(job).toMatchObject({
    kind: 'repairField',
    field: 'n',
    repair: 'convert',
    state: 'done',
    seen: 4,
    total: 4,
    changed: 1,
    kept: 1,
    canUndo: true,
  });
  expect(await storage.values('n')).toEqual([5, 12.5, 'many', undefined]);
  await takeBack(storage, job.id);
  expect(await storage.values('n')).toEqual([5, '12.50', 'many', undefined]);
});

test('texts are converted to a type also where its bounds refuse them, and a bound is no work for that', async () => {
  const storage = await storageWith('bounded', [{ n: '12.50' }, { n: 20 }]);
  await storage.save(0, { n: { type: 'number', max: 10 } }, 'warn');
  expect(await repair(storage, 'n', 'convert')).toMatchObject({ changed: 1 });
  expect(await storage.values('n')).toEqual([12.5, 20]);
});

test('an enforced schema is not in the way of what is taken back, nor of a repair of a field that does not change after the create', async () => {
  const storage = await storageWith('fixed', [{ code: 7 }, { code: 'a' }, { m: 1 }, { n: 'x' }]);
  const fields = { code: { type: 'text', readOnly: true, default: 'b' }, n: { type: 'number', readOnly: true } } as const;
  await storage.save(0, fields, 'warn');
  const repairs = [
    await repair(storage, 'code', 'convert'),
    await repair(storage, 'n', 'split'), // in warn
  ];
  expect([await storage.values('code'), await storage.values('n_other')]).toEqual([
    ['7', 'a', undefined, undefined],
    [undefined, undefined, undefined, 'x'],
  ]);
  await storage.save(1, fields, 'enforce');
  await run();
  for (const { id } of repairs.reverse()) await takeBack(storage, id);
  expect([await storage.values('code'), await storage.values('n')]).toEqual([
    [7, 'a', undefined, undefined],
    [undefined, undefined, undefined, 'x'],
  ]);
  expect(await repair(storage, 'n', 'split')).toMatchObject({ changed: 1, kept: 0 });
});

test('texts and numbers that tables have for true and false become them', async () => {
  const storage = await storageWith('flags', [{ on: 1 }, { on: 0 }, { on: 'TRUE' }, { on: 'no' }, { on: '1' }, { on: 2 }, { on: 'maybe' }]);
  await storage.save(0, { on: { type: 'boolean' } });
  expect(await repair(storage, 'on', 'convert')).toMatchObject({ changed: 5 });
  expect(await storage.values('on')).toEqual([true, false, true, false, true, 2, 'maybe']);
});

test('a default fills what is missing, and what is none of the type moves to another field or to the trash', async () => {
  const storage = await storageWith('mended', [{ n: 5 }, { n: 'many', n_other: 'kept' }, {}, { n: null }, { n: 'few' }]);
  await storage.save(0, { n: { type: 'number', required: true, default: 1 } }, 'warn');
  const split = await repair(storage, 'n', 'split');
  expect(split).toMatchObject({ changed: 2 });
  expect([await storage.values('n'), await storage.values('n_other'), await storage.values('n_other_other')]).toEqual([
    [5, undefined, undefined, null, undefined],
    [undefined, 'kept', undefined, undefined, 'few'],
    [undefined, 'many', undefined, undefined, undefined],
  ]);
  await takeBack(storage, split.id);
  expect(await repair(storage, 'n', 'default')).toMatchObject({ changed: 4 });
  expect(await storage.values('n')).toEqual([5, 1, 1, 1, 1]);
  const { schema } = await storage.save(1, { n: { type: 'number', min: 5 } }, 'warn');
  const trashed = await repair(storage, 'n', 'trash');
  expect(trashed).toMatchObject({ changed: 4 });
  expect(await storage.values('n')).toEqual([5]);
  expect((await checkStored(api.services, { caller: admin, params: storage.place, asked: { schema } })).data).toEqual([]);
  await takeBack(storage, trashed.id);
  expect((await storage.values('n')).length).toBe(5);
});

test('a repair of one rule leaves records alone that break another one of the field', async () => {
  const storage = await storageWith('oneRule', [{ n: '12.50' }, {}, { n: 3 }, { n: 7 }, { m: 'x', n: 8 }]);
  await storage.save(0, { n: { type: 'number', required: true, default: 9, min: 5 } }, 'warn');
  const filled = await repair(storage, 'n', 'default', 'required');
  expect(filled).toMatchObject({ changed: 1, kept: 0 });
  expect(await storage.values('n')).toEqual(['12.50', 9, 3, 7, 8]);
  expect(await repair(storage, 'n', 'trash', 'min')).toMatchObject({ changed: 1 });
  expect(await storage.values('n')).toEqual(['12.50', 9, 7, 8]);
  await takeBack(storage, filled.id);
  expect(await storage.values('n')).toEqual(['12.50', undefined, 7, 8]);
  await expect(repair(storage, 'n', 'split', 'undeclared')).resolves.toMatchObject({ changed: 0 });
});

test('a field that a closed schema does not have goes with its record, and by no other repair', async () => {
  const storage = await storageWith('closed', [{ n: 1 }, { n: 2, stray: 'x' }]);
  const schema = StorageSchema.parse({ fields: { n: { type: 'number' } }, closed: true });
  await changeSchema(api.services, { caller: admin, path: storage.place, change: { version: 0, state: 'warn', schema } });
  for (const how of ['default', 'convert'] as const)
    await expect(repair(storage, 'stray', how)).rejects.toMatchObject({
      code: 'invalid-argument',
      details: [{ key: 'schemaFieldUnknown' }],
    });
  expect(await repair(storage, 'stray', 'trash')).toMatchObject({ state: 'done', changed: 1 });
  expect(await storage.values('n')).toEqual([1]);
  expect(await storage.list('deleted=only')).toBe(1);
});

test('a repair of a field that the schema does not have is refused, and begins nothing', async () => {
  const storage = await storageWith('refused', [{ n: 5 }]);
  const refused = (field: string, how: 'default' | 'trash') =>
    repairSchema(api.services, { caller: admin, params: storage.place, repair: { field, repair: how } });
  await expect(refused('n', 'trash')).rejects.toMatchObject({ details: [{ field: 'field' }] });
  await storage.save(0, { n: { type: 'number' } });
  await expect(refused('n', 'default')).rejects.toMatchObject({ details: [{ field: 'repair' }] });
  expect((await listJobs(api.services.records, storage.id)).filter(({ kind }) => kind === 'repairField')).toEqual([]);
});

test('a field that gets a type has its stored values in the form of it, and is found throughout', async () => {
  const storage = await storageWith('retyped', [{ p: 12.5 }, { p: '12.50' }, { p: 'free' }, { p: 3 }, { q: 1 }]);
  await storage.save(0, { p: { type: 'decimal' } });
  const found = () => Promise.all([storage.list('p=12.5'), storage.list('p>=3'), storage.list('p="free"')]);
  expect(await found()).toEqual([1, 3, 1]); // a text is found by its value once it is converted
  expect((await storage.read()).data.fields.f0).toMatchObject({ declaredBefore: 'none' });
  await run();
  expect((await storage.read()).data.fields.f0?.declaredBefore).toBeUndefined();
  expect(await storage.values('p')).toEqual(['12.5', '12.50', 'free', '3', undefined]);
  expect(await found()).toEqual([2, 3, 1]);
  const [job] = (await listJobs(api.services.records, storage.id)).filter(({ kind }) => kind === 'convertFields');
  expect(job).toMatchObject({ state: 'done', seen: 5, total: 5, changed: 2, kept: 0 }); // the others got an index alone
  await storage.save(1, { p: { type: 'number' } });
  await run();
  expect(await storage.values('p')).toEqual([12.5, 12.5, 'free', 3, undefined]);
});

test('a field that gets another type of the same index has its stored values converted too, and answers say so until it is done', async () => {
  const storage = await storageWith('respelt', [{ v: '7' }, { v: 'many' }, { v: '1.50' }, { w: 1 }]);
  await storage.save(0, { v: { type: 'text' } });
  await storage.save(1, { v: { type: 'number' } });
  expect((await api.call(`${storage.path}?v=7`)).body).toMatchObject({ data: [], warnings: [{ field: 'v' }] });
  await run();
  expect(await storage.values('v')).toEqual([7, 'many', 1.5, undefined]);
  expect((await api.call(`${storage.path}?v=7`)).body.warnings).toBeUndefined();
  const [job] = (await listJobs(api.services.records, storage.id)).filter(({ kind }) => kind === 'convertFields');
  expect(job).toMatchObject({ state: 'done', seen: 4, changed: 2, kept: 0, canUndo: true });
  await storage.save(2, { v: { type: 'text' } });
  await run();
  expect(await storage.values('v')).toEqual(['7', 'many', '1.5', undefined]);
});

test('a decimal that becomes an integer loses its zeros', async () => {
  const storage = await storageWith('wholes', []);
  await storage.save(0, { v: { type: 'decimal' } });
  await createRecords(api.services.records, await storage.read(), { inputs: [{ v: '7.00' }, { v: '7.50' }, { v: '8' }], actor: 'tester' });
  await storage.save(1, { v: { type: 'integer' } });
  await run();
  expect(await storage.values('v')).toEqual(['7', '7.50', '8']);
});

test('places that were stored before their field was declared are indexed by a job, also after it was undeclared for a while', async () => {
  const storage = await storageWith('placed', [{ place: { lat: 1, lng: 1 } }, { place: { lat: 1, lng: 60 } }]);
  const plan = async () => {
    const { explain } = (await api.call(`${storage.path}?near=1,1,5km&explain=true`)).body as unknown as { explain: { plan: string } };
    return [await storage.list('near=1,1,5km'), explain.plan];
  };
  const geo = { place: { type: 'geo' } } as const;
  await storage.save(0, geo);
  expect(await plan()).toEqual([1, '1 range around the place, measured']);
  await run();
  expect(await plan()).toEqual([1, expect.stringMatching(/^[2-9] ranges around the place, measured$/)]);
  await storage.save(1, {});
  await createRecords(api.services.records, await storage.read(), { inputs: [{ place: { lat: 1, lng: 1 } }], actor: 'tester' });
  await storage.save(2, geo);
  expect(await storage.list('near=1,1,5km')).toBe(2);
  await run();
  expect(await plan()).toEqual([2, expect.stringMatching(/^[2-9] ranges around the place, measured$/)]);
});
