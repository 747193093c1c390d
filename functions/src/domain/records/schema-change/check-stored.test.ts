import { type SchemaCheckPage, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
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
  const { data: faults, ...rest } = await checkStored(api.services, { caller: admin, params: place(id), asked: { schema } });
  expect(rest).toEqual({ seen: 4, next: null });
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

test('references that lead to no record, or into the trash, are counted', async () => {
  const authors = await api.storage('authors', { is_softDelete: true });
  const add = async (path: string, body: unknown) => (await api.call(path, { body })).body.data.id as string;
  const [ada, bob] = [await add(authors.path, { name: 'Ada' }), await add(authors.path, { name: 'Bob' })];
  await api.call(`${authors.path}/dataId/chosen?upsert=true`, { method: 'PUT', body: { name: 'Cyd' } });
  await api.call(`${authors.path}/dataId/${bob}`, { method: 'DELETE' });
  const id = await storageOf('posts', [
    { author: ada, editors: [ada, 'chosen'] },
    { author: bob, editors: ['nobody', ada] },
    { author: 'nobody' },
    { author: null, editors: [] },
  ]);
  const reference = { type: 'reference', storage: authors.id };
  const schema = StorageSchema.parse({ fields: { author: reference, editors: { type: 'list', of: 'reference', storage: authors.id } } });
  const { data } = await checkStored(api.services, { caller: admin, params: place(id), asked: { schema } });
  expect(data.map(({ field, rule, count, examples }) => [field, rule, count, examples.map(({ value }) => value)])).toEqual([
    ['author', 'reference', 2, ['nobody', bob]],
    ['editors', 'reference', 1, [['nobody', ada]]],
  ]);
});

test('all records of a large storage are counted, part by part', async () => {
  const { id, read } = await api.storage('large');
  const storage = await read();
  for (let i = 0; i < 21; i += 1) {
    const inputs = Array.from({ length: 100 }, (_, n) => ({ n: n === 7 ? 'seven' : n, same: n === 99 ? 'same' : null }));
    await createRecords(api.services.records, storage, { inputs, actor: 'tester' });
  }
  const schema = StorageSchema.parse({ fields: { n: { type: 'number' }, same: { type: 'text' } }, unique: [{ fields: ['same'] }] });
  const counts: [string, number][] = [];
  const meter = newMeter();
  let after: string | null = null;
  let seen = 0;
  do {
    const part: SchemaCheckPage = await withMeter(meter, () =>
      checkStored(api.services, { caller: admin, params: place(id), asked: { schema, after } }),
    );
    counts.push(...part.data.map(({ field, count }): [string, number] => [field, count]));
    seen += part.seen;
    after = part.next;
  } while (after !== null);
  const total = (name: string) => counts.reduce((sum, [field, count]) => sum + (field === name ? count : 0), 0);
  expect([seen, total('n'), total('same')]).toEqual([2100, 21, 21]);
  expect(counts.length).toBeGreaterThan(2); // more than one part
  // Each record once for the types and once for the unique rule, which looks into the empty trash as well, and the storage in both calls.
  expect(meter.reads).toBe(2 * 2100 + 1 + 2);
});

test('a schema that contradicts itself is neither checked nor stored, and each fault is named', async () => {
  const { id, read } = await api.storage('contradicting');
  const schema = StorageSchema.parse({
    fields: { price: { type: 'number', default: 'free' }, state: { type: 'enum' }, author: { type: 'reference', storage: 'nowhere' } },
  });
  const refusal = { code: 'invalid-argument', details: [{ field: 'fields.price.default' }, { field: 'fields.state.values' }] };
  await expect(checkStored(api.services, { caller: admin, params: place(id), asked: { schema } })).rejects.toMatchObject(refusal);
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
