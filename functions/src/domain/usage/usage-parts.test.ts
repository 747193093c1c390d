import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDataServices } from '../../../test/data-services.ts';
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
  const { docs } = await store.firestore.collection('usageParts').get();
  expect(docs.map((doc) => [doc.get('tenantId') as string, doc.get('calls') as number])).toEqual([['good', 1]]);
});
