import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { backedUp } from '../../../../test/backed-up.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../../test/data-services.ts';
import { RestoreOrder } from '../../../validation/restore-order.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { latestReady } from '../../backups/find-backups.ts';
import { backupRecords } from '../../backups/download-backup.ts';
import { startRestore } from '../../backups/start-restore.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { runJobs, workOn } from '../jobs/run-jobs.ts';
import { isErased } from './erased-within.ts';
import type { RecordWrite } from '../model/record-write.ts';
import { entryId } from '../history/entry-id.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { writeRecords } from '../write/write-records.ts';
import { storageKeyId } from '../../storages/storage-by-key.ts';
import { eraseRecord } from './erase-record.ts';
import { sweepErasures } from './finish-erasure.ts';
import { markErased } from './mark-erased.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
  await database()
    .doc('projects/p1')
    .set({ counters: { storages: 9 } }, { merge: true });
});
afterAll(() => api.stop());

const database = () => databaseOf(api.services.store);
const objects = () => (api.services.records.files as ReturnType<typeof memoryFiles>).objects; // the files of a test
const idsIn = async (path: string) => (await database().collection(path).get()).docs.map(({ id }) => id);
/** The text of all documents below a storage, and of some collections beside it. */
async function everything(storageId: string): Promise<string> {
  const below = ['records', 'deleted', 'departed', 'private', 'accounts', 'history'].map((name) => `storages/${storageId}/${name}`);
  const found = await Promise.all([...below, 'deliveries', 'unique', 'erasures'].map((name) => database().collection(name).get()));
  return JSON.stringify(found.map(({ docs }) => docs.map((doc) => [doc.ref.path, doc.data()])));
}

async function aSecret(storageKey: string, change = {}) {
  const { id, path } = await api.storage(storageKey, { history: 30, ...change });
  const one = `${path}/dataId/anna-1`;
  await api.call(`${one}?upsert=true`, { method: 'PUT', body: { note: 'secret-1' } });
  await api.call(one, { method: 'PATCH', body: { note: 'secret-2' } });
  const [other] = (await api.call(path, { body: [{ note: 'of another' }] })).body.data;
  return { id, path, one, other: String(other.id) };
}

test('an erasure takes the record with history, file and names along, writes down its own key, and leaves others alone', async () => {
  const { id, path, one, other } = await aSecret('notes');
  const form = new FormData();
  form.append('attachments', new Blob(['hello']), 'a.txt');
  expect((await api.call(`${one}/upload?fieldName=file`, { method: 'POST', body: form })).status).toBe(200);
  const [key = ''] = (await idsIn(`storages/${id}/records`)).filter((each) => each !== other);
  expect([...objects().keys()].filter((name) => name.includes(id))).toHaveLength(1);
  const { updatedAt } = (await api.call(one)).body.data;
  const answer = await api.call(`${one}/erase`, { method: 'POST' });
  expect([answer.status, answer.body.data]).toEqual([200, { isDone: true }]);
  expect(await everything(id)).not.toContain('secret');
  expect([...objects().keys()].filter((name) => name.includes(id))).toEqual([]);
  // The mark for listeners does not stay as long as a history.
  const mark = (await database().doc(`storages/${id}/deleted/${key}`).get()).get('expiresAt').toMillis();
  expect(mark - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  expect((await api.call(`${one}/history`)).status).toBe(404);
  for (const erased of [`${key}/history`, `${key}?asOf=${updatedAt}&deleted=include`])
    expect((await api.call(`${path}/dataId/${erased}`)).body).toMatchObject({ message: 'Record not found.' });
  expect((await api.call(`${path}/dataId/${other}/history`)).body.data).toHaveLength(1);
  expect(await isErased(api.services.records, id, key)).toBe(true);
  expect(await isErased(api.services.records, id, other)).toBe(false);
  expect((await api.call(`${path}/dataId/${key}/erase`, { method: 'POST' })).body.data).toEqual({ isDone: true });
  expect((await api.call(`${path}/dataId/none/erase`, { method: 'POST' })).status).toBe(404);
});

test('a record in the trash, and one that was deleted for good and is known by its history, are erased', async () => {
  const { id, path, one } = await aSecret('trashed', { is_softDelete: true });
  await api.call(one, { method: 'DELETE' });
  expect((await api.call(`${one}/erase`, { method: 'POST' })).status).toBe(200);
  expect(await everything(id)).not.toContain('secret');
  const [made] = (await api.call(path, { body: [{ note: 'secret-3' }] })).body.data;
  await api.call(`${path}/dataId/${made.id}?permanent=true`, { method: 'DELETE' });
  expect(await idsIn(`storages/${id}/history`)).toHaveLength(3);
  await api.call(`${path}/dataId/${made.id}/erase`, { method: 'POST' });
  expect(await idsIn(`storages/${id}/history`)).toHaveLength(1);
});

test('what a backup holds of an erased record is neither restored nor downloaded', async () => {
  const { id, one, other } = await aSecret('backed');
  await backedUp(api.services);
  const backup = await latestReady(api.services, 'p1');
  const storage = await api.services.store.storages.get(id);
  if (!backup || !storage) throw new Error('both were made above');
  expect((await backupRecords(api.services, backup, { storageId: id })).content).toContain('secret-2');
  await api.call(`${one}/erase`, { method: 'POST' });
  const { content } = await backupRecords(api.services, backup, { storageId: id });
  expect(content).toContain('of another');
  expect(content).not.toContain('secret');
  const [started] = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse({ mode: 'exact', storages: [id] }) });
  const jobId = started?.jobId ?? '';
  await workOn(api.services.records, { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  expect((await api.services.store.recordJobs.get(jobId))?.data).toMatchObject({ state: 'done', failure: null, changed: 0 });
  expect(await idsIn(`storages/${id}/records`)).toEqual([other]);
});

test('a record that is erased where a restore has brought it back stays away from all earlier backups', async () => {
  const { id, one } = await aSecret('lost');
  await backedUp(api.services);
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('it was made above');
  const lose = async (storageId: string) => {
    await database().recursiveDelete(database().doc(`storages/${storageId}`));
    await database()
      .doc(`unique/${storageKeyId('p1', 'lost')}`)
      .delete();
  };
  const restored = async (from: NonNullable<typeof backup>, storageId: string) => {
    const [started] = await startRestore(api.services, admin, { backup: from, order: RestoreOrder.parse({ storages: [storageId] }) });
    await workOn(api.services.records, { kinds: jobKinds, jobId: started?.jobId ?? '', until: Number.POSITIVE_INFINITY });
    return started?.storageId ?? '';
  };
  await lose(id);
  const second = await restored(backup, id);
  expect(await everything(second)).toContain('secret-2');
  await backedUp(api.services);
  const later = await latestReady(api.services, 'p1');
  if (!later) throw new Error('it was made above');
  await lose(second);
  const third = await restored(later, second);
  expect((await api.call(`${one.replace(id, third)}/erase`, { method: 'POST' })).body.data).toEqual({ isDone: true });
  await lose(third);
  for (const [from, storageId] of [
    [backup, id],
    [later, second],
  ] as const) {
    const again = await restored(from, storageId);
    const found = await everything(again);
    expect(found).toContain('of another');
    expect(found).not.toContain('secret');
    await lose(again);
  }
});

test('an undo or a restore that is under way does not make an erased record again', async () => {
  const { id, read } = await api.storage('raced', { history: 30 });
  const one = `/api/raced/${id}/dataId/anna-1`;
  await api.call(`${one}?upsert=true`, { method: 'PUT', body: { note: 'secret-1' } });
  await backedUp(api.services);
  const backup = await latestReady(api.services, 'p1');
  if (!backup) throw new Error('it was made above');
  const [key = ''] = await idsIn(`storages/${id}/records`);
  await api.call(one, { method: 'DELETE' });
  const { createdAt } = (await database().doc(`storages/${id}/deleted/${key}`).get()).data() ?? {};
  // The mark stands, and the history is not gone yet.
  await markErased(api.services.records, await read(), { id: key, actor: 'u1' });
  const { data } = (await api.call('/api/undo', { body: { storageId: id, record: key, from: new Date(0).toISOString() } })).body;
  expect(data).toMatchObject([{ job: { changed: 0, kept: 1 } }]);
  await database().recursiveDelete(database().collection('erasures')); // as a restore that has looked before
  const [started] = await startRestore(api.services, admin, { backup, order: RestoreOrder.parse({ storages: [id] }) });
  const jobId = started?.jobId ?? '';
  await workOn(api.services.records, { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  const made = { id: key, millis: createdAt.toMillis(), micros: 0 };
  const create: RecordWrite = {
    op: 'create',
    storage: await read(),
    where: '',
    input: { fields: { note: 'secret' }, password: undefined },
    made,
    keptId: 'anna-1',
    fromBackup: true,
  };
  await expect(writeRecords(api.services.records, [create], { actor: 'u1' })).rejects.toMatchObject({ code: 'not-found' });
  expect(await idsIn(`storages/${id}/records`)).toEqual([]);
});

test('values that only an erased record had leave the kept totals, and what these count stays right', async () => {
  const { id, path, read } = await api.storage('counted');
  const schema = StorageSchema.parse({
    fields: { mail: { type: 'text' }, price: { type: 'decimal', scale: 2 } },
    totals: [{ by: ['mail'], sum: ['price'] }],
  });
  await changeSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: id },
    change: { version: 0, schema, state: 'learn' },
  });
  const ahead = Object.create(api.services.records, { now: { value: () => Date.now() + 120_000 } }) as typeof api.services.records;
  await runJobs(ahead, jobKinds, Number.POSITIVE_INFINITY);
  const rows = Array.from({ length: 20 }, (_, i) => ({ mail: i === 7 ? 'anna@secret.test' : 'bob', price: '1.10' }));
  const storage = await read();
  const made = await createRecords(api.services.records, storage, { inputs: rows, actor: 'u1' });
  for (const { id: each } of made) await updateRecord(api.services.records, storage, { id: each, fields: { price: '2.10' }, actor: 'u1' });
  const totals = async () => JSON.stringify((await database().collection(`storages/${id}/totals`).get()).docs.map((doc) => doc.data()));
  expect(await totals()).toContain('anna@secret.test');
  await eraseRecord(api.services.records, storage, { id: made[7]?.id ?? '', actor: 'u1' });
  expect(await totals()).not.toContain('anna');
  expect((await api.call(`${path}/aggregate?op=count,sum:price&groupBy=mail`)).body.data).toMatchObject([
    { group: 'bob', count: 19, sum: { price: '39.90' } },
  ]);
});

test('with their own records, a user goes out of all storages of the project, sessions included', async () => {
  const users = await api.storage('users', { is_softDelete: true });
  const orders = await api.storage('orders', { is_softDelete: true, history: 7 });
  const credentials = { username: 'ada.lovelace', password: 'Ada-password-1' };
  const userId = String((await api.call(users.path, { body: credentials })).body.data.id);
  await api.call(`${users.path}/authenticate`, { body: credentials });
  const rows = Array.from({ length: 60 }, (_, at) => ({ userId, at, of: 'ada.lovelace' }));
  const made = (await api.call(orders.path, { body: [...rows, { userId: 'somebody', of: 'bob.ross' }] })).body.data;
  await api.call(`${orders.path}/dataId/${made[0].id}`, { method: 'DELETE' });
  // A call has five seconds for it, and on a busy machine sweeps do the rest.
  expect((await api.call(`${users.path}/dataId/${userId}/erase`, { body: { withOwn: true } })).status).toBe(200);
  const due = async () => (await database().collection('erasures').where('dueAt', '!=', null).get()).size;
  for (let sweep = 1; sweep <= 10 && (await due()) > 0; sweep += 1) {
    const later = { value: () => Date.now() + sweep * 300_000 };
    await sweepErasures(Object.create(api.services.records, { now: later }) as typeof api.services.records);
  }
  const left = (await everything(users.id)) + (await everything(orders.id));
  expect(left).not.toContain('ada.lovelace'); // shorter names also turn up in ids
  expect(left).toContain('bob.ross');
  expect(await idsIn('appSessions')).toEqual([]);
  expect(await due()).toBe(0);
  expect((await api.call(`${orders.path}/dataId/${made[60].id}/erase`, { body: { withOwn: true } })).status).toBe(400);
});

test('an own record that a reference holds keeps no other from going, and goes once the reference is gone', async () => {
  const users = await api.storage('users');
  const orders = await api.storage('held');
  const bills = await api.storage('bills');
  const schema = StorageSchema.parse({ fields: { order: { type: 'reference', storage: orders.id, onDelete: 'refuse' } } });
  const change = { version: 0, schema, state: 'enforce' as const };
  await changeSchema(api.services, { caller: admin, path: { projectId: 'p1', storageId: bills.id }, change });
  const userId = String((await api.call(users.path, { body: { username: 'eva', password: 'Eva-password-1' } })).body.data.id);
  const own = Array.from({ length: 60 }, (_, at) => ({ userId, at }));
  const [held] = (await api.call(orders.path, { body: own })).body.data;
  const { body: bill } = await api.call(bills.path, { body: { order: held.id } });
  await api.call(`${users.path}/dataId/${userId}/erase`, { body: { withOwn: true } });
  let ahead = 0;
  const sweep = () => {
    ahead += 300_000;
    return sweepErasures(Object.create(api.services.records, { now: { value: () => Date.now() + ahead } }));
  };
  await sweep();
  expect(await idsIn(`storages/${orders.id}/records`)).toEqual([held.id]);
  await api.call(`${bills.path}/dataId/${bill.data.id}`, { method: 'DELETE' });
  await sweep();
  expect(await idsIn(`storages/${orders.id}/records`)).toEqual([]);
});

test('a delivery that waits is sent before it goes: the erasure ends by the sweep', async () => {
  const { id, one } = await aSecret('sent', { receivers: ['e1'] });
  await database().doc('endpoints/e1').set({ storageId: id, projectId: 'p1', tenantId: 't1' });
  expect((await api.call(`${one}/erase`, { method: 'POST' })).body.data).toEqual({ isDone: false });
  const pending = await database().collection('deliveries').where('endpointId', '==', 'e1').get();
  expect(pending.size).toBeGreaterThan(0);
  await Promise.all(pending.docs.map(({ ref }) => ref.update({ state: 'delivered' })));
  await sweepErasures(Object.create(api.services.records, { now: { value: () => Date.now() + 300_000 } }));
  expect(await everything(id)).not.toContain('secret');
});

test('a record with a long history does not keep the next erasure waiting in the same run', async () => {
  const [long, short] = [await aSecret('long'), await aSecret('short')];
  const keys: string[] = [];
  for (const [at, { id, other }] of [long, short].entries()) {
    const key = (await idsIn(`storages/${id}/records`)).find((each) => each !== other) ?? '';
    keys.push(key);
    const place = { storageId: id, key, recordId: null, tenantId: 't1', projectId: 'p1' };
    await database()
      .doc(`erasures/${key}`)
      .set({ ...place, erasedAt: new Date(), hasTotals: false, withOwn: false, dueAt: new Date(at) });
  }
  const history = database().collection(`storages/${long.id}/history`);
  await Promise.all(Array.from({ length: 400 }, (_, at) => history.doc(entryId(keys[0] ?? '', at + 10)).set({ at })));
  let now = Date.now();
  const { store } = api.services.records;
  const { commit } = store;
  const slow = vi.spyOn(store, 'commit').mockImplementation((writes) => {
    if (writes.some(({ path }) => path.startsWith(history.path))) now += 15_000;
    return commit.call(store, writes);
  });
  await sweepErasures(Object.create(api.services.records, { now: { value: () => now } }));
  slow.mockRestore();
  expect((await history.get()).size).toBeGreaterThan(0);
  expect((await database().doc(`erasures/${keys[1]}`).get()).get('dueAt')).toBeNull();
});

test('an erasure of a record with one change costs twelve reads, five writes and four deletes', async () => {
  const { read } = await api.storage('costs', { history: 30 });
  const [made] = (await api.call(`/api/costs/${(await read()).id}`, { body: [{ a: 1 }] })).body.data;
  const meter = newMeter();
  const storage = await read();
  await withMeter(meter, () => eraseRecord(api.services.records, storage, { id: made.id, actor: 'u1' }));
  expect(`${meter.reads}R ${meter.writes}W ${meter.deletes}D`).toBe('12R 5W 4D');
});
