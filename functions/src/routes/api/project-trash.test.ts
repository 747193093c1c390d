import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
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
