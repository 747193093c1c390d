import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import type { Services } from '../../services/services.ts';
import { newMeter, withMeter } from '../../store/model/meter.ts';
import { Timestamp } from '../../store/model/values.ts';
import { listProjectTrash } from './list-project-trash.ts';
import { changeSchema } from '../records/schema-change/change-schema.ts';
import { archiveStorage, recoverStorage } from '../storages/archive.ts';
import { updateStorage } from '../storages/storages.ts';
import { endTrash } from './end-trash.ts';

let api: ApiServer;
const day = 86_400_000;
/** Three in the morning (UTC): the look of that day is due. */
const start = Math.floor(Date.now() / day) * day + 3 * 3_600_000;
/** The same services, so many days later. */
const on = (days: number): Services => {
  const now = () => start + days * day;
  const records = Object.create(api.services.records, { now: { value: now } });
  return Object.create(api.services, { clock: { value: now }, records: { value: records } });
};
beforeAll(async () => {
  api = await startApi();
  await endTrash(on(0));
  const ada = { tenantId: 't1', role: 'admin', is_active: true, name: 'Ada', email: 'ada@example.test' };
  await database().doc('users/ada').set(ada);
  await database()
    .doc('projects/p1')
    .set({ counters: { storages: 0 } }, { merge: true });
});
afterAll(() => api.stop());

const database = () => databaseOf(api.services.store);
const kindsIn = async (id: string) => {
  const { docs } = await database().collection(`storages/${id}/deleted`).get();
  return Object.fromEntries(docs.map((doc) => [doc.id, doc.get('kind')]));
};

/** @param days before (negative) or after the first look, when the records are moved to the trash */
async function trashed(key: string, { days, count = 1, change = {} }: { days: number; count?: number; change?: object }) {
  const { id, path, read } = await api.storage(key, { is_softDelete: true, ...change });
  const made = (await api.call(path, { body: Array.from({ length: count }, (_, at) => ({ at })) })).body.data;
  const keys: string[] = made.map((record: { id: string }) => record.id);
  for (const each of keys) await api.call(`${path}/dataId/${each}`, { method: 'DELETE' });
  await deletedOn(id, keys, days);
  return { id, path, keys, read };
}

async function deletedOn(id: string, keys: readonly string[], days: number): Promise<void> {
  const batch = database().batch();
  for (const key of keys)
    batch.update(database().doc(`storages/${id}/deleted/${key}`), { deletedAt: Timestamp.fromMillis(start + days * day) });
  await batch.commit();
}

test('what lay in the trash before the first look has its full time from then on, and goes with its file and its names', async () => {
  const { id, path } = await api.storage('users', { is_softDelete: true });
  const [user] = (await api.call(path, { body: [{ username: 'ada', password: 'Ada-password-1' }] })).body.data;
  const form = new FormData();
  form.append('attachments', new Blob(['hello']), 'a.txt');
  await api.call(`${path}/dataId/${user.id}/upload?fieldName=file`, { method: 'POST', body: form });
  await api.call(`${path}/dataId/${user.id}`, { method: 'DELETE' });
  await deletedOn(id, [user.id], -100);
  const files = () =>
    [...(api.services.records.files as ReturnType<typeof memoryFiles>).objects.keys()].filter((name) => name.includes(id));
  await endTrash(on(29.9));
  expect([await kindsIn(id), files().length]).toEqual([{ [user.id]: 'trash' }, 1]);
  const { entries } = await listProjectTrash(on(1), { caller: admin, projectId: 'p1' });
  expect(entries).toContainEqual(expect.objectContaining({ storageId: id, endsAt: new Date(start + 30 * day).toISOString() }));
  await endTrash(on(31));
  expect([await kindsIn(id), files().length]).toEqual([{ [user.id]: 'tombstone' }, 0]);
  expect((await database().collection('unique').where('scope', '==', id).get()).size).toBe(0);
  expect((await database().doc(`storages/${id}/private/${user.id}`).get()).exists).toBe(false);
});

test('a storage says for how long; what is archived stays, and has its time again when it comes back', async () => {
  const short = await trashed('short', { days: 40, change: { trashDays: 7 } });
  const long = await trashed('long', { days: 40, change: { trashDays: 90 } });
  const away = await trashed('away', { days: 40 });
  await archiveStorage(on(41), admin, { projectId: 'p1', storageId: away.id });
  await endTrash(on(46));
  expect(Object.values(await kindsIn(short.id))).toEqual(['trash']);
  await endTrash(on(47));
  expect(Object.values(await kindsIn(short.id))).toEqual(['tombstone']);
  await endTrash(on(100));
  expect([await kindsIn(long.id), await kindsIn(away.id)].flatMap((kinds) => Object.values(kinds))).toEqual(['trash', 'trash']);
  await recoverStorage(on(100.5), admin, { projectId: 'p1', storageId: away.id });
  await endTrash(on(129));
  expect(Object.values(await kindsIn(away.id))).toEqual(['trash']);
  await endTrash(on(131));
  expect([await kindsIn(long.id), await kindsIn(away.id)].flatMap((kinds) => Object.values(kinds))).toEqual(['tombstone', 'tombstone']);
});

test('fewer days count from the change of the setting on, and other settings change nothing', async () => {
  const { id, read } = await trashed('fewer', { days: 200, change: { trashDays: 90 } });
  const path = { projectId: 'p1', storageId: id };
  await updateStorage(on(230), { caller: admin, path, change: { storageName: 'Renamed' } });
  expect((await read()).data.trashSince).toBeUndefined();
  expect((await updateStorage(on(250), { caller: admin, path, change: { trashDays: 7 } })).trashDays).toBe(7);
  await endTrash(on(256));
  expect(Object.values(await kindsIn(id))).toEqual(['trash']);
  await endTrash(on(258));
  expect(Object.values(await kindsIn(id))).toEqual(['tombstone']);
});

test('a record that is restored meanwhile stays, and what follows in its page goes', async () => {
  const { id, path, keys } = await trashed('meanwhile', { days: 300, count: 3 });
  const restoring = Object.create(on(331), {
    records: {
      value: Object.create(on(331).records, {
        store: { value: storeThat(() => api.call(`${path}/dataId/${keys[1]}/restore`, { method: 'POST' })) },
      }),
    },
  });
  await endTrash(restoring);
  expect((await api.call(`${path}/dataId/${keys[1]}`)).status).toBe(200);
  expect(await kindsIn(id)).toEqual({ [keys[0] ?? '']: 'tombstone', [keys[2] ?? '']: 'tombstone' });
});

/** A store that lets something happen before its first transaction, or before each. */
function storeThat(happens: () => Promise<unknown>, { each = false } = {}) {
  let isFirst = true;
  return Object.create(api.services.store, {
    transaction: {
      value: async (work: never) => {
        if (isFirst || each) await happens();
        isFirst = false;
        return api.services.store.transaction(work);
      },
    },
  });
}

test('a hundred records are told of a week before, once, and a few are not', async () => {
  const many = await trashed('many', { days: 400, count: 100 });
  const few = await trashed('few', { days: 400, count: 2 });
  const mails = () => api.mails.filter(({ to }) => to === 'ada@example.test').map(({ mail }) => mail);
  await endTrash(on(415));
  expect(mails()).toEqual([]);
  await endTrash(on(417));
  expect(mails()).toHaveLength(1);
  expect(mails()[0]?.text).toContain('100 of “My many”');
  expect(mails()[0]?.text).not.toContain('My few');
  expect(mails()[0]?.text).toContain(new Date(start + 430 * day).toISOString().slice(0, 10));
  for (const days of [418, 425, 429]) await endTrash(on(days));
  expect(mails()).toHaveLength(1);
  await endTrash(on(431));
  expect([...new Set([many, few].map(({ keys }) => keys).flat())]).toHaveLength(102);
  expect(new Set(Object.values({ ...(await kindsIn(many.id)), ...(await kindsIn(few.id)) }))).toEqual(new Set(['tombstone']));
});

test('an account with more to remove than its turn has time for goes on behind the others', async () => {
  const [large, small] = [await trashed('large', { days: 500, count: 100 }), await trashed('small', { days: 500 })];
  await database().doc('tenants/t0').set({ name: 'Before all others' });
  await database().doc(`storages/${large.id}`).update({ tenantId: 't0' });
  // Each commit takes eleven seconds.
  let now = on(531).clock();
  const store = storeThat(async () => (now += 11_000), { each: true });
  const records = Object.create(on(531).records, { store: { value: store } });
  const slow = Object.create(on(531), { clock: { value: () => now }, records: { value: records } });
  await endTrash(slow, 20_000);
  expect(Object.values(await kindsIn(small.id))).toEqual(['tombstone']);
  expect(Object.values(await kindsIn(large.id))).toContain('trash');
  for (let run = 0; run < 3; run += 1) await endTrash(slow, 20_000);
  expect(new Set(Object.values(await kindsIn(large.id)))).toEqual(new Set(['tombstone']));
});

test('a night costs a read for each account and two for each storage, and is over after one look', async () => {
  const { size } = await database().collection('storages').where('archived', '==', false).get();
  const meter = newMeter();
  await withMeter(meter, () => endTrash(on(600)));
  expect([meter.reads, meter.writes]).toEqual([3 + 2 * size, 1]);
  const again = newMeter();
  await withMeter(again, () => endTrash(on(600.01)));
  expect([again.reads, again.writes]).toEqual([1, 0]);
});

test.each([
  ['the follower', 7, 30],
  ['the head', 30, 7],
])(
  'of records that were deleted together, where the trash of %s is shorter, all stay until the last has had its time',
  async (_, few, many) => {
    const authors = await api.storage(`authors${few}`, { is_softDelete: true, trashDays: many as 7 | 30 });
    const books = await api.storage(`books${few}`, { is_softDelete: true, trashDays: few as 7 | 30 });
    const schema = StorageSchema.parse({ fields: { author: { type: 'reference', storage: authors.id, onDelete: 'cascade' } } });
    const path = { projectId: 'p1', storageId: books.id };
    await changeSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'warn' } });
    const author = (await api.call(authors.path, { body: { name: 'Ada' } })).body.data.id;
    const book = (await api.call(books.path, { body: { author } })).body.data.id;
    const alone = (await api.call(books.path, { body: { author: null } })).body.data.id;
    await api.call(`${authors.path}/dataId/${author}`, { method: 'DELETE' });
    await api.call(`${books.path}/dataId/${alone}`, { method: 'DELETE' });
    await deletedOn(authors.id, [author], 1);
    await deletedOn(books.id, [book, alone], 1);
    await endTrash(on(20));
    expect(await kindsIn(authors.id)).toEqual({ [author]: 'trash' });
    expect(await kindsIn(books.id)).toEqual({ [book]: 'trash', [alone]: few === 7 ? 'tombstone' : 'trash' });
    await endTrash(on(32));
    expect([await kindsIn(authors.id), await kindsIn(books.id)]).toEqual([
      { [author]: 'tombstone' },
      { [book]: 'tombstone', [alone]: 'tombstone' },
    ]);
  },
);
