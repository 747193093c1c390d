import { limits, type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { armingMillis } from '../../../services/schema-lease.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { readSchema } from '../schema/save-schema.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Place = Awaited<ReturnType<typeof orders>>;

const schema = StorageSchema.parse({
  fields: {
    status: { type: 'text' },
    customer: { type: 'text' },
    price: { type: 'decimal', scale: 2 },
    tags: { type: 'list' },
    loose: { type: 'decimal' },
  },
  totals: [{ by: ['status'], sum: ['price'] }],
});

/** Jobs begin when no instance writes by an earlier version any more. */
const work = () => {
  const now = () => Date.now() + armingMillis;
  return runJobs({ ...api.services.records, now }, jobKinds, now() + 60_000);
};

async function orders(bodies: readonly object[] = [], change: Partial<StorageSchema> = {}) {
  const storage = await api.storage('orders', { is_softDelete: true });
  if (bodies.length > 0) await api.call(storage.path, { body: bodies });
  const save = (version: number, more: Partial<StorageSchema> = {}, state: SchemaState = 'learn') =>
    changeSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: storage.id },
      change: { version, state, schema: { ...schema, ...change, ...more } },
    });
  await save(0);
  await work();
  await known(storage, (change.totals ?? schema.totals)?.[0]?.by[0]);
  return { ...storage, save };
}

/** Instances hear of a storage's change a moment later. */
async function known({ path, read }: Pick<Place, 'path' | 'read'>, field = 'status'): Promise<void> {
  const keepsTotals = ((await read()).data.keptTotals ?? []).length > 0;
  const plan = async () => (await api.call(`${path}/aggregate?op=count&groupBy=${field}&explain=true`)).body.explain as { plan: string };
  await expect.poll(async () => (await plan()).plan.startsWith('total kept by ')).toBe(keepsTotals);
}

const totals = async ({ path }: Pick<Place, 'path'>, query = 'op=count,sum:price&groupBy=status') =>
  (await api.call(`${path}/aggregate?${query}`)).body.data;
const documents = async ({ id }: Pick<Place, 'id'>) =>
  (await databaseOf(api.services.store).collection(`storages/${id}/totals`).get()).docs;
const statesOf = async ({ id }: Pick<Place, 'id'>) =>
  (await readSchema(api.services, admin, { projectId: 'p1', storageId: id })).totalStates;

async function billed<R>(work: () => Promise<R>) {
  const meter = newMeter();
  await withMeter(meter, work);
  return [meter.reads, meter.writes, meter.deletes];
}

test('records from both sides of the declaration are in the totals, with exact sums', async () => {
  const storage = await orders([
    { status: 'open', price: '0.10' },
    { status: 'open', price: '0.20' },
    { status: 'paid', price: '90071992547409.93' },
  ]);
  expect(await statesOf(storage)).toEqual(['ready']);
  expect(await listJobs(api.services.records, storage.id)).toContainEqual(
    expect.objectContaining({ kind: 'countStored', state: 'done', seen: 3 }),
  );
  await api.call(storage.path, { body: { status: 'paid', price: '0.07' } });
  await api.call(storage.path, { body: { price: 1 } });
  expect(await totals(storage)).toEqual([
    { group: 'open', count: 2, sum: { price: '0.30' } },
    { group: 'paid', count: 2, sum: { price: '90071992547410.00' } },
    { group: null, count: 1, sum: { price: '1.00' } },
  ]);
});

test('every way to change records brings the totals along', async () => {
  const storage = await orders([{ status: 'open' }, { status: 'open' }, { status: 'paid' }]);
  const counts = async () =>
    Object.fromEntries((await totals(storage, 'groupBy=status')).map((one: { group: string; count: number }) => [one.group, one.count]));
  const ids = (await api.call(`${storage.path}?fields=status`)).body.data.map(({ id }: { id: string }) => id);
  const at = (id: string) => `${storage.path}/dataId/${id}`;
  await api.call(at(ids[0]), { method: 'PUT', body: { status: 'sent' } });
  expect(await counts()).toEqual({ open: 2, sent: 1 });
  await api.call(at(ids[0]), { method: 'DELETE' });
  expect(await counts()).toEqual({ open: 2 });
  await api.call(`${at(ids[0])}/restore`, { method: 'POST' });
  await api.call(`${at('mine')}?upsert=true`, { method: 'PUT', body: { status: 'sent' } });
  expect(await counts()).toEqual({ open: 2, sent: 2 });
  const file = 'status\nopen\nnew\n';
  expect((await api.call(`${storage.path}/import`, { body: file, headers: { 'content-type': 'text/csv' } })).status).toBe(201);
  expect(await counts()).toEqual({ open: 3, sent: 2, new: 1 });
  const changed = await api.call(`${storage.path}?status=open`, { method: 'PATCH', body: { status: 'paid' } });
  expect(changed.status).toBe(200);
  expect(await counts()).toEqual({ paid: 3, sent: 2, new: 1 });
  await api.call(`${at(ids[1])}?permanent=true`, { method: 'DELETE' });
  expect(await counts()).toEqual({ paid: 2, sent: 2, new: 1 });
});

test('records that follow a deleted one leave the totals, and come back with it', async () => {
  const authors = await api.storage('authors', { is_softDelete: true });
  const author = (await api.call(authors.path, { body: { name: 'Ada' } })).body.data.id;
  const fields = { ...schema.fields, by: { type: 'reference' as const, storage: authors.id, onDelete: 'cascade' as const } };
  const storage = await orders([], { fields });
  await storage.save(1, {}, 'warn');
  await known(storage);
  for (const status of ['open', 'open', 'paid']) await api.call(storage.path, { body: { status, by: author } });
  await api.call(`${authors.path}/dataId/${author}`, { method: 'DELETE' });
  expect(await totals(storage, 'groupBy=status')).toEqual([]);
  await api.call(`${authors.path}/dataId/${author}/restore`, { method: 'POST' });
  expect(await totals(storage, 'groupBy=status')).toEqual([
    { group: 'open', count: 2 },
    { group: 'paid', count: 1 },
  ]);
});

test('lists and counts have exact totals where an index would stop counting, and explain names the total', async () => {
  const storage = await orders([], { totals: [{ by: ['status', 'customer'] }] });
  const bodies = Array.from({ length: 300 }, (_, i) => ({ status: i % 3 === 0 ? 'open' : 'paid', customer: `c${i}` }));
  for (let i = 0; i < bodies.length; i += 100) await api.call(storage.path, { body: bodies.slice(i, i + 100) });
  const count = async (query: string) =>
    (await api.call(`${storage.path}/count?explain=true&${query}`)).body as unknown as {
      data: { count: number; isExact: boolean };
      explain: { plan: string };
    };
  await expect.poll(async () => (await count('status!=open')).explain.plan).toContain('total kept by status, customer');
  expect((await count('status!=open')).data).toEqual({ count: 200, isExact: true });
  expect((await count('or=(status=open,customer=c1)')).data).toEqual({ count: 101, isExact: true });
  const list = (await api.call(`${storage.path}?status!=open&limit=5`)).body;
  expect(list.pagination).toMatchObject({ totalItems: 200, totalIsExact: true });
  // Fields that it does not count by, times, searches and the trash are counted as ever.
  const others = ['status=open&price>1', 'status=open&dateFrom=2020-01-01', 'status=open&search=c1', 'status=open&deleted=include'];
  const plans = await Promise.all(others.map(async (query) => (await count(query)).explain.plan));
  expect(plans.filter((plan) => plan.includes('kept'))).toEqual([]);
});

test('a commit costs one write for each total that it changes, a record that keeps its values none, an answer a read a part', async () => {
  const storage = await orders();
  await api.call(storage.path, { body: { status: 'open', price: '1', note: 'x' } });
  const row = await storage.read();
  const records = api.services.records;
  const create = (inputs: readonly object[]) => createRecords(records, row, { inputs, actor: 'a' });
  await create([{ status: 'open', price: '1' }]);
  expect(await billed(() => create([{ status: 'open', price: '1' }]))).toEqual([0, 2, 0]);
  expect(await billed(() => create([{ status: 'open' }, { status: 'paid' }, { status: 'sent' }]))).toEqual([0, 4, 0]);
  const [one] = await create([{ status: 'open' }]);
  const update = (fields: object) => updateRecord(records, row, { id: one?.id ?? '', fields, actor: 'a' });
  await update({ note: 'x' });
  expect((await billed(() => update({ note: 'y' })))[1]).toBe(1);
  expect((await billed(() => update({ status: 'paid' })))[1]).toBe(2);
  const parts = (await documents(storage)).length;
  expect(parts).toBeLessThanOrEqual(9);
  const meter = newMeter();
  const { aggregate } = await import('../aggregate/aggregate.ts');
  const { parseAggregateQuery } = await import('../aggregate/aggregate-query.ts');
  await withMeter(meter, () =>
    aggregate(
      records,
      row,
      parseAggregateQuery('op=count,sum:price&groupBy=status', () => false),
    ),
  );
  expect(meter.reads).toBe(parts);
});

test('a total that ends leaves nothing, and one that comes again counts afresh', async () => {
  const storage = await orders([{ status: 'open' }]);
  const [before] = (await documents(storage)).map(({ id }) => id.split('.')[0]);
  await storage.save(1, { totals: [] });
  await work();
  expect(await documents(storage)).toEqual([]);
  await known(storage);
  await api.call(storage.path, { body: { status: 'open' } });
  await storage.save(2);
  expect(await statesOf(storage)).toEqual(['counting']);
  await work();
  await known(storage);
  expect(await totals(storage, 'groupBy=status')).toEqual([{ group: 'open', count: 2 }]);
  expect((await documents(storage)).map(({ id }) => id.split('.')[0])).not.toContain(before);
  // Another rule of the schema changes nothing of it.
  await storage.save(3, { closed: true });
  expect(await statesOf(storage)).toEqual(['ready']);
});

test('a schema that changes again while records are counted lets them be counted', async () => {
  const storage = await api.storage('orders');
  await api.call(storage.path, { body: [{ status: 'open' }] });
  const save = (version: number, closed: boolean) =>
    changeSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: storage.id },
      change: { version, state: 'learn', schema: { ...schema, closed } },
    });
  await save(0, false);
  await save(1, true);
  await work();
  expect(await statesOf(storage)).toEqual(['ready']);
});

test('a total with more values than it can keep ends, and records are stored all the same', async () => {
  const many = Array.from({ length: limits.keptTotalValues + 1 }, (_, i) => ({ customer: `c${i}` }));
  const storage = await orders([{ customer: 'c0' }], { totals: [{ by: ['customer'] }] });
  for (let i = 0; i < many.length; i += 100) await api.call(storage.path, { body: many.slice(i, i + 100) });
  expect(await totals(storage, 'op=count&customer=c1')).toEqual({ count: 1 });
  await api.call(`${storage.path}/aggregate?op=count&customer!=c1`);
  await expect.poll(() => statesOf(storage)).toEqual(['full']);
  expect((await api.call(storage.path, { body: { customer: 'one more' } })).status).toBe(201);
});

test('a document of a total that is full to the brim stops no write', async () => {
  const storage = await orders([], { totals: [{ by: ['customer'] }] });
  const row = await storage.read();
  const [id] = row.data.keptTotals ?? [];
  const padding = Object.fromEntries(
    Array.from({ length: 3573 }, (_, i) => [`h${i}`, { of: JSON.stringify([`${'x'.repeat(260)}${i}`]), records: 1 }]),
  );
  await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      databaseOf(api.services.store).doc(`storages/${storage.id}/totals/${id}.${i}`).set({ values: padding }),
    ),
  );
  for (const act of [
    () => createRecords(api.services.records, row, { inputs: [{ customer: 'y'.repeat(250) }, { customer: 'z' }], actor: 'a' }),
    async () => {
      const [made] = await createRecords(api.services.records, await storage.read(), { inputs: [{ customer: 'z' }], actor: 'a' });
      return updateRecord(api.services.records, row, { id: made?.id ?? '', fields: { customer: 'w'.repeat(250) }, actor: 'a' });
    },
  ])
    await act();
  expect(await statesOf(storage)).toEqual(['full']);
  expect((await api.call(`${storage.path}/count`)).body.data.count).toBe(3);
});

test('values that are too long to be kept, and numbers that no sum holds, are counted by reading', async () => {
  const storage = await orders([
    { status: 'open', price: '0.123' },
    { status: 'open', price: '1' },
  ]);
  expect(await totals(storage)).toEqual([{ group: 'open', count: 2, sum: { price: '1.123' } }]);
  expect(await totals(storage, 'op=count&status=open')).toEqual({ count: 2 });
  await api.call(storage.path, { body: { status: 'x'.repeat(limits.keptTotalBytes) } });
  const [, { group, count }] = await totals(storage, 'groupBy=status');
  expect([group.length, count]).toEqual([limits.keptTotalBytes, 1]);
});

test('what cannot be meant is refused by its place', async () => {
  const storage = await api.storage('orders');
  const refused = async (totals: StorageSchema['totals']) => {
    const change = { version: 0, state: 'learn' as const, schema: { ...schema, totals } };
    const saving = changeSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: storage.id }, change });
    const { details } = (await saving.catch((error: unknown) => error)) as { details: { field: string; key: string }[] };
    return details.map(({ field, key }) => [field, key]);
  };
  expect(await refused([{ by: ['nothing'] }])).toEqual([['totals.0', 'schemaTotalUnknown']]);
  expect(await refused([{ by: [] }])).toEqual([['totals.0', 'schemaTotalEmpty']]);
  expect(await refused([{ by: ['status'] }, { by: ['status'], sum: ['price'] }])).toEqual([['totals.1', 'schemaTotalTwice']]);
  expect(await refused([{ by: ['tags'] }])).toEqual([['totals.0', 'schemaTotalType']]);
  expect(await refused([{ by: [], sum: ['loose'] }])).toEqual([['totals.0', 'schemaTotalSum']]);
  expect((await storage.read()).data.schema).toBeUndefined();
});
