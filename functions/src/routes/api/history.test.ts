import type { HistoryEntry } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { namedKey } from '../../../test/named-key.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { updateRecord } from '../../domain/records/write/change-record.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the history of a record tells each call that changed it, also under an id of its own', async () => {
  const { path } = await api.storage('notes', { history: 7 });
  const one = `${path}/dataId/own-1`;
  const made = await api.call(`${one}?upsert=true`, { method: 'PUT', body: { title: 'a' } });
  expect(made.status).toBe(201);
  const changed = await api.call(one, { method: 'PATCH', body: { title: 'b', n: 1 } });
  const answer = await api.call(`${one}/history`);
  expect(answer.body).toEqual({
    success: true,
    data: [
      {
        revision: 2,
        at: changed.body.data.updatedAt,
        operation: 'update',
        author: { kind: 'key', id: expect.any(String), requestId: changed.headers.get('x-request-id') },
        changes: { title: { from: 'a', to: 'b' }, n: { to: 1 } },
      },
      {
        revision: 1,
        at: made.body.data.updatedAt,
        operation: 'create',
        author: { kind: 'key', id: expect.any(String), requestId: made.headers.get('x-request-id') },
        changes: { title: { to: 'a' } },
      },
    ],
    pagination: { before: null },
    days: 7,
  });
  expect((await api.call(`${one}?asOf=${made.body.data.updatedAt}`)).body.data).toEqual(made.body.data);
});

test('authors are told by name: named keys, members, app users; a named key learns its own and those that it may read', async () => {
  const { path, id } = await api.storage('told', { history: 7, endUserAccess: { read: 'all', write: 'all' } });
  const users = await api.storage('users', { history: 7 });
  const user = { username: 'ada', password: 'Ada-password-1' };
  await api.call(`/api/users/${users.id}`, { body: user });
  const signedIn = (await api.call(`/api/users/${users.id}/authenticate`, { body: user })).body;
  const shop = await aKey('Shop', ['*']);
  const narrow = await aKey('Narrow', [id]);
  await databaseOf(api.services.store).doc('users/u1').set({ tenantId: 't1', name: 'Owner' });
  const made = (await api.call(path, { body: { n: 1 }, headers: shop })).body.data.id as string;
  const one = `${path}/dataId/${made}`;
  await api.call(one, { method: 'PATCH', body: { n: 2 }, bearer: String(signedIn.accessToken) });
  await api.call(one, { method: 'PATCH', body: { n: 3 }, headers: narrow });
  await updateRecord(api.services.records, await storageNow(id), { id: made, fields: { n: 4 }, actor: 'u1' });
  await updateRecord(api.services.records, await storageNow(id), { id: made, fields: { n: 5 }, actor: 'u1', origin: { jobId: 'j1' } });
  const told = async (headers = {}) => {
    const { status, body } = await api.call(`${one}/history`, { headers });
    expect(status).toBe(200);
    return body.data.map(({ author: { kind, name, startedBy } }: HistoryEntry) => [kind, name, startedBy?.name]);
  };
  const all = [
    ['job', undefined, 'Owner'],
    ['member', 'Owner', undefined],
    ['key', 'Narrow', undefined],
    ['appUser', 'ada', undefined],
    ['key', 'Shop', undefined],
  ];
  expect(await told()).toEqual(all);
  const namesFor = async (headers: object) => (await told(headers)).map(([, name, starter]: string[]) => name ?? starter ?? null);
  expect(await namesFor(narrow)).toEqual([null, null, 'Narrow', null, null]);
  expect(await namesFor(shop)).toEqual([null, null, null, 'ada', 'Shop']);
  const { body } = await api.call(`${one}?authors=true`);
  expect([body.createdBy, body.updatedBy]).toMatchObject([
    { kind: 'key', name: 'Shop' },
    { kind: 'job', startedBy: { kind: 'member', id: 'u1', name: 'Owner' } },
  ]);
  expect((await api.call(`${one}?authors=true`, { bearer: String(signedIn.accessToken) })).status).toBe(403);
  expect((await api.call(`${one}?authors=yes`)).status).toBe(400);
});

test('who made a record is known without a history; who changed it last is not', async () => {
  const { path } = await api.storage('plain');
  const { id } = (await api.call(path, { body: { n: 1 } })).body.data;
  const { body } = await api.call(`${path}/dataId/${id}?authors=true`);
  expect([body.data.id, body.createdBy, body.updatedBy]).toEqual([id, { kind: 'key', id: expect.any(String) }, null]);
});

/** The headers of a named key. */
const aKey = async (name: string, storages: string[]) =>
  (await namedKey(api, { name, storages, verbs: ['read', 'create', 'update'] })).headers;

async function storageNow(id: string): Promise<StorageRow> {
  const row = await api.services.store.storages.get(id);
  if (!row) throw new Error('no storage');
  return row;
}

test('each way to write has its entry: a list, a batch, an import', async () => {
  const { path, id } = await api.storage('ways', { history: 7 });
  const [listed] = (await api.call(path, { body: [{ n: 1 }] })).body.data;
  await api.call('/api/batch', { body: { writes: [{ op: 'update', storageId: id, id: listed.id, data: { n: { $increment: 1 } } }] } });
  await api.call(`${path}/dataId/${listed.id}`, { method: 'DELETE' });
  const told = (await api.call(`${path}/dataId/${listed.id}/history`)).body.data;
  expect(told.map(({ operation, changes }: { operation: string; changes: object }) => [operation, changes])).toEqual([
    ['delete', { n: { from: 2 } }],
    ['update', { n: { from: 1, to: 2 } }],
    ['create', { n: { to: 1 } }],
  ]);
  const report = (await api.call(`${path}/import?format=ndjson`, { body: '{"n":7}', headers: { 'content-type': 'application/x-ndjson' } }))
    .body.data;
  const [imported] = (await api.call(`${path}?n=7`)).body.data;
  expect((await api.call(`${path}/dataId/${imported.id}/history`)).body.data).toMatchObject([{ author: { importId: report.importId } }]);
});

test('an app user reads neither the history nor a moment, nor takes anything back, and a password has no values', async () => {
  const { path, id } = await api.storage('users', { history: 7, endUserAccess: { read: 'all', write: 'all' } });
  const user = { username: 'ada', password: 'Ada-password-1' };
  await api.call(`/api/users/${id}`, { body: user });
  const signedIn = (await api.call(`/api/users/${id}/authenticate`, { body: user })).body;
  const [bearer, { id: userId }] = [String(signedIn.accessToken), signedIn.data];
  const one = `${path}/dataId/${userId}`;
  const calls = [
    await api.call(`${one}/history`, { bearer }),
    await api.call(`${one}?asOf=${new Date().toISOString()}`, { bearer }),
    await api.call('/api/undo', { bearer, body: { user: userId, storageId: id, from: '2020-01-01T00:00:00Z' } }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([403, 403, 403]);
  await api.call(one, { method: 'PATCH', body: { password: 'Ada-password-2' } });
  const history = await api.call(`${one}/history`);
  expect(history.body.data[0]).toMatchObject({ operation: 'update', changes: { password: {} } });
  expect(history.text).not.toContain('Ada-password');
});

test.each([
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['before=x', 'before'],
  ['page=2', 'page'],
])('a history with %s is refused by the name of the parameter', async (query, field) => {
  const { path } = await api.storage('refused', { history: 7 });
  const { id } = (await api.call(path, { body: { a: 1 } })).body.data;
  const answer = await api.call(`${path}/dataId/${id}/history?${query}`);
  expect([answer.status, (answer.body.error as { details: { field: string }[] }).details[0]?.field]).toEqual([400, field]);
});

test.each(['yesterday', '2026-05-01', '1', '2026-02-31T12:00:00Z', '2026-05-01T12:00:00', '2026-05-01T12:00:00.000Z&deleted=all'])(
  'a moment like %s is refused',
  async (asOf) => {
    const { path } = await api.storage('moments', { history: 7 });
    const { id } = (await api.call(path, { body: { a: 1 } })).body.data;
    expect((await api.call(`${path}/dataId/${id}?asOf=${asOf}`)).status).toBe(400);
  },
);

test('a moment that is still to come is refused by its name, and one of a clock that is a little ahead is taken', async () => {
  const { path } = await api.storage('hours', { history: 7 });
  const { id } = (await api.call(path, { body: { a: 1 } })).body.data;
  const ahead = (millis: number) => api.call(`${path}/dataId/${id}?asOf=${new Date(Date.now() + millis).toISOString()}`);
  const refused = await ahead(120_000);
  const message = 'asOf is still to come: it must be a time that has been.';
  expect([refused.status, refused.body.error]).toMatchObject([400, { details: [{ field: 'asOf', message }] }]);
  expect((await ahead(20_000)).body.data).toMatchObject({ a: 1 });
});

test('a record that was in the trash at a moment is answered as a read of the trash does', async () => {
  const { path } = await api.storage('binned', { history: 7, is_softDelete: true });
  const { id } = (await api.call(path, { body: { a: 1 } })).body.data;
  const one = `${path}/dataId/${id}`;
  await api.call(one, { method: 'DELETE' });
  const trashed = (await api.call(`${one}?deleted=only`)).body.data;
  await api.call(`${one}/restore`, { method: 'POST' });
  const answer = await api.call(`${one}?asOf=${trashed.deletedAt}&deleted=only`);
  expect([answer.status, answer.body.data]).toEqual([200, trashed]);
  expect((await api.call(`${one}?asOf=${trashed.deletedAt}`)).status).toBe(404);
});
