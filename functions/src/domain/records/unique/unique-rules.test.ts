import { type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { saveSchema } from '../schema/save-schema.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Ruled = Awaited<ReturnType<typeof ruled>>;

const schema = StorageSchema.parse({
  fields: { sku: { type: 'text' }, shop: { type: 'text' }, no: { type: 'number' }, at: { type: 'dateTime' } },
  unique: [{ fields: ['sku'], ignoreCase: true }, { fields: ['shop', 'no'] }],
});

async function ruled(state: SchemaState = 'enforce', change: Partial<StorageSchema> = {}) {
  const storage = await api.storage('products', { is_softDelete: true });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, schema: { ...schema, ...change }, state },
  });
  return {
    ...storage,
    add: (body: unknown) => api.call(storage.path, { body }),
    put: (id: string, body: unknown) => api.call(`${storage.path}/dataId/${id}`, { method: 'PUT', body }),
    remove: (id: string, query = '') => api.call(`${storage.path}/dataId/${id}${query}`, { method: 'DELETE' }),
    count: async () => (await databaseOf(api.services.store).collection(`storages/${storage.id}/records`).get()).size,
  };
}

const claims = async ({ id }: Pick<Ruled, 'id'>) =>
  (await databaseOf(api.services.store).collection('unique').where('scope', '==', id).get()).size;

/** Counts what the work itself is billed, without the keys, credits and counts of a call. */
async function billed<R>(work: () => Promise<R>) {
  const meter = newMeter();
  const result = await withMeter(meter, work);
  return { result, operations: [meter.reads, meter.writes, meter.deletes] };
}

test('a value that another record has is refused by name, and nothing is written', async () => {
  const storage = await ruled();
  expect((await storage.add({ sku: 'A1' })).status).toBe(201);
  expect(await storage.add({ sku: 'a1', title: 'x' })).toMatchObject({
    status: 409,
    body: { error: { code: 'already-exists', details: [{ field: 'sku', message: 'This sku is already taken.' }] } },
  });
  expect((await storage.add([{ sku: 'B' }, { sku: 'b' }])).status).toBe(409);
  expect([await storage.count(), await claims(storage)]).toEqual([1, 1]);
});

test('a rule over several fields compares them together, and a record without one of them is exempt', async () => {
  const storage = await ruled();
  const bodies = [{ shop: 'A', no: 1 }, { shop: 'A', no: 2 }, { shop: 'B', no: 1 }, { shop: 'A' }, { shop: 'A', no: null }];
  for (const body of bodies) expect((await storage.add(body)).status).toBe(201);
  expect(await storage.add({ shop: 'A', no: 2 })).toMatchObject({
    status: 409,
    body: {
      error: {
        details: [
          { field: 'shop', message: 'Another record has the same shop, no.' },
          { field: 'no', message: 'Another record has the same shop, no.' },
        ],
      },
    },
  });
  expect((await storage.add({ shop: 'B', no: 2 })).status).toBe(201);
});

test('an update takes and frees values, and one that keeps them costs nothing more', async () => {
  const storage = await ruled();
  const { id } = (await storage.add({ sku: 'A' })).body.data;
  await storage.add({ sku: 'B' });
  expect((await storage.put(id, { sku: 'b' })).status).toBe(409);
  expect((await storage.put(id, { sku: 'C' })).status).toBe(200);
  expect((await storage.put(id, { sku: 'c', title: 'x' })).status).toBe(200);
  expect((await storage.add({ sku: 'A' })).status).toBe(201);
  expect(await claims(storage)).toBe(3);
});

test('a batch may swap two values', async () => {
  const storage = await ruled();
  const [one, two] = [(await storage.add({ sku: 'A' })).body.data.id, (await storage.add({ sku: 'B' })).body.data.id];
  const write = (id: string, sku: string) => ({ op: 'update', storageId: storage.id, storageKey: 'products', id, data: { sku } });
  expect((await api.call('/api/batch', { body: { writes: [write(one, 'B'), write(two, 'A')] } })).status).toBe(200);
  expect((await storage.put(one, { sku: 'A' })).status).toBe(409);
});

test('a record in the trash keeps its values until it is deleted for good', async () => {
  const storage = await ruled();
  const { id } = (await storage.add({ sku: 'A' })).body.data;
  await storage.remove(id);
  const refused = { status: 409, body: { error: { details: [{ field: 'sku', message: expect.stringContaining('in the trash') }] } } };
  expect(await storage.add({ sku: 'A' })).toMatchObject(refused);
  const other = (await storage.add({ sku: 'B' })).body.data.id;
  expect(await storage.put(other, { sku: 'A' })).toMatchObject(refused);
  await storage.remove(id, '?permanent=true');
  expect((await storage.add({ sku: 'A' })).status).toBe(201);
});

test('while the schema learns nothing is claimed, and while it warns a second record is stored without a claim', async () => {
  const learning = await ruled('learn');
  for (const _ of [1, 2]) expect((await learning.add({ sku: 'A' })).status).toBe(201);
  expect(await claims(learning)).toBe(0);
  const warning = await ruled('warn');
  const { id } = (await warning.add({ sku: 'A' })).body.data;
  expect((await warning.add({ sku: 'A' })).status).toBe(201);
  expect((await warning.add([{ sku: 'B' }, { sku: 'B' }])).status).toBe(201);
  expect((await warning.put(id, { sku: 'B' })).status).toBe(200);
  expect(await claims(warning)).toBe(1);
});

test('while the schema warns, each door that stores a value of another record says so, for what the refusal would cost', async () => {
  const warning = await ruled('warn');
  const taken = (at = '') => ({ field: `${at}sku`, message: 'This sku is already taken.' });
  const { id } = (await warning.add({ sku: 'A' })).body.data;
  const headers = { 'idempotency-key': 'warned-once' };
  const second = () => api.call(warning.path, { body: { sku: 'a', title: 'x' }, headers });
  expect((await second()).body.warnings).toMatchObject([taken()]);
  expect((await second()).body.warnings).toMatchObject([taken()]); // as it was answered
  const many = await warning.add([{ sku: 'B' }, { sku: 'b' }, { sku: 'A' }]);
  expect(many.body.warnings).toMatchObject([taken('[1].'), taken('[2].')]);
  expect(many.headers.get('X-Bedplate-Warnings')).toBe('%5B1%5D.sku, %5B2%5D.sku');
  expect((await warning.put(id, { sku: 'B' })).body.warnings).toMatchObject([taken()]);
  const writes = [
    { op: 'create', storageId: warning.id, data: { sku: 'C' } },
    { op: 'create', storageId: warning.id, data: { sku: 'c' } },
  ];
  expect((await api.call('/api/batch', { body: { writes } })).body.warnings).toMatchObject([taken('writes[1].')]);
  const rows = JSON.stringify([{ sku: 'D' }, { sku: 'B' }, { sku: 'd' }]);
  const imported = await api.call(`${warning.path}/import?format=json`, { body: rows });
  expect(imported.body).toMatchObject({ warnings: [taken('rows[2].'), taken('rows[3].')] });
  expect(imported.body.message).toContain('rows that do not fit the fields: 2');
  expect((await warning.put(id, { title: 'other' })).body.warnings).toBeUndefined(); // a value that stays is not looked for
  const row = await warning.read();
  const { operations } = await billed(() => createRecords(api.services.records, row, { inputs: [{ sku: 'C' }], actor: 'u1' }));
  expect(operations).toEqual([2, 1, 0]); // the claim, and the record that has it
});

test('while the schema warns, a value of a record in the trash is told as such', async () => {
  const warning = await ruled('warn');
  const { id } = (await warning.add({ sku: 'A' })).body.data;
  await warning.remove(id);
  const told = [{ field: 'sku', message: expect.stringContaining('in the trash') }];
  expect((await warning.add({ sku: 'A' })).body.warnings).toMatchObject(told);
  const other = (await warning.add({ sku: 'B' })).body.data.id;
  expect((await warning.put(other, { sku: 'A' })).body.warnings).toMatchObject(told);
});

test('a claim that is left over keeps nobody from the value', async () => {
  const storage = await ruled('warn');
  const { id } = (await storage.add({ sku: 'A' })).body.data;
  const save = (version: number, state: SchemaState) =>
    saveSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: storage.id }, change: { version, schema, state } });
  await save(1, 'learn');
  await storage.put(id, { sku: 'Z' });
  await save(2, 'enforce');
  expect((await storage.add({ sku: 'A' })).status).toBe(201);
  expect((await storage.add({ sku: 'a' })).status).toBe(409);
});

test('a create costs one write for each value, a changed value two reads, a write and a delete', async () => {
  const storage = await ruled();
  await storage.add({ sku: 'W', shop: 'W', no: 1, title: 'w' });
  const [{ records }, row] = [api.services, await storage.read()];
  const add = (fields: object) => billed(() => createRecords(records, row, { inputs: [fields], actor: 'u1' }));
  const plain = await add({ title: 'x' });
  const { result, operations } = await add({ sku: 'A', shop: 'S', no: 1 });
  expect([plain.operations, operations]).toEqual([
    [0, 1, 0],
    [0, 3, 0],
  ]);
  const change = (fields: object) => billed(() => updateRecord(records, row, { id: result[0]?.id ?? '', fields, actor: 'u1' }));
  expect((await change({ title: 'y' })).operations).toEqual([1, 1, 0]);
  expect((await change({ sku: 'B' })).operations).toEqual([2, 2, 1]);
});

test('of fifty equal creates at once one is stored, and of fifty equal updates one', async () => {
  const storage = await ruled();
  const added = await Promise.all(Array.from({ length: 50 }, () => storage.add({ sku: 'same' })));
  expect(added.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(added.filter(({ status }) => status === 409)).toHaveLength(49);
  const ids = await Promise.all(Array.from({ length: 50 }, async (_, n) => (await storage.add({ sku: `s${n}` })).body.data.id));
  const updated = await Promise.all(ids.map((id) => storage.put(id, { sku: 'wanted' })));
  expect(updated.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await claims(storage)).toBe(51);
});

test('a new record’s claim beside a reference also costs one write, and one that is taken is refused by name', async () => {
  const makers = await api.storage('makers');
  const maker = (await api.call(makers.path, { body: { name: 'M' } })).body.data.id;
  const fields = { ...schema.fields, maker: { type: 'reference' as const, storage: makers.id } };
  const storage = await ruled('enforce', { fields });
  await storage.add({ sku: 'W', maker, title: 'w' });
  const [{ records }, row] = [api.services, await storage.read()];
  const add = (...inputs: object[]) => billed(() => createRecords(records, row, { inputs, actor: 'u1' }));
  expect((await add({ sku: 'A', maker })).operations).toEqual([1, 2, 0]);
  expect((await add({ sku: 'B', maker }, { sku: 'C', maker })).operations).toEqual([1, 4, 0]);
  expect(
    await storage.add([
      { sku: 'D', maker },
      { sku: 'a', maker },
    ]),
  ).toMatchObject({
    status: 409,
    body: { error: { code: 'already-exists', details: [{ field: '[1].sku', message: 'This sku is already taken.' }] } },
  });
  expect([await storage.count(), await claims(storage)]).toEqual([4, 4]);
  // Where it only warns, the record is stored without the claim, and the answer says so.
  const warning = await ruled('warn', { fields });
  await warning.add({ sku: 'A', maker });
  expect((await warning.add({ sku: 'a', maker })).body.warnings).toMatchObject([{ field: 'sku' }]);
  expect([await warning.count(), await claims(warning)]).toEqual([2, 1]);
});
