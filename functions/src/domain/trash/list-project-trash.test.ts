import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { newMeter, withMeter } from '../../store/model/meter.ts';
import { Timestamp } from '../../store/model/values.ts';
import { listProjectTrash } from './list-project-trash.ts';

let api: ApiServer;
const day = 24 * 3600_000;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const list = (after?: string) => listProjectTrash(api.services, { caller: admin, projectId: 'p1', after });

test('archived storages, with their end where the account says so, and deleted records lie in one list', async () => {
  const archivedAt = Timestamp.fromMillis(Date.now() - 2 * day);
  const old = await api.storage('old', { archived: true, archivedAt });
  const notes = await api.storage('notes', { is_softDelete: true });
  await api.storage('empty', { is_softDelete: true });
  await api.storage('foreign', { projectId: 'p2', archived: true, archivedAt });
  const made = (await api.call(notes.path, { body: [{ a: 1 }, { a: 2 }, { a: 3 }] })).body.data;
  for (const { id } of made.slice(1)) await api.call(`${notes.path}/dataId/${id}`, { method: 'DELETE' });
  const records = {
    kind: 'records',
    storageId: notes.id,
    name: 'My notes',
    key: 'notes',
    count: 2,
    isMore: false,
    endsAt: expect.any(String),
  };
  const since = archivedAt.toDate().toISOString();
  const storage = { kind: 'storage', storageId: old.id, name: 'My old', key: 'old', since, endsAt: null };
  const found = await list();
  expect(found.next).toBeNull();
  expect(found.entries).toHaveLength(2);
  expect(found.entries).toEqual(expect.arrayContaining([records, storage]));
  const switchedAt = Timestamp.now();
  await databaseOf(api.services.store).doc('tenants/t1').update({ purgeArchives: true, purgeArchivesSince: switchedAt });
  const endsAt = new Date(archivedAt.toMillis() + 30 * day).toISOString();
  expect((await list()).entries).toEqual(expect.arrayContaining([{ ...storage, endsAt }]));
});

test('a part looks at fifty storages, at two reads each and four more, and the next goes on behind it', async () => {
  for (let at = 0; at < 50; at += 1) await api.storage(`many-${at}`);
  const meter = newMeter();
  const first = await withMeter(meter, () => list());
  expect(meter.reads).toBeLessThanOrEqual(4 + 2 * 50);
  expect(first.next).toEqual(expect.any(String));
  const second = await list(first.next ?? undefined);
  expect(second.next).toBeNull();
  expect([...first.entries, ...second.entries]).toHaveLength(2);
});
