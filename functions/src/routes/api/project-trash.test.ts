import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { namedKey } from '../../../test/named-key.ts';
import { newMeter, withMeter } from '../../store/model/meter.ts';
import { Timestamp } from '../../store/model/values.ts';
import { archiveStorage } from '../../domain/storages/archive.ts';
import { listAccountTrash } from '../../domain/trash/list-account-trash.ts';

let api: ApiServer;
const database = () => databaseOf(api.services.store);
beforeAll(async () => {
  api = await startApi();
  await database().doc('users/u1').set({ tenantId: 't1', role: 'admin', is_active: true, name: 'Owner', email: 'owner@example.test' });
  await database()
    .doc('projects/p1')
    .set({ counters: { storages: 3 } }, { merge: true });
});
afterAll(() => api.stop());

const trash = () => api.call('/api/trash');
const order = (body: unknown) => api.call('/api/trash', { body });

test('an archived storage is listed, restored and deleted for good by the key pair; deleted records are counted', async () => {
  const orders = await api.storage('orders', { is_softDelete: true });
  const notes = await api.storage('notes', { is_softDelete: true });
  const [note] = (await api.call(notes.path, { body: [{ a: 1 }] })).body.data;
  await api.call(`${notes.path}/dataId/${note.id}`, { method: 'DELETE' });
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId: orders.id });
  const { entries, next } = (await trash()).body.data;
  expect(next).toBeNull();
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'storage', storageId: orders.id }),
      expect.objectContaining({ kind: 'records', storageId: notes.id, count: 1 }),
    ]),
  );
  expect((await order({ restore: orders.id })).status).toBe(200);
  expect((await order({ restore: orders.id })).status).toBe(404);
  expect((await orders.read()).data.archived).toBe(false);
  expect((await order({ purge: orders.id, name: 'My orders' })).status).toBe(404);
  await archiveStorage(api.services, admin, { projectId: 'p1', storageId: orders.id });
  expect((await order({ purge: orders.id, name: 'Other' })).status).toBe(400);
  expect((await orders.read()).data.archived).toBe(true);
  expect((await order({ purge: orders.id, name: 'My orders' })).status).toBe(200);
  expect((await database().doc(`storages/${orders.id}`).get()).exists).toBe(false);
  expect(api.mails.at(-1)).toMatchObject({ to: 'owner@example.test' });
});

test('orders that are none are refused, and a storage of another project is not there', async () => {
  const foreign = await api.storage('foreign', { projectId: 'p2', tenantId: 't2', archived: true, archivedAt: Timestamp.now() });
  for (const body of [{}, { restore: 5 }, { purge: foreign.id }, { restore: 'a', purge: 'b', name: 'c' }, []])
    expect((await order(body)).status).toBe(400);
  expect((await order({ restore: foreign.id })).status).toBe(404);
  expect((await order({ purge: foreign.id, name: 'My foreign' })).status).toBe(404);
  expect((await foreign.read()).data.archived).toBe(true);
  expect(JSON.stringify((await trash()).body)).not.toContain(foreign.id);
});

test('an archived project is listed, restored and deleted for good by the key pair of its account, and no other is touched', async () => {
  const archivedAt = Timestamp.now();
  const project = { name: 'Winter shop', archivedAt, createdAt: archivedAt, counters: { storages: 0 } };
  await database()
    .doc('projects/winter')
    .set({ ...project, tenantId: 't1' });
  await database()
    .doc('projects/foreign')
    .set({ ...project, tenantId: 't2' });
  await database()
    .doc('tenants/t1')
    .set({ counters: { projects: 1, members: 1 } }, { merge: true });
  const listed = async () => ((await trash()).body.data.entries as { kind: string }[]).filter(({ kind }) => kind === 'project');
  expect(await listed()).toEqual([
    { kind: 'project', projectId: 'winter', name: 'Winter shop', since: archivedAt.toDate().toISOString(), endsAt: null },
  ]);
  for (const body of [{ restoreProject: 'foreign' }, { purgeProject: 'foreign', name: 'Winter shop' }, { restoreProject: 'p1' }])
    expect((await order(body)).status).toBe(404);
  expect((await order({ purgeProject: 'winter', name: 'Winter' })).status).toBe(400);
  for (const body of [{ restoreProject: 'winter', name: 'x' }, { purgeProject: 'winter' }, { restoreProject: 'a', restore: 'b' }])
    expect((await order(body)).status).toBe(400);
  expect((await database().doc('projects/winter').get()).get('archivedAt')).not.toBeNull();
  const named = await namedKey(api, { verbs: ['read', 'create', 'update', 'delete'] });
  expect((await api.call('/api/trash', { ...named, body: { restoreProject: 'winter' } })).status).toBe(403);

  expect((await order({ restoreProject: 'winter' })).status).toBe(200);
  expect([(await database().doc('projects/winter').get()).get('archivedAt'), await listed()]).toEqual([null, []]);
  await database().doc('projects/winter').update({ archivedAt });
  expect((await order({ purgeProject: 'winter', name: 'Winter shop' })).status).toBe(200);
  expect((await database().doc('projects/winter').get()).exists).toBe(false);
  expect((await database().doc('projects/foreign').get()).exists).toBe(true);
});

test('the trash of the account has archived projects and the trash of the others, and nothing of other accounts', async () => {
  const archivedAt = Timestamp.now();
  const project = { tenantId: 't1', name: 'Old shop', archivedAt, createdAt: archivedAt };
  await database().doc('projects/old').set(project);
  await database()
    .doc('projects/theirs')
    .set({ ...project, tenantId: 't2' });
  const within = await api.storage('within', { projectId: 'old', archived: true, archivedAt });
  const lost = await api.storage('lost', { archived: true, archivedAt });
  const { entries, next } = await listAccountTrash(api.services, admin);
  const since = archivedAt.toDate().toISOString();
  expect(next).toBeNull();
  expect(entries).toContainEqual({ kind: 'project', projectId: 'old', projectName: 'Old shop', name: 'Old shop', since, endsAt: null });
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'storage', storageId: lost.id, projectId: 'p1', projectName: 'Shop' }));
  for (const absent of [within.id, 'theirs', 'foreign']) expect(JSON.stringify(entries)).not.toContain(absent);
});

test('a part looks at fifty storages of the account', async () => {
  for (let at = 0; at < 50; at += 1) await api.storage(`many-${at}`);
  const meter = newMeter();
  const first = await withMeter(meter, () => listAccountTrash(api.services, admin));
  expect(meter.reads).toBeLessThanOrEqual(2 + 2 + 2 * 50 + 2);
  const second = await listAccountTrash(api.services, admin, first.next ?? '');
  expect(second.next).toBeNull();
  expect(second.entries.filter(({ kind }) => kind === 'project')).toEqual([]);
});
