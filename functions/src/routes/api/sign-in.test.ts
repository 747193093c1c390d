import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;

const page = 'https://shop.example.com';
const password = 'a-pass-word-1';

beforeAll(async () => {
  api = await startApi();
  users = await usersWith({ origins: [page] });
});
afterAll(() => api.stop());

const usersWith = (signIn: object) => api.storage('users', { endUserAccess: { read: 'own', write: 'own' }, signIn });
/** A call of a page: it has an origin and no key. */
async function fromPage(path: string, body: object, { origin = page as string | null, address = '203.0.113.7' } = {}) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-project-id': 'p1', 'x-forwarded-for': address };
  const answer = await fetch(api.origin + path, {
    method: 'POST',
    headers: origin === null ? headers : { ...headers, origin },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
}
const person = (username: string) => ({ username, email: `${username}@example.test`, password });
const count = async (path: string) => (await api.call(`${path}/count`)).body.data.count as number;

test('a page that the storage names signs people up and in without a key', async () => {
  const made = await fromPage(`${users.path}/sign-up`, { ...person('ann'), nickname: 'A' });
  expect(made).toMatchObject({ status: 201, body: { data: { username: 'ann', nickname: 'A' }, expiresIn: 3600 } });
  expect(JSON.stringify(made.body)).not.toContain(password);
  const bearer = made.body.accessToken as string;
  expect((await api.call(`${users.path}/me`, { bearer })).body.data).toMatchObject({ id: made.body.data.id, nickname: 'A' });
  for (const who of [{ username: 'ANN' }, { email: 'Ann@example.test' }])
    expect(await fromPage(`${users.path}/sign-in/password`, { ...who, password })).toMatchObject({
      status: 200,
      body: { data: { username: 'ann' }, accessToken: expect.stringMatching(/^bpu_/) },
    });
  const { refreshToken } = made.body as { refreshToken: string };
  expect((await fromPage(`${users.path}/refresh`, { refreshToken })).status).toBe(200);
  expect((await fromPage(`${users.path}/logout`, { refreshToken })).status).toBe(200);
});

test('another page, no page and another project get nothing', async () => {
  const before = await count(users.path);
  const closed = await usersWith({});
  const notes = await api.storage('notes', { signIn: { origins: [page] } });
  const refused = (code: string) => ({ body: { error: { code } } });
  const credentials = { username: 'ann', password };
  for (const origin of [
    'https://shop.example.com.evil.test',
    'http://shop.example.com',
    'https://shop.example.com:8443',
    'null',
    'https://example.com',
  ])
    for (const [call, body] of [
      ['sign-up', person('mallory')],
      ['sign-in/password', credentials],
    ] as const)
      expect(await fromPage(`${users.path}/${call}`, body, { origin })).toMatchObject({ status: 403, ...refused('permission-denied') });
  expect(await fromPage(`${users.path}/sign-up`, person('mallory'), { origin: null })).toMatchObject({
    status: 401,
    ...refused('unauthenticated'),
  });
  expect((await fromPage(`${closed.path}/sign-up`, person('mallory'))).status).toBe(401);
  expect((await fromPage(`/api/users/${notes.id}/sign-up`, person('mallory'))).status).toBe(401);
  for (const odd of ['unknown', '__x__', 'a%2Fb', '..%2Fx'])
    expect([odd, (await fromPage(`/api/users/${odd}/sign-up`, person('mallory'))).status]).toEqual([odd, 401]);
  const elsewhere = await fetch(`${api.origin}${users.path}/sign-in/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-project-id': 'p2', origin: page },
    body: JSON.stringify(credentials),
  });
  expect(elsewhere.status).toBe(401);
  expect(await count(users.path)).toBe(before);
  expect(await count(closed.path)).toBe(0);
});

test('a page that sends a key calls by the key', async () => {
  const body = { username: 'ann', password };
  const answer = await api.call(`${users.path}/sign-in/password`, { body, headers: { origin: 'https://elsewhere.example' } });
  expect(answer).toMatchObject({ status: 200, body: { data: { username: 'ann' } } });
});

test.each(['projects', 'tenants'])('a page and a token of what is gone from %s get nothing', async (gone) => {
  const id = `gone-from-${gone}`;
  const firestore = databaseOf(api.services.store);
  const plan = { tier: 'free', usageLimit: 1000, status: 'none', isActive: true, product: null, expiresAt: null };
  await firestore.doc(`tenants/${id}`).set({ ownerUid: 'u', ownerName: 'Owner', active: true, plan });
  await firestore.doc(`projects/${id}`).set({ tenantId: id, name: 'Gone', archivedAt: null });
  const place = await api.storage('users', { signIn: { origins: [page] }, tenantId: id, projectId: id });
  const call = (path: string, more: RequestInit) =>
    fetch(`${api.origin}${place.path}/${path}`, {
      ...more,
      headers: { 'content-type': 'application/json', 'x-project-id': id, origin: page, ...more.headers },
    });
  const signUp = (username: string) => call('sign-up', { method: 'POST', body: JSON.stringify(person(username)) });
  const { accessToken } = (await (await signUp('before')).json()) as { accessToken: string };
  const me = async () => (await call('me', { headers: { authorization: `Bearer ${accessToken}` } })).status;
  expect(await me()).toBe(200);
  await firestore.doc(`${gone}/${id}`).delete();
  await expect.poll(me).toBe(401);
  expect((await signUp('after')).status).toBe(401);
});

test('a page reaches no call but those of signing in', async () => {
  const headers = { 'x-project-id': 'p1', origin: page };
  for (const [method, path] of [
    ['GET', users.path],
    ['GET', `${users.path}/count`],
    ['POST', users.path],
    ['POST', `${users.path}/authenticate`],
    ['POST', '/api/batch'],
    ['POST', '/api/livesync/token'],
  ] as const) {
    const answer = await fetch(api.origin + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    expect([path, answer.status]).toEqual([path, 401]);
  }
});

test('who signs up by a page gives themselves no rights', async () => {
  const before = await count(users.path);
  for (const field of ['role', 'Is_Admin', 'credits', 'verified'])
    expect(await fromPage(`${users.path}/sign-up`, { ...person('climber'), [field]: 'admin' })).toMatchObject({
      status: 403,
      body: { error: { details: [{ field }] } },
    });
  expect(await count(users.path)).toBe(before);
});

test('a storage says who may sign up by a page; keys sign up anybody', async () => {
  const closed = await usersWith({ origins: [page], signUp: 'closed' });
  expect((await fromPage(`${closed.path}/sign-up`, person('bob'))).status).toBe(403);
  expect(await count(closed.path)).toBe(0);
  expect((await api.call(closed.path, { body: person('bob') })).status).toBe(201);
  expect((await fromPage(`${closed.path}/sign-in/password`, { username: 'bob', password })).status).toBe(200);

  const firm = await usersWith({ origins: [page], signUp: 'domain', mailDomains: ['firm.example'] });
  const join = (email: unknown) => fromPage(`${firm.path}/sign-up`, { username: `u${Math.random()}`, email, password });
  for (const email of ['x@example.test', 'x@sub.firm.example', 'x@firm.example.evil.test', null, undefined])
    expect([email, (await join(email)).status]).toEqual([email, 403]);
  expect(await count(firm.path)).toBe(0);
  // Anybody can type an address of the firm: it is proved first.
  const joining = await join('x@FIRM.example');
  expect(joining).toMatchObject({ status: 200, body: { challenge: expect.any(String) } });
  expect(await count(firm.path)).toBe(0);
  const code = () => /^(\d{6})$/m.exec(api.mails.findLast(({ to }) => to === 'x@firm.example')?.mail.text ?? '')?.[1] ?? '';
  await vi.waitFor(() => expect(code()).not.toBe(''), { timeout: 30_000 });
  const { challenge } = joining.body;
  expect((await fromPage(`${firm.path}/sign-in/verify`, { challenge, code: code() })).status).toBe(200);
  expect(await count(firm.path)).toBe(1);
});

test('twenty parallel sign-ups with one name make one user', async () => {
  const open = await usersWith({ origins: [page] });
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, i) => fromPage(`${open.path}/sign-up`, person('race'), { address: `198.51.100.${i}` })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  expect(await count(open.path)).toBe(1);
});

test('a network signs up twenty people within an hour', async () => {
  const open = await usersWith({ origins: [page] });
  const join = (i: number, address: string) => fromPage(`${open.path}/sign-up`, { ...person(`n${i}`), password: 'short' }, { address });
  const tries = await Promise.all(Array.from({ length: 25 }, (_, i) => join(i, '192.0.2.9')));
  expect(tries.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(400), ...Array<number>(5).fill(429)]);
  expect((await join(99, '192.0.2.200')).status).toBe(400);
});

test('calls without a key have the limits that the storage names', async () => {
  const slow = await usersWith({ origins: [page], requestsPerMinutePerClient: 3, requestsPerMinute: 5 });
  const call = async (address: string) => (await fromPage(`${slow.path}/refresh`, { refreshToken: 'bpr_x' }, { address })).status;
  const statuses = [];
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']) statuses.push(await call(address));
  expect(statuses).toEqual([401, 401, 401, 429, 401, 429]);
});

test('unknown and known names answer alike, and lock alike', async () => {
  const open = await usersWith({ origins: [page] });
  await fromPage(`${open.path}/sign-up`, person('known'));
  const guess = (who: object) => fromPage(`${open.path}/sign-in/password`, { ...who, password: 'wrong' });
  for (const [known, unknown] of [
    [{ username: 'known' }, { username: 'nobody' }],
    [{ email: 'known@example.test' }, { email: 'nobody@example.test' }],
  ] as const) {
    const answers = [await guess(known), await guess(unknown)].map(({ status, body }) => ({
      status,
      body: { ...body, error: { ...body.error, requestId: '' } },
    }));
    expect(answers[0]).toEqual(answers[1]);
    for (const who of [known, unknown]) {
      const more = await Promise.all(Array.from({ length: 12 }, () => guess(who)));
      expect(more.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(401), ...Array<number>(3).fill(429)]);
    }
  }
});

test('a token of a users storage that is gone, or in another project by now, opens nothing', async () => {
  for (const change of [{ projectId: 'p2' }, null]) {
    const place = await usersWith({ origins: [page] });
    const { accessToken } = (await fromPage(`${place.path}/sign-up`, person('gone'))).body;
    const me = async () => (await api.call(`${place.path}/me`, { bearer: accessToken })).status;
    expect(await me()).toBe(200);
    const document = databaseOf(api.services.store).doc(`storages/${place.id}`);
    await (change ? document.update(change) : document.delete());
    await expect.poll(me).toBe(401);
  }
});

test('an archived users storage lets nobody in', async () => {
  const open = await usersWith({ origins: [page] });
  await fromPage(`${open.path}/sign-up`, person('late'));
  await databaseOf(api.services.store).doc(`storages/${open.id}`).update({ archived: true });
  await expect.poll(async () => (await fromPage(`${open.path}/sign-in/password`, { username: 'late', password })).status).toBe(401);
});

test.each([
  [{ password }, 'username'],
  [{ username: 'a', email: 'a@b.test', password }, 'username'],
  [{ username: 'a' }, 'password'],
  [{ username: 'a', password, pasword: 'x' }, 'pasword'],
])('a sign-in with %j names the field', async (body, field) => {
  expect(await fromPage(`${users.path}/sign-in/password`, body)).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
});
