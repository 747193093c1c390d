import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

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

test.each(['yesterday', '2026-05-01', '1', '2026-05-01T12:00:00.000Z&deleted=only'])('a moment like %s is refused', async (asOf) => {
  const { path } = await api.storage('moments', { history: 7 });
  const { id } = (await api.call(path, { body: { a: 1 } })).body.data;
  expect((await api.call(`${path}/dataId/${id}?asOf=${asOf}`)).status).toBe(400);
});
