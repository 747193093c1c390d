import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../test/data-services.ts';
import { createServices, type Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { getRecord } from '../records/query/get-record.ts';
import { updateRecord } from '../records/write/change-record.ts';
import { createRecords } from '../records/write/create-records.ts';
import { bulkItems } from './bulk-items.ts';
import { updateItem } from './items.ts';
import { undoFromConsole } from './undo-from-console.ts';

const caller: Caller = {
  uid: 'ada',
  sid: 's1',
  role: 'admin',
  tenantId: 't1',
  projectId: null,
  owner: { uid: 'ada', name: 'Ada' },
  name: 'Ada',
  email: 'ada@example.test',
};
let data: Awaited<ReturnType<typeof startDataServices>>;
let services: Services;

beforeAll(async () => {
  data = await startDataServices();
  services = createServices({ records: data.services, config: { emulators: null } as unknown as Services['config'] });
  await databaseOf(services.store).doc('projects/p1').set({ tenantId: 't1', name: 'Shop', archivedAt: null });
});
afterAll(() => data?.stop());

test('a member looks at what a key did and takes it back; only the act stands in the activity log', async () => {
  const read = await makeStorage(data.services, { storageKey: 'orders', storageName: 'Orders', history: 30 });
  const [record] = await createRecords(services.records, await read(), { inputs: [{ price: 10 }], actor: 'ada' });
  const id = String(record?.id);
  await updateRecord(services.records, await read(), { id, fields: { price: 99 }, actor: 'kBad', origin: { keyId: 'kBad' } });
  const from = new Date(Date.now() - 60_000).toISOString();
  const undo = (dryRun: boolean) => undoFromConsole(services, { caller, projectId: 'p1', order: { key: 'kBad', from, dryRun } });
  const price = async () => (await getRecord(services.records, await read(), { id })).price;
  const sayings = async () => (await databaseOf(services.store).collection('activity').get()).docs.map((row) => row.get('description'));

  expect(await undo(true)).toMatchObject([{ storageName: 'Orders', records: 1, samples: [{ id, fields: ['price'] }] }]);
  expect([await price(), await sayings()]).toEqual([99, []]);

  expect(await undo(false)).toMatchObject([{ job: { state: 'done', changed: 1, kept: 0 } }]);
  expect([await price(), await sayings()]).toEqual([10, ['Ada had changes of records of Orders taken back.']]);
});

test('what somebody else changed since stays, and the plan names them', async () => {
  const read = await makeStorage(data.services, { storageKey: 'prices', storageName: 'Prices', history: 30 });
  await databaseOf(services.store).doc('users/ben').set({ tenantId: 't1', name: 'Ben' });
  const [record] = await createRecords(services.records, await read(), { inputs: [{ price: 10 }], actor: 'ada' });
  const id = String(record?.id);
  await updateRecord(services.records, await read(), { id, fields: { price: 99 }, actor: 'kBad', origin: { keyId: 'kBad' } });
  await updateRecord(services.records, await read(), { id, fields: { price: 12 }, actor: 'ben' });
  const order = { key: 'kBad', storageId: (await read()).id, dryRun: true };
  expect(await undoFromConsole(services, { caller, projectId: 'p1', order })).toMatchObject([
    { samples: [{ fields: [], conflicts: [{ field: 'price', reason: 'changed', author: { kind: 'member', id: 'ben', name: 'Ben' } }] }] },
  ]);
});

test('what a row of the activity log tells of is taken back, over several calls of one work, and nothing of other rows', async () => {
  const read = await makeStorage(data.services, { storageKey: 'posts', storageName: 'Posts', history: 30, is_softDelete: true });
  const made = await createRecords(services.records, await read(), { inputs: [{ n: 1 }, { n: 2 }, { n: 3 }], actor: 'ada' });
  const [first = '', second = '', third = ''] = made.map(({ id }) => String(id));
  const path = { projectId: 'p1', storageId: (await read()).id };
  const begun = await bulkItems(services, { caller, path, body: { action: 'delete', ids: [first] } });
  await bulkItems(services, { caller, path, body: { action: 'delete', ids: [second], log: begun.log } });
  await updateItem(services, { caller, path: { ...path, itemId: third }, body: { data: { n: 33 } } });
  const rows = (await databaseOf(services.store).collection('activity').get()).docs.filter((row) => row.get('values.name') === 'Posts');
  expect(rows.map((row) => row.get('inHistory'))).toEqual([true, true]);

  const order = { activity: String(begun.log), storageId: path.storageId, dryRun: false };
  expect(await undoFromConsole(services, { caller, projectId: 'p1', order })).toMatchObject([{ job: { changed: 2, kept: 0 } }]);
  const numberOf = async (id: string) => (await getRecord(services.records, await read(), { id })).n;
  expect(await Promise.all([first, second, third].map(numberOf))).toEqual([1, 2, 33]);
});
