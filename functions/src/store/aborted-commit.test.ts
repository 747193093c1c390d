import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../test/data-services.ts';
import { createStore } from './access.ts';
import { tenants } from './collections.ts';
import { FirestoreError } from './rest/transport.ts';
import type { RestFirestore } from './rest/rest-firestore.ts';

const aborted = 10;
let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

/** A store whose REST commits always meet a lock. */
function lockedStore() {
  const rest = { commit: () => Promise.reject(new FirestoreError(aborted, 'Aborted due to cross-transaction contention.')) };
  return createStore(databaseOf(data.services.store), { rest: rest as unknown as RestFirestore }); // commits only
}

test('an unconditional commit that meets a lock is repeated by the SDK', async () => {
  await databaseOf(data.services.store).doc('tenants/t1').set({ ownerName: 'Ada' });
  await lockedStore().commit([tenants.update('t1', { ownerName: 'Grace' })]);
  expect((await data.services.store.tenants.get('t1'))?.data.ownerName).toBe('Grace');
});

test('a conditional commit that meets a lock fails, because its caller reads again', async () => {
  const row = await data.services.store.tenants.get('t1');
  const change = tenants.update('t1', { ownerName: 'Hedy' }, { lastUpdateTime: row?.updateTime });
  await expect(lockedStore().commit([change])).rejects.toMatchObject({ code: aborted });
});
