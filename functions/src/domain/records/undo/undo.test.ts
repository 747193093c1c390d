import { type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { awayAt } from '../../../../test/away.ts';
import { admin } from '../../../../test/callers.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { readHistory } from '../history/read-history.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { getJob } from '../jobs/list-jobs.ts';
import { workOn } from '../jobs/run-jobs.ts';
import { undoJob } from './undo-job.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { undoInProject } from '../../storages/undo-in-project.ts';
import { deleteRecord, putRecord, restoreRecord, updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { UndoOrder } from './undo-order.ts';
import { beginUndo, previewUndo, selectionOf, type WantedUndo } from './start-undo.ts';

let api: ApiServer;
let clock = 0;
beforeEach(async () => {
  clock = 0;
  await api?.stop();
  api = await startApi();
});
afterAll(() => api.stop());

const hour = 3_600_000;
const ann = { actor: 'ann' };
const bad = { actor: 'kBad', origin: { keyId: 'kBad', requestId: 'q1' } };
const byBad: WantedUndo = { by: { kind: 'key', id: 'kBad' } };

const services = () => Object.create(api.services.records, { now: { value: () => Date.now() + clock } }) as typeof api.services.records;
const database = () => databaseOf(api.services.store);

async function aStorage(key = 'things', change = {}) {
  const storage = await api.storage(key, { history: 30, is_softDelete: true, ...change });
  const create = async (fields: object, author: Actor = ann) =>
    String((await createRecords(services(), await storage.read(), { inputs: [fields], ...author }))[0]?.id);
  const update = async (id: string, fields: object, author: Actor = ann) =>
    updateRecord(services(), await storage.read(), { id, fields, ...author });
  const remove = async (id: string, author: Actor = ann, permanent = false) =>
    deleteRecord(services(), await storage.read(), { id, permanent, ...author });
  const schema = async (of: object, version = 0, state: SchemaState = 'learn') =>
    changeSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: storage.id },
      change: { version, state, schema: StorageSchema.parse(of) },
    });
  return { ...storage, create, update, remove, schema };
}

async function finished(storageId: string, jobId: string) {
  await workOn(services(), { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(services(), storageId, jobId);
}

async function undo(storage: StorageRow, wanted: WantedUndo = byBad) {
  clock += 100; // quick changes run ahead of the clock by some milliseconds
  const selection = await selectionOf(services(), storage, wanted);
  return finished(storage.id, await beginUndo(services(), [storage], { selection, author: ann }));
}

async function preview(storage: StorageRow, wanted: WantedUndo = byBad) {
  return previewUndo(services(), { storage, selection: await selectionOf(services(), storage, wanted) });
}

const revert = async (storage: StorageRow, jobId: string) =>
  finished(storage.id, await undoJob(services(), storage, { jobId, actor: 'ann' }));
const shown = async ({ path }: { path: string }, id: string) => (await api.call(`${path}/dataId/${id}?deleted=include`)).body.data;
const placeOf = async ({ id }: { id: string }, key: string) => {
  if ((await database().doc(`storages/${id}/records/${key}`).get()).exists) return 'live';
  return (await database().doc(`storages/${id}/deleted/${key}`).get()).get('kind') as string | undefined;
};

describe('all selected changes of a record go back at once', () => {
  test('also those of later hours, where the first page finds nothing to do', async () => {
    const storage = await aStorage();
    const id = await storage.create({ n: 1 });
    clock += hour;
    await storage.update(id, { n: 2 }, bad);
    clock += hour;
    await storage.update(id, { n: 1 }, bad);
    expect(await undo(await storage.read())).toMatchObject({ seen: 1, changed: 0, kept: 0 });
    expect(await shown(storage, id)).toMatchObject({ n: 1 });
  });

  test('also more of one hour than a page holds, and more of one record than a query', async () => {
    const storage = await aStorage();
    const [id, other] = [await storage.create({ n: 0 }), await storage.create({ n: 0 })];
    const from = Date.now() + clock;
    clock += 1000;
    await storage.update(other, { n: -1 }, bad);
    for (let n = 1; n <= 520; n += 1) await storage.update(id, { n }, bad);
    expect(await undo(await storage.read())).toMatchObject({ seen: 2, changed: 2, kept: 0 });
    expect(await shown(storage, id)).toMatchObject({ n: 0 });
    expect(await shown(storage, other)).toMatchObject({ n: 0 });
    await undo(await storage.read(), { by: { kind: 'anyone' }, record: id, from });
    expect(await shown(storage, id)).toMatchObject({ n: 0 });
  });
});

describe('a record that was gone', () => {
  test('under a chosen id goes on where its history ended, and its mark goes', async () => {
    const storage = await aStorage();
    const row = await storage.read();
    await putRecord(services(), row, { id: 'my-own', fields: { n: 1 }, upsert: true, ...ann });
    await putRecord(services(), row, { id: 'my-own', fields: { n: 2 }, ...ann });
    await deleteRecord(services(), row, { id: 'my-own', permanent: true, ...bad });
    expect(await undo(row)).toMatchObject({ changed: 1, kept: 0 });
    expect(await shown(storage, 'my-own')).toMatchObject({ n: 2 });
    expect((await database().collection(`storages/${storage.id}/deleted`).get()).size).toBe(0);
    const { entries } = await readHistory(services(), row, { id: 'my-own', before: undefined, limit: 10 });
    expect(entries.map(({ revision, operation }) => [revision, operation])).toEqual([
      [4, 'create'],
      [3, 'delete'],
      [2, 'update'],
      [1, 'create'],
    ]);
    expect(entries[3]?.changes).toEqual({ n: { to: 1 } });
  });

  test('out of the trash is in the trash again', async () => {
    const storage = await aStorage();
    const id = await storage.create({ n: 1 });
    await storage.remove(id, ann);
    clock += 2 * hour;
    const from = Date.now() + clock - hour;
    await storage.remove(id, bad, true);
    expect(await placeOf(storage, id)).toBe('tombstone');
    expect(await undo(await storage.read(), { ...byBad, from })).toMatchObject({ changed: 1, kept: 0 });
    expect(await placeOf(storage, id)).toBe('trash');
    await restoreRecord(services(), await storage.read(), { id, ...ann });
    expect(await shown(storage, id)).toMatchObject({ n: 1 });
  });

  test('stays away while a new record has its chosen id, and that is told', async () => {
    const storage = await aStorage();
    const row = await storage.read();
    await putRecord(services(), row, { id: 'my-own', fields: { n: 1 }, upsert: true, ...ann });
    await deleteRecord(services(), row, { id: 'my-own', permanent: true, ...bad });
    await putRecord(services(), row, { id: 'my-own', fields: { n: 'new' }, upsert: true, ...ann });
    expect((await preview(row)).samples).toMatchObject([{ existence: 'stays', conflicts: [{ field: '#', reason: 'refused' }] }]);
    expect(await undo(row)).toMatchObject({ changed: 0, kept: 1, refused: [{ id: 'my-own' }] });
    expect(await shown(storage, 'my-own')).toMatchObject({ n: 'new' });
  });
});

test('a record that stays keeps what it was made with, whoever made it', async () => {
  const storage = await aStorage();
  const id = await storage.create({ n: 1 }, bad);
  await storage.remove(id, bad);
  await restoreRecord(services(), await storage.read(), { id, ...ann });
  await storage.remove(id, bad);
  expect(await undo(await storage.read())).toMatchObject({ changed: 1, kept: 0 });
  expect(await shown(storage, id)).toMatchObject({ n: 1 });
  expect(await placeOf(storage, id)).toBe('live');
});

test('what was deleted and made again under the same id, or with the same mail, is the old one again; and the new one after the undo of that', async () => {
  const users = await aStorage('users');
  const row = await users.read();
  const put = (fields: object, author: Actor) => putRecord(services(), row, { id: 'my-own', fields, upsert: true, ...author });
  await put({ username: 'old', email: 'a@example.test', n: 1 }, ann);
  const other = await users.create({ username: 'eva', email: 'eva@example.test', n: 1 });
  await deleteRecord(services(), row, { id: 'my-own', permanent: true, ...bad });
  await users.remove(other, bad, true);
  clock += hour;
  await put({ username: 'new', email: 'eva@example.test', n: 2 }, bad);
  const job = await undo(row);
  expect(job).toMatchObject({ seen: 3, changed: 3, kept: 0 });
  expect(await shown(users, 'my-own')).toMatchObject({ username: 'old', n: 1 });
  expect(await shown(users, other)).toMatchObject({ username: 'eva', n: 1 });
  expect(await revert(row, job.id)).toMatchObject({ changed: 3, kept: 0 });
  expect(await shown(users, 'my-own')).toMatchObject({ username: 'new', email: 'eva@example.test', n: 2 });
  expect((await api.call(users.path)).body.data).toHaveLength(1);
});

test('changes of a record that lies in the trash are told, and the record that comes out has them', async () => {
  const storage = await aStorage();
  const id = await storage.create({ n: 1 });
  await storage.update(id, { n: 2 }, bad);
  await storage.remove(id, ann);
  expect(await undo(await storage.read())).toMatchObject({ changed: 0, kept: 1 });
  await restoreRecord(services(), await storage.read(), { id, ...ann });
  expect(await undo(await storage.read())).toMatchObject({ changed: 1, kept: 0 });
  expect(await shown(storage, id)).toMatchObject({ n: 1 });
});

test('a record that was taken out of the trash and changed goes back there as it was', async () => {
  const storage = await aStorage();
  const id = await storage.create({ n: 1, text: 'a' });
  await storage.remove(id, ann);
  await restoreRecord(services(), await storage.read(), { id, ...bad });
  await storage.update(id, { n: 2 }, bad);
  const job = await undo(await storage.read());
  expect(await placeOf(storage, id)).toBe('trash');
  expect((await database().doc(`storages/${storage.id}/deleted/${id}`).get()).get('data')).toEqual({ n: 1, text: 'a' });
  await revert(await storage.read(), job.id);
  expect(await shown(storage, id)).toMatchObject({ n: 2, text: 'a' });
  expect(await placeOf(storage, id)).toBe('live');
});

describe('what is refused today', () => {
  test('is left alone field by field: a value that another record has by now', async () => {
    const storage = await aStorage();
    await storage.schema({ fields: { code: { type: 'text' } }, unique: [{ fields: ['code'] }] }, 0, 'enforce');
    await runArming(storage.id);
    const id = await storage.create({ code: 'A', note: 'mine' });
    await storage.update(id, { code: 'B', note: 'bad' }, bad);
    await storage.create({ code: 'A', note: 'of another' });
    const row = await storage.read();
    expect((await preview(row)).samples).toMatchObject([{ fields: ['note'], conflicts: [{ field: 'code', reason: 'refused' }] }]);
    expect(await undo(row)).toMatchObject({ changed: 1, kept: 1, refused: [{ id, message: expect.stringContaining('code') }] });
    expect(await shown(storage, id)).toMatchObject({ code: 'B', note: 'mine' });
  });

  test('keeps a user with a mail that somebody took, and the others come back', async () => {
    const users = await aStorage('users');
    const id = await users.create({ username: 'ann', email: 'ann@example.test', password: 'A-long-password-1' });
    const other = await users.create({ username: 'eva', email: 'eva@example.test' });
    await users.remove(id, bad, true);
    await users.remove(other, bad, true);
    await users.create({ username: 'new', email: 'ANN@example.test' });
    expect(await undo(await users.read())).toMatchObject({ seen: 2, changed: 1, kept: 1, refused: [{ id }] });
    expect(await shown(users, other)).toMatchObject({ username: 'eva' });
    expect(await placeOf(users, id)).toBe('tombstone');
  });

  test('is not what a schema says that became stricter: values come back as they were', async () => {
    const storage = await aStorage();
    const id = await storage.create({ price: 'free', old: true });
    await storage.update(id, { price: 'dear', old: { $unset: true } }, bad);
    await storage.schema({ fields: { price: { type: 'enum', values: ['dear', 'cheap'], required: true } }, closed: true }, 0, 'enforce');
    await runArming(storage.id);
    const job = await undo(await storage.read());
    expect(job).toMatchObject({ changed: 1, kept: 0 });
    expect(await shown(storage, id)).toMatchObject({ price: 'free', old: true });
    await revert(await storage.read(), job.id);
    expect((await shown(storage, id)).old).toBeUndefined();
  });

  test('is not a reference to a record that comes back later, or never', async () => {
    const groups = await aStorage('groups');
    const items = await aStorage('items');
    await items.schema({ fields: { group: { type: 'reference', storage: groups.id, onDelete: 'clear' } } }, 0, 'enforce');
    await runArming(items.id);
    const group = await groups.create({ name: 'g' });
    const item = await items.create({ group, note: 1 });
    await items.update(item, { group: null, note: 2 }, bad);
    await groups.remove(group, bad, true);
    expect(await undo(await items.read())).toMatchObject({ changed: 1, kept: 0 });
    expect(await shown(items, item)).toMatchObject({ group, note: 1 });
    await undo(await groups.read());
    expect(await shown(groups, group)).toMatchObject({ name: 'g' });
  });
});

describe('records of others that refer to one', () => {
  async function aShop(onDelete: string) {
    const [customers, orders] = [await aStorage('customers'), await aStorage('orders')];
    await orders.schema({ fields: { customer: { type: 'reference', storage: customers.id, onDelete } } }, 0, 'enforce');
    await runArming(orders.id);
    return { customers, orders };
  }

  test.each(['cascade', 'clear', 'refuse'])('keep it from being removed, also where a delete would %s them', async (onDelete) => {
    const { customers, orders } = await aShop(onDelete);
    const [wanted, alone] = [await customers.create({ n: 1 }, bad), await customers.create({ n: 2 }, bad)];
    const order = await orders.create({ customer: wanted, n: 1 });
    const row = await customers.read();
    const { samples } = await preview(row);
    expect(samples.find(({ id }) => id === wanted)).toEqual({
      id: wanted,
      existence: 'stays',
      fields: [],
      conflicts: [
        {
          field: '#',
          reason: 'refused',
          message: expect.any(String),
          key: 'stillReferred',
          values: { name: 'My orders', field: 'customer' },
        },
      ],
    });
    const message = expect.stringContaining('My orders');
    expect(await undo(row)).toMatchObject({ changed: 1, kept: 1, refused: [{ id: wanted, message }] });
    expect(await shown(orders, order)).toMatchObject({ customer: wanted, n: 1 });
    expect([await placeOf(customers, wanted), await placeOf(customers, alone)]).toEqual(['live', 'trash']);
  });

  test('go and come with it where the same changes made them so', async () => {
    const { customers, orders } = await aShop('cascade');
    const customer = await customers.create({ n: 1 });
    const order = await orders.create({ customer, n: 1 });
    await customers.remove(customer, bad);
    expect(await placeOf(orders, order)).toBe('trash');
    const row = await customers.read();
    const job = await undo(row);
    expect([await placeOf(customers, customer), await placeOf(orders, order)]).toEqual(['live', 'live']);
    expect(await revert(row, job.id)).toMatchObject({ changed: 1, kept: 0 });
    expect([await placeOf(customers, customer), await placeOf(orders, order)]).toEqual(['trash', 'trash']);
  });

  test('refer to it again after a deletion for good, also where no history is kept, unless they refer elsewhere by now', async () => {
    const [customers, orders] = [await aStorage('customers'), await aStorage('orders', { history: 0 })];
    await orders.schema({ fields: { customer: { type: 'reference', storage: customers.id, onDelete: 'clear' } } }, 0, 'enforce');
    await runArming(orders.id);
    const [gone, thrown, other] = [await customers.create({ n: 1 }), await customers.create({ n: 2 }), await customers.create({ n: 3 })];
    const [first, second, moved] = [gone, thrown, gone].map((customer) => ({ customer, made: orders.create({ customer }) }));
    const ids = await Promise.all([first, second, moved].map((each) => each?.made ?? ''));
    await customers.remove(gone, bad, true);
    await customers.remove(thrown, bad);
    await customers.remove(thrown, bad, true);
    await orders.update(ids[2] ?? '', { customer: other });
    const referred = async () => Promise.all(ids.map(async (id) => (await shown(orders, id)).customer));
    expect(await referred()).toEqual([null, null, other]);
    expect(await undo(await customers.read())).toMatchObject({ changed: 2, kept: 0 });
    expect(await referred()).toEqual([gone, thrown, other]);
  });

  test('go back whole where they come along with it, and the storages refer to each other', async () => {
    const [customers, orders] = [await aStorage('customers'), await aStorage('orders')];
    const to = (storage: string) => ({ type: 'reference', storage, onDelete: 'clear' });
    await orders.schema({ fields: { customer: to(customers.id) } }, 0, 'enforce');
    await customers.schema({ fields: { latest: to(orders.id) } }, 0, 'enforce');
    for (const { id } of [customers, orders]) await runArming(id);
    const [customer, order] = [await customers.create({ n: 1 }), await orders.create({ n: 1 })];
    const [ofOrder, ofCustomer] = [await orders.create({ customer, n: 1 }), await customers.create({ latest: order, n: 1 })];
    await orders.update(ofOrder, { n: 2 }, bad);
    await customers.update(ofCustomer, { n: 2 }, bad);
    await customers.remove(customer, bad);
    await orders.remove(order, bad);
    clock += 100;
    const place = { tenantId: 't1', projectId: 'p1', findStorage: async () => customers.read() };
    const [work] = await undoInProject(services(), place, { order: UndoOrder.parse({ key: 'kBad', dryRun: false }), author: ann });
    if (!work || !('job' in work)) throw new Error('nothing is undone');
    expect(await finished(orders.id, work.job.id)).toMatchObject({ state: 'done', changed: 4, kept: 0 });
    expect(await shown(orders, ofOrder)).toMatchObject({ customer, n: 1 });
    expect(await shown(customers, ofCustomer)).toMatchObject({ latest: order, n: 1 });
  });

  test.each(['cascade', 'clear', 'refuse'])('go by themselves before it in an undo of a whole project (%s)', async (onDelete) => {
    const { customers, orders } = await aShop(onDelete);
    const [customer, wanted] = [await customers.create({ n: 1 }, bad), await customers.create({ n: 1 }, bad)];
    const order = await orders.create({ customer, n: 1 }, bad);
    await orders.create({ customer: wanted, n: 1 });
    clock += 100;
    const place = { tenantId: 't1', projectId: 'p1', findStorage: async () => customers.read() };
    const of = (dryRun: boolean) => undoInProject(services(), place, { order: UndoOrder.parse({ key: 'kBad', dryRun }), author: ann });
    const told = (await of(true)).filter((each) => 'samples' in each && each.records > 0);
    expect(told).toMatchObject([{ storageId: orders.id }, { storageId: customers.id }]);
    const fates = told.flatMap((each) => ('samples' in each ? each.samples : []));
    expect(fates.map(({ id, existence, conflicts }) => [id, existence, conflicts[0]?.reason])).toEqual(
      expect.arrayContaining([
        [order, 'remove', undefined],
        [customer, 'remove', undefined],
        [wanted, 'stays', 'refused'],
      ]),
    );
    const begun = (await of(false)).flatMap((each) => ('job' in each ? [{ storageId: each.storageId, id: each.job.id }] : []));
    const ended = [];
    for (const { storageId, id } of begun) ended.push({ storageId, job: await finished(storageId, id) }); // the call waits two seconds for it
    const done = ended.filter(({ job }) => job.seen > 0);
    expect(done).toMatchObject([
      { storageId: orders.id, job: { changed: 2, kept: 1 } },
      { storageId: customers.id, job: { changed: 2, kept: 1 } },
    ]);
    const jobs = done.map(({ job }) => job);
    expect(jobs[1]).toEqual(jobs[0]);
    expect(jobs[0]?.storages?.map(({ storageId, changed }) => [storageId, changed])).toEqual([
      [orders.id, 1],
      [customers.id, 1],
    ]);
    expect([await placeOf(customers, customer), await placeOf(orders, order)]).toEqual(['trash', 'trash']);
    expect(await placeOf(customers, wanted)).toBe('live');
  });
});

/** Unique values that a bad key hands on: B from the second record to a third, A from the first to the second. */
async function handedOn() {
  const storage = await aStorage();
  await storage.schema({ fields: { code: { type: 'text' } }, unique: [{ fields: ['code'] }] }, 0, 'enforce');
  await runArming(storage.id);
  const [one, two] = [await storage.create({ code: 'A' }), await storage.create({ code: 'B' })];
  await storage.update(one, { code: 'C' }, bad);
  await storage.update(two, { code: 'A' }, bad);
  return { storage, one, two, three: await storage.create({ code: 'B' }, bad) };
}

test('a value goes back to whom it was taken from, also where the record that has it goes', async () => {
  const { storage, one, two, three } = await handedOn();
  const row = await storage.read();
  expect((await preview(row)).samples.flatMap(({ conflicts }) => conflicts)).toEqual([]);
  const job = await undo(row);
  expect(job).toMatchObject({ seen: 3, changed: 3, kept: 0 });
  expect([await shown(storage, one), await shown(storage, two)]).toMatchObject([{ code: 'A' }, { code: 'B' }]);
  expect(await revert(row, job.id)).toMatchObject({ changed: 3, kept: 0 });
  expect([await shown(storage, one), await shown(storage, two), await shown(storage, three)]).toMatchObject([
    { code: 'C' },
    { code: 'A' },
    { code: 'B' },
  ]);
});

test.each([3, 4, 5])('an outage at write %i of such an undo ends its page, and keeps no record from it', async (nth) => {
  const { storage, one, two } = await handedOn();
  clock += 100;
  const row = await storage.read();
  const jobId = await beginUndo(services(), [row], { selection: await selectionOf(services(), row, byBad), author: ann });
  vi.spyOn(console, 'error').mockReturnValue(); // the outage is logged
  awayAt(api.services.store, nth + 1); // after that which takes the job
  await finished(storage.id, jobId).catch(() => {}); // nor does one at the taking of a page
  vi.restoreAllMocks();
  expect(await getJob(services(), storage.id, jobId)).toMatchObject({ state: 'running' });
  clock += hour;
  expect(await finished(storage.id, jobId)).toMatchObject({ state: 'done', kept: 0 });
  expect([await shown(storage, one), await shown(storage, two)]).toMatchObject([{ code: 'A' }, { code: 'B' }]);
});

test('a record that somebody changes between the plan and its commit is planned again', async () => {
  const storage = await aStorage();
  const id = await storage.create({ n: 1, text: 'a' });
  await storage.update(id, { n: 2, text: 'b' }, bad);
  const row = await storage.read();
  clock += 100;
  const jobId = await beginUndo(services(), [row], { selection: await selectionOf(services(), row, byBad), author: ann });
  const { store } = api.services.records;
  let isFirst = true;
  const between = Object.create(store, {
    optimistic: {
      async value(...args: Parameters<typeof store.optimistic>) {
        if (isFirst) {
          isFirst = false;
          await storage.update(id, { text: 'of ann' });
        }
        return store.optimistic(...args);
      },
    },
  }) as typeof store;
  const during = Object.create(services(), { store: { value: between } }) as typeof api.services.records;
  await workOn(during, { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  expect(isFirst).toBe(false);
  expect(await getJob(services(), storage.id, jobId)).toMatchObject({ state: 'done', changed: 1, kept: 1 });
  expect(await shown(storage, id)).toMatchObject({ n: 1, text: 'of ann' });
});

test('a field that was null is null again, and one that was absent is absent', async () => {
  const storage = await aStorage();
  const id = await storage.create({ was: null });
  await storage.update(id, { was: 'set', fresh: 'set' }, bad);
  await undo(await storage.read());
  const { was, fresh } = await shown(storage, id);
  expect({ was, fresh }).toEqual({ was: null, fresh: undefined });
});

test('records that an import made go, those that others have changed since stay', async () => {
  const storage = await aStorage();
  const rows = ['n', '1', '2', '3'].join('\n');
  const answer = await api.call(`${storage.path}/import`, { body: rows, headers: { 'content-type': 'text/csv' } });
  expect(answer.status).toBe(201);
  const { importId } = answer.body.data;
  const list = (await api.call(storage.path)).body.data as { id: string; n: string }[];
  const edited = list.find(({ n }) => String(n) === '2');
  await storage.update(edited?.id ?? '', { note: 'mine' });
  const mine = await storage.create({ n: 9 });
  expect(await undo(await storage.read(), { by: { kind: 'import', id: importId } })).toMatchObject({ seen: 3, changed: 2, kept: 1 });
  const left = (await api.call(storage.path)).body.data as { id: string }[];
  expect(left.map(({ id }) => id).sort()).toEqual([edited?.id, mine].sort());
});

test('a dry run writes nothing and says the same as the undo does', async () => {
  const storage = await aStorage();
  const id = await storage.create({ n: 1 });
  await storage.update(id, { n: 2 }, bad);
  const meter = newMeter();
  const row = await storage.read();
  const told = await withMeter(meter, () => preview(row));
  expect(told).toEqual({ records: 1, isExact: true, samples: [{ id, existence: 'stays', fields: ['n'], conflicts: [] }] });
  expect([meter.writes, meter.deletes]).toEqual([0, 0]);
});

describe('changes that are taken back one after the other, the newest first', () => {
  const by = (requestId: string): Actor => ({ actor: 'kBad', origin: { keyId: 'kBad', requestId } });
  const ofRequest = (id: string): WantedUndo => ({ by: { kind: 'request', id } });
  const aWorld = async () => {
    const storage = await aStorage();
    const id = await storage.create({ n: 0, other: 'x' });
    const back = async (requestId: string) => {
      const { changed, kept } = await undo(await storage.read(), ofRequest(requestId));
      return [changed, kept, (await shown(storage, id))?.n];
    };
    return { storage, id, back };
  };

  test('each leads to the one before, and a second undo of the same does nothing', async () => {
    const { storage, id, back } = await aWorld();
    for (const [i, request] of ['q1', 'q2', 'q3'].entries()) await storage.update(id, { n: i + 1 }, by(request));
    expect(await back('q3')).toEqual([1, 0, 2]);
    expect(await back('q3')).toEqual([0, 0, 2]);
    await storage.update(id, { other: 'y' }); // another field counts by itself
    expect(await back('q2')).toEqual([1, 0, 1]);
    expect(await back('q1')).toEqual([1, 0, 0]);
    expect(await shown(storage, id)).toMatchObject({ other: 'y' });
  });

  test('what somebody else wrote between stays', async () => {
    const { storage, id, back } = await aWorld();
    await storage.update(id, { n: 1 }, by('q1'));
    await storage.update(id, { n: 5 });
    await storage.update(id, { n: 1 });
    await storage.update(id, { n: 9 }, by('q2'));
    expect(await back('q2')).toEqual([1, 0, 1]);
    expect(await back('q1')).toEqual([0, 1, 1]);
    expect((await preview(await storage.read(), ofRequest('q1'))).samples).toMatchObject([{ conflicts: [{ author: { id: 'ann' } }] }]);
  });

  test('an undo that is undone has taken back nothing', async () => {
    const { storage, id, back } = await aWorld();
    await storage.update(id, { n: 1 }, by('q1'));
    await storage.update(id, { n: 2 }, by('q2'));
    const first = await undo(await storage.read(), ofRequest('q2'));
    expect(await revert(await storage.read(), first.id)).toMatchObject({ changed: 1 });
    expect(await back('q1')).toEqual([0, 1, 2]);
    expect(await back('q2')).toEqual([1, 0, 1]);
    expect(await back('q1')).toEqual([1, 0, 0]);
  });

  test('a record goes back from place to place', async () => {
    const { storage, id, back } = await aWorld();
    await storage.remove(id, by('q1'));
    await storage.remove(id, by('q2'), true);
    await back('q2');
    expect(await placeOf(storage, id)).toBe('trash');
    expect(await back('q1')).toEqual([1, 0, 0]);
    expect(await placeOf(storage, id)).toBe('live');
  });

  test('a record that was made, changed and thrown away goes as it was made', async () => {
    const storage = await aStorage();
    const id = await storage.create({ n: 0 }, by('q1'));
    await storage.update(id, { n: 1 }, by('q2'));
    await storage.remove(id, by('q3'));
    for (const request of ['q3', 'q2', 'q1'])
      expect(await undo(await storage.read(), ofRequest(request))).toMatchObject({ changed: 1, kept: 0 });
    expect([await placeOf(storage, id), (await shown(storage, id)).n]).toEqual(['trash', 0]);
  });
});

describe('where changes of a while were not kept', () => {
  /** @param work while the storage keeps no history */
  async function unkept({ id }: { id: string }, work: () => Promise<unknown>) {
    await database().doc(`storages/${id}`).update({ history: 0 });
    await work();
    await database().doc(`storages/${id}`).update({ history: 30 });
  }
  const all = (record: string): WantedUndo => ({ by: { kind: 'anyone' }, record });

  test('a record that was deleted for good comes back with what it was then, and that is told', async () => {
    const storage = await aStorage();
    const id = await storage.create({ n: 1, kept: 'a' });
    clock += 100;
    const from = Date.now() + clock;
    await storage.update(id, { n: 2 }, bad);
    await unkept(storage, () => storage.update(id, { n: 3 }));
    await storage.update(id, { n: 4 }, bad);
    await storage.remove(id, bad, true);
    const [sample] = (await preview(await storage.read(), { ...all(id), from })).samples;
    expect(sample).toMatchObject({ existence: 'revive', conflicts: [{ field: 'n', reason: 'unknown' }] });
    expect(await undo(await storage.read(), { ...all(id), from })).toMatchObject({ changed: 1, kept: 1 });
    expect(await shown(storage, id)).toMatchObject({ n: 3, kept: 'a' });
  });

  test('a record that went meanwhile is not made again without its fields', async () => {
    const storage = await aStorage();
    const id = await storage.create({ n: 1 });
    await storage.remove(id, bad);
    await unkept(storage, () => storage.remove(id, ann, true));
    expect((await preview(await storage.read())).samples).toMatchObject([
      { existence: 'stays', conflicts: [{ field: '#', reason: 'unknown' }] },
    ]);
    expect(await undo(await storage.read())).toMatchObject({ changed: 0, kept: 1 });
    expect(await placeOf(storage, id)).toBe('tombstone');
  });

  test('a record that somebody changed meanwhile does not go', async () => {
    const storage = await aStorage();
    const id = await storage.create({ n: 1 }, bad);
    await unkept(storage, () => storage.update(id, { n: 2 }));
    expect(await undo(await storage.read())).toMatchObject({ changed: 0, kept: 1 });
    expect(await shown(storage, id)).toMatchObject({ n: 2, is_deleted: false });
  });
});

/** Works on what a schema needs before it is enforced. */
async function runArming(storageId: string): Promise<void> {
  clock += 120_000;
  const { rows } = await services().store.recordJobs.query({ where: [['storageId', '==', storageId]] });
  for (const { id } of rows) await finished(storageId, id);
}
