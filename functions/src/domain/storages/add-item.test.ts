import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { saveSchema } from '../records/schema/save-schema.ts';
import { addItem } from './items.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a record that is added to a storage that warns is stored, and its faults are told by their fields', async () => {
  const path = { projectId: 'p1', storageId: (await api.storage('warning')).id };
  const schema = StorageSchema.parse({ fields: { price: { type: 'number' } } });
  await saveSchema(api.services, admin, path, { version: 0, schema, state: 'warn' });
  const added = await addItem(api.services, admin, path, { price: 'free' });
  expect(added).toMatchObject({ data: { price: 'free' }, warnings: [{ field: 'price', message: 'price must be a number.' }] });
  expect(await addItem(api.services, admin, path, { price: 5 })).not.toHaveProperty('warnings');
});
