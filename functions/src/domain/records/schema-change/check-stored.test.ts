import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { saveSchema } from '../schema/save-schema.ts';
import { createRecords } from '../write/create-records.ts';
import { checkStored } from './check-stored.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const place = (storageId: string) => ({ projectId: 'p1', storageId });

async function storageOf(key: string, inputs: readonly unknown[]) {
  const { id, read } = await api.storage(key);
  await createRecords(api.services.records, await read(), { inputs, actor: 'tester' });
  return id;
}

test('a check lists the rules that stored records break, with the first of them', async () => {
  const id = await storageOf('checked', [
    { title: 'Lamp', price: '12.50', state: 'open' },
    { title: 'LAMP', price: 12.5, state: 'gone' },
    { price: 'free', extra: 1 },
    { title: 'Desk', price: '-1', state: null },
  ]);
  const schema = StorageSchema.parse({
    fields: {
      title: { type: 'text', required: true },
      price: { type: 'decimal', min: '0' },
      state: { type: 'enum', values: ['open'] },
    },
    unique: [{ fields: ['title'], ignoreCase: true }],
    closed: true,
  });
  const faults = await checkStored(api.services, { caller: admin, params: place(id), schema });
  expect(
    faults.map(({ field, rule, count, isExact, examples }) => [field, rule, count, isExact, examples.map(({ value }) => value)]),
  ).toEqual([
    ['price', 'min', 1, true, ['-1']],
    ['title', 'required', 1, true, [null]],
    ['price', 'type', 2, true, ['free', 12.5]],
    ['extra', 'undeclared', 1, true, [1]],
    ['state', 'values', 1, true, ['gone']],
    ['title', 'unique', 2, true, ['LAMP', 'Lamp']],
  ]);
});

test('a schema that contradicts itself is neither checked nor stored, and each fault is named', async () => {
  const { id, read } = await api.storage('contradicting');
  const schema = StorageSchema.parse({
    fields: { price: { type: 'number', default: 'free' }, state: { type: 'enum' }, author: { type: 'reference', storage: 'nowhere' } },
  });
  const refusal = { code: 'invalid-argument', details: [{ field: 'fields.price.default' }, { field: 'fields.state.values' }] };
  await expect(checkStored(api.services, { caller: admin, params: place(id), schema })).rejects.toMatchObject(refusal);
  await expect(
    saveSchema(api.services, { caller: admin, path: place(id), change: { version: 0, schema, state: 'learn' } }),
  ).rejects.toMatchObject(refusal);
  expect((await read()).data.schema).toBeUndefined();
});

test('references lead to storages of the same project, and deletes never come back to where they began', async () => {
  const [a, b, foreign] = [await api.storage('as'), await api.storage('bs'), await api.storage('foreign', { projectId: 'p2' })];
  const referring = (storage: string) => StorageSchema.parse({ fields: { to: { type: 'reference', storage, onDelete: 'cascade' } } });
  const save = (id: string, to: string) =>
    saveSchema(api.services, { caller: admin, path: place(id), change: { version: 0, schema: referring(to), state: 'learn' } });
  await expect(save(a.id, foreign.id)).rejects.toMatchObject({ details: [{ field: 'fields.to.storage', key: 'schemaStorageUnknown' }] });
  await expect(save(a.id, a.id)).rejects.toMatchObject({ details: [{ field: 'fields.to.onDelete', key: 'schemaCircle' }] });
  await save(a.id, b.id);
  await expect(save(b.id, a.id)).rejects.toMatchObject({
    details: [{ field: 'fields.to.onDelete', values: { path: 'this storage → My as → this storage' } }],
  });
  expect((await b.read()).data.schema).toBeUndefined();
});
