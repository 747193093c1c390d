import { StorageSchema, type ViewSettings } from '@bedplate/contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { backedUp } from '../../../test/backed-up.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, type memoryFiles } from '../../../test/data-services.ts';
import { newMeter, withMeter } from '../../store/model/meter.ts';
import { Timestamp } from '../../store/model/values.ts';
import { askNightly } from './ask-nightly.ts';
import { createEndpoint, removeEndpoint } from '../endpoints/save-endpoint.ts';
import { saveAccess } from '../grants/save-access.ts';
import { readHealth } from '../office/health/read-health.ts';
import { changeSchema } from '../records/schema-change/change-schema.ts';
import { addSavedView, changeSavedView, deleteSavedView } from '../storages/saved-views.ts';
import { drill } from './drill.ts';
import { keepBackups } from './keep-backups.ts';
import { listBackups } from './list-backups.ts';
import { makeBackup } from './make-backup.ts';
import { newBackup } from './new-backup.ts';
import { removeExpired } from './remove-backups.ts';
import { runBackups } from './run-backups.ts';

let api: ApiServer;
let now = 0;
const day = 86_400_000;
const view = {
  search: '',
  where: '',
  startDate: '',
  endDate: '',
  limit: 10,
  sort: null,
  deleted: false,
  hidden: [],
  order: [],
} satisfies ViewSettings;
const always = Number.POSITIVE_INFINITY;
const database = () => databaseOf(api.services.store);
const kept = () => (api.services.records.files as ReturnType<typeof memoryFiles>).objects; // the files of a test
const objects = () => [...kept().keys()].filter((path) => path.startsWith('backups/'));
const listed = () => listBackups(api.services, admin, 'p1');

beforeEach(async () => {
  await api?.stop();
  // Three in the morning of tomorrow, or later than the real time that the database knows.
  now = (Math.floor(Date.now() / day) + 1) * day + 3 * 3600_000;
  api = await startApi({ clock: () => now });
});
afterAll(() => api.stop());

test('a night makes a backup of a project that has changed, once; one that has not costs a few reads', async () => {
  const { path } = await api.storage('orders');
  await api.call(path, { body: { at: 1 } });
  await keepBackups(api.services, always);
  expect(await listed()).toMatchObject([{ cause: 'nightly', state: 'ready', records: 1, storages: 1 }]);
  await api.call(path, { body: { at: 2 } });
  await keepBackups(api.services, always);
  expect(await listed()).toHaveLength(1);
  now += day;
  await keepBackups(api.services, always);
  expect(await listed()).toMatchObject([{ records: 2 }, { records: 1 }]);
  await keepBackups(api.services, always); // the end of the round
  const anHourAgo = Timestamp.fromMillis(Date.now() - 3600_000);
  const records = await database().collectionGroup('records').get();
  for (const { ref } of records.docs) await ref.update({ updatedAt: anHourAgo });
  now += day;
  const meter = newMeter();
  await withMeter(meter, () => askNightly(api.services, always));
  expect(await listed()).toHaveLength(2);
  // The round, the project, its last two backups, its storage, and one each for changes and deletions.
  expect(meter).toMatchObject({ reads: 7, writes: 1 });
});

test('a night makes a backup where only views, endpoints, schema or rules of a storage have changed', async () => {
  const { id } = await api.storage('orders');
  const path = { projectId: 'p1', storageId: id };
  const { services } = api;
  let added = '';
  let endpoint = '';
  const changes = [
    async () => (added = (await addSavedView(services, admin, { path, input: { name: 'Mine', view } })).id),
    () => changeSavedView(services, admin, { path: { ...path, viewId: added }, change: { name: 'Ours' } }),
    () => deleteSavedView(services, admin, { ...path, viewId: added }),
    async () => {
      const input = { dataStorageId: id, type: 'webhook', functionality: 'sender' } as const;
      endpoint = (await createEndpoint(services, { caller: admin, projectId: 'p1', input })).id;
    },
    () => removeEndpoint(services, admin, endpoint),
    () =>
      changeSchema(services, { caller: admin, path, change: { version: 0, state: 'learn', schema: StorageSchema.parse({ fields: {} }) } }),
    () => saveAccess(services, admin, { path, change: { version: 0, grants: [] } }),
  ];
  const newestAfterNight = async () => {
    now += day;
    await keepBackups(services, always);
    return (await listed())[0]?.id;
  };
  let newest = await newestAfterNight();
  for (const [i, change] of changes.entries()) {
    await change();
    const next = await newestAfterNight();
    expect(next, `change ${i}`).not.toBe(newest);
    newest = next;
  }
  expect(await newestAfterNight()).toBe(newest);
});

test('a month’s drill restores a backup into nowhere and tells the health page, also that it failed', async () => {
  const { path } = await api.storage('orders');
  await api.call(path, { body: { at: 1 } });
  await backedUp(api.services);
  await drill(api.services, always);
  expect((await readHealth(api.services)).backupDrill).toMatchObject({ records: 1, failure: null });
  for (const name of objects().filter((each) => each.endsWith('.ndjson.gz'))) kept().delete(name);
  now += 29 * day;
  await drill(api.services, always);
  expect((await readHealth(api.services)).backupDrill).toMatchObject({ failure: null });
  now += 2 * day;
  await drill(api.services, always);
  expect((await readHealth(api.services)).backupDrill).toMatchObject({ records: 0, failure: expect.stringMatching(/ is damaged\.$/) });
  expect(await listed()).toMatchObject([{ damagedAt: expect.any(String) }]);
});

test('a drill that has no time for all of it, or misses a part of the backup, has not worked', async () => {
  const { id, path } = await api.storage('drilled');
  await api.call(path, { body: [{ at: 1 }, { at: 2 }] });
  await backedUp(api.services);
  const [backup] = await listed();
  now += 40 * day;
  await drill(api.services, now);
  expect((await readHealth(api.services)).backupDrill).toMatchObject({ failure: expect.stringMatching(/^There was time for 0 of \d+/) });
  await database().doc(`backups/${backup?.id}/parts/${id}`).delete();
  now += 2 * day;
  await drill(api.services, always);
  expect((await readHealth(api.services)).backupDrill).toMatchObject({ failure: expect.stringMatching(/in place of/) });
});

/** A project with a backup that nobody has written to for an hour. */
async function aQuietProject() {
  vi.spyOn(console, 'error').mockReturnValue(); // the damage is logged
  const { path, id } = await api.storage('quiet');
  await api.call(path, { body: { at: 1 } });
  await keepBackups(api.services, always);
  const anHourAgo = Timestamp.fromMillis(Date.now() - 3600_000);
  for (const { ref } of (await database().collectionGroup('records').get()).docs) await ref.update({ updatedAt: anHourAgo });
  const [backup] = await listed();
  return { id, backup: backup?.id ?? '', list: `backups/t1/p1/${backup?.id}/manifest.json` };
}

async function afterNight() {
  now += day;
  await keepBackups(api.services, always);
  return listed();
}

test.each([
  ['is gone', 0, null],
  ['is cut', 0, '{"format":"bedplate-backup-1","id":'],
  ['is that of another backup', 0, '{"format":"bedplate-backup-1","id":"other","storages":[]}'],
  ['does not name all of them', 3, 'shorter'],
] as const)('a project that does not change is backed up again when its backup’s list of objects %s', async (_, quietDays, content) => {
  const { backup, list } = await aQuietProject();
  const object = kept().get(list);
  if (!object) throw new Error('the backup has no list');
  expect(await afterNight()).toMatchObject([{ id: backup, damagedAt: null }]);
  now += quietDays * day;
  const shorter = JSON.stringify({ ...JSON.parse(object.content.toString()), storages: [] });
  if (content === null) kept().delete(list);
  else kept().set(list, { ...object, content: Buffer.from(content === 'shorter' ? shorter : content) });
  expect(await afterNight()).toMatchObject([
    { state: 'ready', records: 1, damagedAt: null },
    { id: backup, damagedAt: expect.any(String) },
  ]);
  expect(await afterNight()).toHaveLength(2);
});

test('the look at a large backup of a project that does not change goes on the next night, where it was', async () => {
  const { id, backup } = await aQuietProject();
  await afterNight(); // the month's drill reads it as well
  const part = database().doc(`backups/${backup}/parts/${id}`);
  const [range] = JSON.parse((await part.get()).get('ranges'));
  const many = Array.from({ length: 249 }, () => range);
  await part.update({ ranges: JSON.stringify(many) });
  const list = kept().get(`backups/t1/p1/${backup}/manifest.json`);
  if (!list) throw new Error('the backup has no list');
  const told = JSON.parse(list.content.toString());
  told.storages[0].objects = many.map(({ object }) => ({ object }));
  kept().set(`backups/t1/p1/${backup}/manifest.json`, { ...list, content: Buffer.from(JSON.stringify(told)) });
  const read = vi.spyOn(api.services.records.files, 'read');
  now += 3 * day;
  const readAfterNight = async () => {
    read.mockClear();
    expect(await afterNight()).toHaveLength(1);
    return read.mock.calls.length;
  };
  expect([await readAfterNight(), await readAfterNight(), await readAfterNight()]).toEqual([100, 100, 50]);
  expect((await database().doc(`backups/${backup}`).get()).get('looked')).toBeNull();
});

test('a project that does not change is backed up again when its backup is found damaged', async () => {
  const { backup } = await aQuietProject();
  now += 4 * day;
  expect(await afterNight()).toMatchObject([{ id: backup, damagedAt: null }]);
  const [name = ''] = objects().filter((each) => each.endsWith('.ndjson.gz'));
  kept().delete(name);
  expect(await afterNight()).toMatchObject([
    { state: 'ready', records: 1, damagedAt: null, reread: 1 },
    { id: backup, damagedAt: expect.any(String) },
  ]);
});

test('a look that a kill ended goes on where it was', async () => {
  for (let at = 0; at < 25; at += 1) {
    const id = `q${String(at).padStart(2, '0')}`;
    await database().doc(`projects/${id}`).set({ tenantId: 't1', name: id, archivedAt: null, updatedAt: new Date(), counters: {} });
    await database().doc(`storages/s${at}`).set({ projectId: id, archived: false, updatedAt: new Date() });
  }
  const query = api.services.store.query;
  let pages = 0;
  const killed = Object.create(api.services, {
    store: {
      value: Object.assign(Object.create(api.services.store), {
        query: (spec: Parameters<typeof query>[0]) => {
          if (spec.from === 'projects' && (pages += 1) === 2) throw new Error('killed');
          return query(spec);
        },
      }),
    },
  });
  await expect(askNightly(killed, always)).rejects.toThrow('killed');
  const before = await api.services.store.backups.query();
  await askNightly(api.services, always);
  const after = await api.services.store.backups.query();
  expect([before.rows.length, after.rows.length]).toEqual([19, 25]); // p1 has no storage
});

test('a backup past its time goes with the objects that no other shares; the newest stays', async () => {
  const { path } = await api.storage('orders');
  await api.call(path, { body: { at: 1 } });
  await backedUp(api.services);
  now += 1000;
  await backedUp(api.services);
  const [newer, older] = await listed();
  expect(newer?.state).toBe('ready');
  const all = objects();
  now += 30 * day;
  await removeExpired(api.services, always);
  expect((await listed()).map(({ id }) => id)).toEqual([newer?.id]);
  expect(all.length).toBeGreaterThan(objects().length);
  expect(objects().filter((name) => name.includes(`/${newer?.id}/`))).not.toEqual([]);
  expect(objects().filter((name) => name.endsWith('manifest.json'))).toHaveLength(1);
  await database().doc('projects/p1').delete();
  await database()
    .doc(`backups/${newer?.id}`)
    .update({ expiresAt: new Date(0) });
  await removeExpired(api.services, always);
  expect({ objects: objects(), parts: (await database().collectionGroup('parts').get()).size }).toEqual({ objects: [], parts: 0 });
  expect(older).toBeDefined();
});

test('backups that fail, and those that cannot go yet, keep back no others', async () => {
  const { path } = await api.storage('orders');
  await api.call(path, { body: { at: 1 } });
  await backedUp(api.services);
  await backedUp(api.services);
  const [, older] = await listed();
  const row = await database().doc(`backups/${older?.id}`).get();
  const others = Array.from({ length: 30 }, (_, at) => ({ ...row.data(), projectId: 'other', expiresAt: new Date(at) }));
  for (const [at, other] of others.entries()) {
    const waits = { state: 'running', readTime: null, notBefore: new Date(now + 30 * day) };
    await database()
      .doc(`backups/0${at}`)
      .set({ ...other, ...waits });
  }
  const tenant = (await api.services.store.tenants.get('t1'))?.data;
  if (!tenant) throw new Error('there is no account');
  const { id, write } = newBackup(api.services, { project: { id: 'p1', data: { tenantId: 't1' } }, tenant, cause: 'nightly' });
  await api.services.store.commit([write]);
  await runBackups(api.services, always);
  expect((await listed()).find((backup) => backup.id === id)?.state).toBe('ready');
  now += 20 * day;
  await removeExpired(api.services, always);
  expect((await listed()).map((backup) => backup.id)).toEqual([id]);
});

test('one backup is made at a time, and ten that were asked for are kept', async () => {
  await api.storage('orders');
  for (let at = 0; at < 10; at += 1) await backedUp(api.services);
  await expect(makeBackup(api.services, admin, 'p1')).rejects.toMatchObject({ code: 'quota-exceeded' });
  const [newest] = await listed();
  await database().doc(`backups/${newest?.id}`).update({ state: 'running' });
  await expect(makeBackup(api.services, admin, 'p1')).rejects.toMatchObject({ code: 'conflict' });
});

test('a drill that finds another number of records in an object than its list says has not worked', async () => {
  const { id, path } = await api.storage('drilled');
  await api.call(path, { body: [{ at: 1 }, { at: 2 }] });
  await backedUp(api.services);
  const [backup] = await listed();
  const part = database().doc(`backups/${backup?.id}/parts/${id}`);
  const ranges = String((await part.get()).get('ranges'));
  await part.update({ ranges: ranges.replace(/"records":2/, '"records":3') });
  await drill(api.services, always);
  expect((await readHealth(api.services)).backupDrill).toMatchObject({ failure: expect.stringMatching(/has 2 records in place of 3/) });
});
