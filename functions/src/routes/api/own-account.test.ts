import type { DocumentPath } from '../../store/model/collection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { appPage, postFromPage } from '../../../test/from-page.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let notes: Awaited<ReturnType<typeof api.storage>>;
let ahead = 0;

beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead });
  users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' }, is_softDelete: true });
  notes = await api.storage('notes', { endUserAccess: { read: 'own', write: 'own' } });
});
afterAll(() => api.stop());

const password = 'a-pass-word-1';
const post = (call: string, body: unknown, more: { bearer?: string; headers?: Record<string, string> } = {}) =>
  api.call(`${users.path}/${call}`, { body, ...more });
async function signIn(username: string, { userAgent = 'Tests/1', word = password } = {}) {
  const answer = await post('authenticate', { username, password: word }, { headers: { 'user-agent': userAgent } });
  return { bearer: answer.body.accessToken as string, refreshToken: answer.body.refreshToken as string };
}
async function signUp(username: string) {
  const { id } = (await api.call(users.path, { body: { username, email: `${username}@example.test`, password } })).body.data;
  return { id: id as string, ...(await signIn(username)) };
}
const own = (call: string, bearer: string, request: { method?: string; body?: unknown } = {}) =>
  api.call(`${users.path}/${call}`, { bearer, ...request });
const status = async (bearer: string) => (await api.call(notes.path, { bearer })).status;
const sessionsOf = async (bearer: string): Promise<{ id: string; current: boolean; userAgent: string }[]> =>
  (await own('sessions', bearer)).body.data;
const refused = { status: 401, body: { error: { code: 'unauthenticated' } } };

test('a user reads and changes their own record by its access token', async () => {
  const { id, bearer } = await signUp('ann');
  expect(await own('me', bearer)).toMatchObject({ status: 200, body: { data: { id, username: 'ann', email: 'ann@example.test' } } });
  expect(await own('me', bearer, { method: 'PATCH', body: { nickname: 'A' } })).toMatchObject({
    status: 200,
    body: { data: { id, username: 'ann', nickname: 'A' } },
  });
  expect((await own('me', bearer)).body.data.nickname).toBe('A');
});

test.each([
  ['GET', 'me?asOf=2026-01-01', 'asOf'],
  ['PATCH', 'me?upsert=true', 'upsert'],
  ['GET', 'sessions?user=other', 'user'],
  ['GET', 'me/second-factor?user=other', 'user'],
  ['GET', 'me/passkeys?user=other', 'user'],
  ['POST', 'me/second-factor/remove?force=true', 'force'],
])('a user’s own call %s %s names the parameter that it does not know', async (method, call, field) => {
  const { bearer } = await signUp(`asks-${method}-${field}-${call.length}`);
  const sent = method === 'GET' ? {} : { body: { code: '000000', currentPassword: password } };
  expect(await own(call, bearer, { method, ...sent })).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
});

test('their own record keeps its closed fields, and asks for the present password where that is asked', async () => {
  const { id, bearer } = await signUp('climber');
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { role: 'reader' } });
  const patch = (body: object) => own('me', bearer, { method: 'PATCH', body });
  for (const body of [
    { role: 'admin' },
    { 'Is-Admin': true },
    { credits: { $increment: 5 } },
    { role: { $unset: true } },
    { email: 'x@y.test' },
    { password: 'a-pass-word-2' },
  ])
    expect([body, (await patch(body)).status]).toEqual([body, 403]);
  expect((await patch({ email: 'new@example.test', currentPassword: 'wrong' })).status).toBe(403);
  expect((await patch({ email: 'new@example.test', currentPassword: password })).status).toBe(200);
  expect((await own('me', bearer, { method: 'PATCH', body: { a: 1 } })).body.data).toMatchObject({
    role: 'reader',
    email: 'new@example.test',
  });
  expect((await api.call(`${users.path}/me?upsert=true`, { method: 'PATCH', bearer, body: { a: 2 } })).status).toBe(400);
});

test('calls on their own account take no keys, and no user of another storage', async () => {
  const { bearer } = await signUp('only');
  const others = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  for (const [method, call] of [
    ['GET', 'me'],
    ['PATCH', 'me'],
    ['GET', 'sessions'],
    ['DELETE', 'sessions'],
    ['DELETE', 'sessions/x'],
    ['POST', 'change-password'],
  ] as const) {
    const body = method === 'POST' ? { currentPassword: password, password: 'a-pass-word-2' } : method === 'PATCH' ? { a: 1 } : undefined;
    const request = { method, ...(body ? { body } : {}) };
    expect([call, (await api.call(`${users.path}/${call}`, request)).status]).toEqual([call, 403]);
    expect([call, (await api.call(`${others.path}/${call}`, { ...request, bearer })).status]).toEqual([call, 404]);
  }
  expect(await status(bearer)).toBe(200);
});

test('where the storage opens no reading, a user learns who it is and changes nothing', async () => {
  const closed = await api.storage('users', { endUserAccess: { read: 'none', write: 'none' } });
  await api.call(closed.path, { body: { username: 'shy', email: 'shy@example.test', password, secret: 'x' } });
  const bearer = (await api.call(`${closed.path}/authenticate`, { body: { username: 'shy', password } })).body.accessToken as string;
  const me = await api.call(`${closed.path}/me`, { bearer });
  expect(me.body.data).toEqual({
    id: expect.any(String),
    username: 'shy',
    email: 'shy@example.test',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await api.call(`${closed.path}/me`, { method: 'PATCH', bearer, body: { a: 1 } })).status).toBe(403);
});

test('sessions tell the device and which one asks, the last used first; a foreign one is not found', async () => {
  const first = await signUp('sara');
  const second = await signIn('sara', { userAgent: 'Phone/2' });
  const stranger = await signUp('stranger');
  const listed = await own('sessions', second.bearer);
  expect(listed.body.data).toEqual([
    {
      id: expect.any(String),
      current: true,
      userAgent: 'Phone/2',
      country: null,
      city: null,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
    },
    expect.objectContaining({ current: false, userAgent: 'Tests/1' }),
  ]);
  expect(JSON.stringify(listed.body)).not.toContain('127.0.0.1');
  const [theirs] = await sessionsOf(stranger.bearer);
  expect((await own(`sessions/${theirs?.id}`, first.bearer, { method: 'DELETE' })).status).toBe(404);
  expect((await own('sessions/..%2Fx', first.bearer, { method: 'DELETE' })).status).toBe(404);
  expect(await status(stranger.bearer)).toBe(200);
});

test('sessions that are over by their time or by another password are not listed', async () => {
  const { bearer } = await signUp('sol');
  const others = [await signIn('sol', { userAgent: 'Late/1' }), await signIn('sol', { userAgent: 'Before/1' })];
  expect(others.map(({ bearer: each }) => each).every(Boolean)).toBe(true);
  const idOf = async (userAgent: string) => (await sessionsOf(bearer)).find((each) => each.userAgent === userAgent)?.id ?? '';
  const stored = databaseOf(api.services.store).collection('appSessions');
  await stored.doc(await idOf('Late/1')).update({ expiresAt: new Date(Date.now() + ahead - 1) });
  await stored.doc(await idOf('Before/1')).update({ passwordMark: 'of an earlier one' });
  expect((await sessionsOf(bearer)).map(({ userAgent }) => userAgent)).toEqual(['Tests/1']);
});

test('an ended session ends its refresh token and its access token, and no other', async () => {
  const here = await signUp('erin');
  const there = await signIn('erin', { userAgent: 'Lost/1' });
  expect(await status(there.bearer)).toBe(200);
  const lost = (await sessionsOf(here.bearer)).find(({ userAgent }) => userAgent === 'Lost/1');
  expect((await own(`sessions/${lost?.id}`, here.bearer, { method: 'DELETE' })).status).toBe(200);
  await expect.poll(() => status(there.bearer)).toBe(401);
  expect(await post('refresh', { refreshToken: there.refreshToken })).toMatchObject(refused);
  expect(await status(here.bearer)).toBe(200);
  expect((await sessionsOf(here.bearer)).map(({ current }) => current)).toEqual([true]);
  expect((await own(`sessions/${lost?.id}`, here.bearer, { method: 'DELETE' })).status).toBe(404);
});

test('what has ended stays so when the record is changed, and when it comes back from the trash', async () => {
  const { id, bearer } = await signUp('tess');
  const left = await signIn('tess');
  await post('logout', { refreshToken: left.refreshToken });
  await expect.poll(() => status(left.bearer)).toBe(401); // a logout ends access as well
  const record = `${users.path}/dataId/${id}`;
  await api.call(record, { method: 'PUT', body: { nickname: 'T' } });
  await expect.poll(async () => (await own('me', bearer)).body.data?.nickname).toBe('T');
  expect(await status(left.bearer)).toBe(401);
  await api.call(record, { method: 'DELETE' });
  await expect.poll(() => status(bearer)).toBe(401);
  await api.call(`${record}/restore`, { method: 'POST' });
  ahead += 10_000; // an instance remembers for some seconds that a record is gone
  await expect.poll(() => status(bearer)).toBe(200);
  expect(await status(left.bearer)).toBe(401);
});

test('all other sessions end at once, or all', async () => {
  const one = await signUp('otto');
  const two = await signIn('otto');
  const three = await signIn('otto');
  expect((await own('sessions', one.bearer, { method: 'DELETE' })).status).toBe(200);
  for (const { bearer } of [one, two, three]) await expect.poll(() => status(bearer)).toBe(401);
  const [four, five] = [await signIn('otto'), await signIn('otto')];
  expect((await api.call(`${users.path}/sessions?others=true`, { method: 'DELETE', bearer: four.bearer })).status).toBe(200);
  await expect.poll(() => status(five.bearer)).toBe(401);
  expect(await status(four.bearer)).toBe(200);
  expect((await api.call(`${users.path}/sessions?other=true`, { method: 'DELETE', bearer: four.bearer })).status).toBe(400);
  expect((await post('refresh', { refreshToken: four.refreshToken })).status).toBe(200);
});

test('a refresh token that a thief uses later ends the access tokens as well', async () => {
  const { refreshToken } = await signUp('thea');
  const next = (await post('refresh', { refreshToken })).body;
  expect(await status(next.accessToken as string)).toBe(200);
  const { Timestamp } = await import('@google-cloud/firestore');
  const sessions = await databaseOf(api.services.store).collection('appSessions').get();
  await Promise.all(sessions.docs.map(({ ref }) => ref.update({ rotatedAt: Timestamp.fromMillis(Date.now() - 60_000) })));
  expect((await post('refresh', { refreshToken })).status).toBe(401);
  await expect.poll(() => status(next.accessToken as string)).toBe(401);
});

test('a new password takes the present one, ends every session and goes on with new tokens', async () => {
  const here = await signUp('pia');
  const there = await signIn('pia');
  const change = (body: object, bearer = here.bearer) => own('change-password', bearer, { body });
  expect(await change({ currentPassword: 'wrong', password: 'a-pass-word-2' })).toMatchObject({
    status: 403,
    body: { error: { details: [{ field: 'currentPassword' }] } },
  });
  expect(await change({ currentPassword: password, password: 'short' })).toMatchObject({ status: 400 });
  expect(await change({ password: 'a-pass-word-2' })).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'currentPassword' }] } },
  });
  expect(await status(there.bearer)).toBe(200);

  const changed = await change({ currentPassword: password, password: 'a-pass-word-2' });
  expect(changed).toMatchObject({
    status: 200,
    body: { data: { username: 'pia' }, accessToken: expect.stringMatching(/^bpu_/), expiresIn: 3600 },
  });
  // A session ends with all that is kept of it, such as its place.
  const { docs } = await databaseOf(api.services.store).collection('appSessions').get();
  expect(docs.filter((doc) => doc.get('key') === here.id)).toHaveLength(1);
  for (const { bearer } of [here, there]) await expect.poll(() => status(bearer)).toBe(401);
  for (const { refreshToken } of [here, there]) expect(await post('refresh', { refreshToken })).toMatchObject(refused);
  await expect.poll(() => status(changed.body.accessToken as string)).toBe(200);
  expect(await sessionsOf(changed.body.accessToken as string)).toMatchObject([{ current: true }]);
  expect((await post('refresh', { refreshToken: changed.body.refreshToken })).status).toBe(200);
  expect((await post('authenticate', { username: 'pia', password })).status).toBe(401);
  expect((await signIn('pia', { word: 'a-pass-word-2' })).bearer).toMatch(/^bpu_/);
});

test('a session is refreshed in its own storage, and until it ends', async () => {
  const { id, refreshToken } = await signUp('patient');
  const others = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  expect(await api.call(`${others.path}/refresh`, { body: { refreshToken } })).toMatchObject(refused);
  const again = await post('refresh', { refreshToken });
  expect(again.status).toBe(200);
  const { docs } = await databaseOf(api.services.store).collection('appSessions').get();
  await docs.find((doc) => doc.get('key') === id)?.ref.update({ expiresAt: new Date() });
  expect(await post('refresh', { refreshToken: again.body.refreshToken })).toMatchObject(refused);
});

test('a password that is set while a session is refreshed voids the new token', async () => {
  const { id, refreshToken } = await signUp('meanwhile');
  const { store } = api.services;
  const { get } = store;
  let isOvertaken = false;
  Object.assign(store, {
    async get(path: DocumentPath) {
      if (!isOvertaken && path.endsWith(`/records/${id}`)) {
        isOvertaken = true;
        await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: 'a-pass-word-9' } });
      }
      return get.call(store, path);
    },
  });
  const { body } = await post('refresh', { refreshToken });
  Object.assign(store, { get });
  expect(isOvertaken).toBe(true);
  await expect.poll(() => status(body.accessToken as string)).toBe(401);
});

test('the token of a user without a password ends with the user, who may come back out of the trash', async () => {
  const guests = await api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    is_softDelete: true,
    signIn: { origins: [appPage], methods: ['anonymous'] },
  });
  const { data, accessToken: bearer, refreshToken } = (await postFromPage(api, guests, 'sign-in/anonymous')).body;
  expect(await status(bearer)).toBe(200);
  const record = `${guests.path}/dataId/${data.id}`;
  expect((await api.call(record, { method: 'DELETE' })).status).toBe(200);
  await expect.poll(() => status(bearer)).toBe(401);
  expect(await postFromPage(api, guests, 'refresh', { body: { refreshToken } })).toMatchObject(refused);
  expect((await api.call(`${record}/restore`, { body: {} })).status).toBe(200);
  await expect.poll(() => status(bearer)).toBe(200);
  expect((await api.call(`${record}?permanent=true`, { method: 'DELETE' })).status).toBe(200);
  await expect.poll(() => status(bearer)).toBe(401);
});

test('a stolen token guesses the present password ten times', async () => {
  const { bearer } = await signUp('gus');
  const guess = (currentPassword: string) => own('change-password', bearer, { body: { currentPassword, password: 'a-pass-word-2' } });
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, i) => guess(`guess-${i}`)));
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(403), ...Array<number>(5).fill(429)]);
  expect((await guess(password)).status).toBe(429);
});

test('a user’s own record is deleted by the call that asks for the password alone', async () => {
  const { id, bearer } = await signUp('stays');
  const calls = [
    await own(`dataId/${id}`, bearer, { method: 'DELETE' }),
    await api.call(`${users.path}?all=true`, { method: 'DELETE', bearer }),
    await api.call('/api/batch', { bearer, body: { writes: [{ op: 'delete', storageId: users.id, id }] } }),
  ];
  expect(calls.map(({ status: each }) => each)).toEqual([403, 403, 403]);
  expect((await own('me', bearer)).status).toBe(200);
});

/** Sets another password by the owner's keys, when the call has proved the one before. */
async function overtaken(id: string, call: () => Promise<{ status: number }>): Promise<number> {
  const { store } = api.services;
  const { commit } = store;
  let isOvertaken = false;
  Object.assign(store, {
    async commit(writes: Parameters<typeof commit>[0]) {
      if (!isOvertaken && writes.every(({ kind, path }) => kind === 'remove' && path.startsWith('attempts/'))) {
        isOvertaken = true;
        await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: 'a-pass-word-9' } });
      }
      return commit.call(store, writes);
    },
  });
  const answer = await call();
  Object.assign(store, { commit });
  expect(isOvertaken).toBe(true);
  return answer.status;
}

test.each([
  ['change-password', { password: 'a-pass-word-2' }],
  ['me/delete', {}],
  ['me', { password: 'a-pass-word-2' }],
  ['batch', { password: 'a-pass-word-2' }],
])('what an earlier password has proved changes nothing after a new one: %s', async (call, fields) => {
  const { id, bearer } = await signUp(`over-${call.replace('/', '-')}`);
  const body = { ...fields, currentPassword: password };
  const writes = [{ op: 'update', storageId: users.id, id, data: body }];
  const send = () =>
    call === 'batch'
      ? api.call('/api/batch', { bearer, body: { writes } })
      : own(call, bearer, { method: call === 'me' ? 'PATCH' : 'POST', body });
  expect(await overtaken(id, send)).toBe(409);
  expect((await signIn(`over-${call.replace('/', '-')}`, { word: 'a-pass-word-9' })).bearer).toMatch(/^bpu_/);
});
