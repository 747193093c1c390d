import { type SchemaChange, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { declarations } from './declare-fields.ts';
import { readSchema, saveSchema } from './save-schema.ts';
import { rulesOf } from './storage-rules.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const products = StorageSchema.parse({
  fields: { title: { type: 'text', required: true }, price: { type: 'decimal', min: '0', default: '1.00' }, made: { type: 'date' } },
  unique: [{ fields: ['title'], ignoreCase: true }],
});

const place = (storageId: string) => ({ projectId: 'p1', storageId });
const save = (id: string, version: number, change: Partial<SchemaChange> = {}) =>
  saveSchema(api.services, { caller: admin, path: place(id), change: { version, schema: products, state: 'learn', ...change } });
const documents = async (id: string) => (await databaseOf(api.services.store).collection(`storages/${id}/schemas`).get()).docs;

async function billed<R>(work: () => Promise<R>) {
  const meter = newMeter();
  const result = await withMeter(meter, work);
  return { result, reads: meter.reads, writes: meter.writes };
}

test('a storage without a schema has version 0, and asking for its rules reads nothing', async () => {
  const { id, read } = await api.storage('plain');
  expect(await readSchema(api.services, admin, place(id))).toEqual({
    version: 0,
    state: 'learn',
    schema: { fields: {}, unique: [], closed: false },
  });
  const row = await read();
  expect(await billed(() => rulesOf(api.services, row))).toEqual({ result: undefined, reads: 0, writes: 0 });
});

test('a change is a document of its own version, and its rules cost an instance one read', async () => {
  const { id, read } = await api.storage('products');
  expect(await save(id, 0, { state: 'warn' })).toEqual({ version: 1, state: 'warn', schema: products });
  expect(await save(id, 1)).toMatchObject({ version: 2, state: 'learn' });
  expect(await readSchema(api.services, admin, place(id))).toEqual({ version: 2, state: 'learn', schema: products });
  expect((await documents(id)).map((row) => row.id)).toEqual(['1', '2']);
  const row = await read();
  expect(row.data.schema).toEqual({ version: 2, state: 'learn' });
  const first = await billed(() => rulesOf(api.services, row));
  expect(first).toMatchObject({ reads: 1, result: { version: 2, state: 'learn', closed: false } });
  expect([...(first.result?.fields ?? [])].map(([name]) => name)).toEqual(['title', 'price', 'made']);
  expect(await billed(() => rulesOf(api.services, row))).toMatchObject({ reads: 0 });
});

// fields.md §8, case 37
test('of two changes at once the second one is refused, and nothing of it is written', async () => {
  const { id } = await api.storage('raced');
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => save(id, 0, { schema: schemaWith(name) })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusal = { code: 'conflict', details: [{ field: 'version' }] };
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toMatchObject([refusal, refusal]);
  expect(await documents(id)).toHaveLength(1);
  await expect(save(id, 0)).rejects.toMatchObject({ status: 409 });
});

const schemaWith = (...names: string[]) =>
  StorageSchema.parse({ fields: Object.fromEntries(names.map((name) => [name, { type: 'text' }])) });

test('the catalogue knows what is declared, with a code for a field that no record has', async () => {
  const { id, path, read } = await api.storage('declared');
  await api.call(path, { body: { title: 'Lamp', price: '12.50' } });
  await save(id, 0);
  const entries = Object.entries((await read()).data.fields).sort(([a], [b]) => a.localeCompare(b));
  expect(entries).toMatchObject([
    ['f0', { path: ['title'], types: ['string'], declared: { type: 'text' } }],
    ['f1', { path: ['price'], types: ['string'], declared: { type: 'decimal' }, declaredBefore: 'none' }],
    ['f2', { path: ['made'], types: [], declared: { type: 'date' } }],
  ]);
  expect(entries.map(([, { declaredBefore }]) => declaredBefore)).toEqual([undefined, 'none', undefined]);
  await save(id, 1, { schema: schemaWith('title') });
  const { fields } = (await read()).data;
  expect([fields.f1?.declared, fields.f1?.declaredBefore, fields.f2?.declared]).toEqual([undefined, { type: 'decimal' }, undefined]);
});

test('a third type is refused while values still have the index of the first', async () => {
  const { id, path, read } = await api.storage('retyped');
  await api.call(path, { body: { at: '2026-03-29' } });
  const retype = (version: number, type: 'date' | 'decimal') =>
    save(id, version, { schema: StorageSchema.parse({ fields: { at: { type } } }) });
  await retype(0, 'date');
  await expect(retype(1, 'decimal')).rejects.toMatchObject({ code: 'conflict', text: { key: 'fieldConverting' } });
  expect((await read()).data.schema?.version).toBe(1);
  await save(id, 1, { schema: StorageSchema.parse({ fields: {} }) });
  expect((await read()).data.fields.f0).toMatchObject({ declaredBefore: { type: 'date' } });
});

test('a type may change again where the values that are still converted have the index of both before', () => {
  const types = {
    path: ['at'],
    firstSeen: Timestamp.fromMillis(0),
    types: ['number' as const],
    declared: { type: 'integer' as const },
    declaredBefore: { type: 'decimal' as const },
  };
  const schema = StorageSchema.parse({ fields: { at: { type: 'date' } } });
  expect(declarations({ fields: { f0: types } }, schema, 0)).toMatchObject({ 'fields.f0.declared': { type: 'date' } });
});

test('a unique rule keeps its id until it means something else', async () => {
  const { id } = await api.storage('ruled');
  await save(id, 0);
  await save(id, 1, { state: 'warn' });
  await save(id, 2, { schema: { ...products, unique: [{ fields: ['title'] }] } });
  const ids = (await documents(id)).map((row) => (row.get('uniqueIds') as string[])[0]);
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('a schema above 900 KiB is refused by name, and nothing is written', async () => {
  const { id, read } = await api.storage('huge');
  const description = '漢'.repeat(500);
  const fields = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`f${i}`, { type: 'enum', description, values: ['x'.repeat(200), 'y'.repeat(200)] }]),
  );
  await expect(save(id, 0, { schema: StorageSchema.parse({ fields }) })).rejects.toMatchObject({ code: 'payload-too-large' });
  expect((await read()).data.schema).toBeUndefined();
});

test('a storage of another account or project is not found', async () => {
  const { id } = await api.storage('foreign');
  const stranger = { ...admin, tenantId: 't2' };
  await expect(readSchema(api.services, stranger, place(id))).rejects.toMatchObject({ code: 'not-found' });
  await expect(
    saveSchema(api.services, { caller: stranger, path: place(id), change: { version: 0, schema: products, state: 'learn' } }),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(readSchema(api.services, admin, { projectId: 'p2', storageId: id })).rejects.toMatchObject({ code: 'not-found' });
});
