import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { saveSchema } from '../records/schema/save-schema.ts';
import { addItem, updateItem } from './items.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a storage that warns stores what is added and changed, and tells the faults by their fields', async () => {
  const path = { projectId: 'p1', storageId: (await api.storage('warning')).id };
  const schema = StorageSchema.parse({ fields: { price: { type: 'number' } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'warn' } });
  const added = await addItem(api.services, { caller: admin, path, data: { price: 'free' } });
  expect(added).toMatchObject({ data: { price: 'free' }, warnings: [{ field: 'price', message: 'price must be a number.' }] });
  const fine = await addItem(api.services, { caller: admin, path, data: { price: 5 } });
  expect(fine).not.toHaveProperty('warnings');
  const item = { ...path, itemId: String(fine.data.id) };
  expect(await updateItem(api.services, { caller: admin, path: item, body: { data: { price: 'much' } } })).toMatchObject({
    warnings: [{ field: 'price' }],
  });
  expect(await updateItem(api.services, { caller: admin, path: item, body: { data: { price: 6 } } })).not.toHaveProperty('warnings');
});

test('a text of a form gets the type of what is stored, unless the form says that it has read it', async () => {
  const path = { projectId: 'p1', storageId: (await api.storage('typed')).id };
  const schema = StorageSchema.parse({ fields: { any: { type: 'json' } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'warn' } });
  const { data } = await addItem(api.services, { caller: admin, path, data: { any: {}, n: 1 } });
  const item = { ...path, itemId: String(data.id) };
  const change = async (body: Parameters<typeof updateItem>[1]['body']) =>
    (await updateItem(api.services, { caller: admin, path: item, body })).data;
  expect(await change({ data: { any: '{"a":1}', n: '2' }, typed: ['any'] })).toMatchObject({ any: '{"a":1}', n: 2 });
  expect(await change({ data: { any: '{"a":1}', n: '3' }, typed: ['n'] })).toMatchObject({ any: { a: 1 }, n: '3' });
});
