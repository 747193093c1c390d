import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import type { Write } from '../../store/model/writes.ts';
import type { UsagePartsDocument } from '../../store/documents/usage-documents.ts';
import { createUsageParts } from './usage-parts.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data?.stop());

test('what one account cannot write holds back no other account', async () => {
  const { store } = data.services;
  const parts = createUsageParts({ store: () => store, now: Date.now });
  const call = { projectId: 'p1', verb: 'read' as const };
  parts.count({ ...call, tenantId: 'bad', keyId: 'k1', storageId: '__all__' }); // a field's name that the database refuses
  parts.count({ ...call, tenantId: 'good', keyId: 'k2', storageId: 's1' });
  await parts.flush();
  const { docs } = await databaseOf(store).collection('usageParts').get();
  expect(docs.map((doc) => [doc.get('tenantId') as string, doc.get('calls') as number])).toEqual([['good', 1]]);
});

test('an account that calls very many storages in a minute is counted whole, with few writes', async () => {
  const { store } = data.services;
  let writes = 0;
  const counting = {
    ...store,
    commit: (all: readonly Write[]) => {
      writes += all.length;
      return store.commit(all);
    },
  };
  const parts = createUsageParts({ store: () => counting, now: () => Date.UTC(2026, 4, 3) });
  const call = { tenantId: 'wide', projectId: 'p2', keyId: 'k3' };
  for (let i = 0; i < 300; i += 1)
    for (const verb of ['read', 'create', 'read'] as const) parts.count({ ...call, verb, storageId: `s${i}` });
  await parts.flush();
  expect(writes).toBe(10);
  const part = (await databaseOf(store).doc('usageParts/wide_202605_p2').get()).data();
  expect(part).toMatchObject({ tenantId: 'wide', projectId: 'p2', calls: 900, keys: { k3: 900 } });
  const storages = Object.entries(part?.storages as UsagePartsDocument['storages']);
  expect(storages).toHaveLength(300);
  for (const [, verbs] of storages) expect(verbs).toEqual({ read: 2, create: 1 });
  expect((await databaseOf(store).doc('keyUse/k3').get()).data()).toMatchObject({ tenantId: 'wide', calls: 900 });
});
