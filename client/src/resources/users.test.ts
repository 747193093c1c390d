import { expect, test } from 'vitest';
import { createClient } from '../bedplate.ts';

interface Person {
  nickname: string;
}

/** A server that answers everything alike and keeps what it was asked. */
function server(body: object = { success: true, data: {} }) {
  const seen: { call: string; body: unknown; headers: Headers }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const sent = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    seen.push({ call: `${init?.method} ${String(url)}`, body: sent, headers: new Headers(init?.headers) });
    return new Response(JSON.stringify(body));
  };
  const client = createClient({ endpoint: 'http://a', projectId: 'p', token: 'bpu_x', fetch, retries: 0 });
  return { users: client.users<Person>('u1'), seen };
}

test('a person reads and changes their own record with its token', async () => {
  const { users, seen } = server({ success: true, data: { id: 'r1', nickname: 'A' } });
  expect(await users.me()).toMatchObject({ id: 'r1' });
  expect((await users.updateMe({ nickname: 'A', currentPassword: 'x' })).nickname).toBe('A');
  expect(seen.map(({ call }) => call)).toEqual(['GET http://a/api/users/u1/me', 'PATCH http://a/api/users/u1/me']);
  expect(seen[1]?.body).toEqual({ nickname: 'A', currentPassword: 'x' });
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer bpu_x');
});

test('a page signs a person up and in without a key, and sends no key of repetition with a password', async () => {
  const tokens = { accessToken: 'bpu_2', expiresIn: 3600, refreshToken: 'bpr_2' };
  const { users, seen } = server({ success: true, data: { id: 'r1' }, ...tokens });
  expect(await users.register({ username: 'ann', email: 'a@b.test', password: 'x', nickname: 'A' })).toEqual({
    user: { id: 'r1' },
    ...tokens,
  });
  expect(await users.signIn({ email: 'a@b.test', password: 'x' })).toEqual({ user: { id: 'r1' }, ...tokens });
  expect(seen.map(({ call, body }) => [call, body])).toEqual([
    ['POST http://a/api/users/u1/sign-up', { username: 'ann', email: 'a@b.test', password: 'x', nickname: 'A' }],
    ['POST http://a/api/users/u1/sign-in/password', { email: 'a@b.test', password: 'x' }],
  ]);
  expect(seen.every(({ headers }) => !headers.has('idempotency-key'))).toBe(true);
});

test('a code, a link and a proof are sent as they are, and a challenge is told from a session', async () => {
  const { users, seen } = server({ success: true, challenge: 'c1', expiresIn: 600, message: 'look' });
  const challenge = { challenge: 'c1', expiresIn: 600, message: 'look' };
  expect(await users.sendCode('a@b.test')).toEqual(challenge);
  expect(await users.sendLink('a@b.test')).toEqual(challenge);
  expect(await users.register({ username: 'ann', email: 'a@b.test' })).toEqual(challenge);
  expect(await users.signIn({ username: 'ann', password: 'x' })).toEqual(challenge);
  await users.verify({ challenge: 'c1', code: '123456' });
  await users.verify({ token: 't' });
  await users.signInAnonymously();
  await users.becomeNamed({ username: 'ann', email: 'a@b.test', password: 'x' });
  expect(seen.map(({ call, body }) => [call.replace('POST http://a/api/users/u1', ''), body])).toEqual([
    ['/sign-in/code', { email: 'a@b.test' }],
    ['/sign-in/link', { email: 'a@b.test' }],
    ['/sign-up', { username: 'ann', email: 'a@b.test' }],
    ['/sign-in/password', { username: 'ann', password: 'x' }],
    ['/sign-in/verify', { challenge: 'c1', code: '123456' }],
    ['/sign-in/verify', { token: 't' }],
    ['/sign-in/anonymous', {}],
    ['/me/sign-up', { username: 'ann', email: 'a@b.test', password: 'x' }],
  ]);
  expect(seen.some(({ headers }) => headers.has('idempotency-key'))).toBe(false);
});

test('an e-mail changes by a challenge, and comes back by a code', async () => {
  const { users, seen } = server({ success: true, challenge: 'c1', expiresIn: 600, message: 'look', data: { id: 'r1' } });
  expect(await users.changeEmail({ email: 'a@b.test', currentPassword: 'x' })).toEqual({
    challenge: 'c1',
    expiresIn: 600,
    message: 'look',
  });
  expect(await users.verifyEmail({ challenge: 'c1', code: '123456' })).toEqual({ id: 'r1' });
  await users.undoEmail('t');
  expect(seen.map(({ call, body }) => [call.replace('POST http://a/api/users/u1', ''), body])).toEqual([
    ['/me/email', { email: 'a@b.test', currentPassword: 'x' }],
    ['/me/email/verify', { challenge: 'c1', code: '123456' }],
    ['/undo-email', { token: 't' }],
  ]);
});

test('a person leaves, and comes back by a code', async () => {
  const { users, seen } = server({ success: true, goesAt: '2026-12-26T00:00:00.000Z' });
  expect(await users.deleteMe({ currentPassword: 'x' })).toEqual({ goesAt: '2026-12-26T00:00:00.000Z' });
  await users.undoDelete('t');
  expect(seen.map(({ call, body }) => [call.replace('POST http://a/api/users/u1', ''), body])).toEqual([
    ['/me/delete', { currentPassword: 'x' }],
    ['/undo-delete', { token: 't' }],
  ]);
});

test('sessions are listed, and one, the others or all are ended', async () => {
  const { users, seen } = server({ success: true, data: [{ id: 's1' }] });
  expect(await users.sessions()).toEqual([{ id: 's1' }]);
  await users.endSession('s/1');
  await users.endSessions({ others: true });
  await users.endSessions();
  expect(seen.map(({ call }) => call.replace('http://a/api/users/u1', ''))).toEqual([
    'GET /sessions',
    'DELETE /sessions/s%2F1',
    'DELETE /sessions?others=true',
    'DELETE /sessions',
  ]);
});

test('a new password answers with new tokens and is never sent twice', async () => {
  const { users, seen } = server({ success: true, data: { id: 'r1' }, accessToken: 'bpu_2', expiresIn: 3600, refreshToken: 'bpr_2' });
  expect(await users.changePassword('old', 'new')).toEqual({
    user: { id: 'r1' },
    accessToken: 'bpu_2',
    expiresIn: 3600,
    refreshToken: 'bpr_2',
  });
  expect(seen).toMatchObject([{ call: 'POST http://a/api/users/u1/change-password', body: { currentPassword: 'old', password: 'new' } }]);
  expect(seen[0]?.headers.has('idempotency-key')).toBe(false);
  await users.changePassword({ currentPassword: 'old', code: '123456' }, 'new');
  expect(seen[1]?.body).toEqual({ currentPassword: 'old', code: '123456', password: 'new' });
});

test('a second factor is set up, asked about, renewed and removed, by the person or by keys', async () => {
  const answer = {
    success: true,
    challenge: 'c1',
    expiresIn: 600,
    message: 'look',
    factor: 'totp',
    setUp: { secret: 'A', uri: 'otpauth:' },
  };
  const { users, seen } = server({ ...answer, recoveryCodes: ['r'], data: { isOn: true, recoveryCodes: 9 } });
  expect(await users.secondFactor()).toEqual({ isOn: true, recoveryCodes: 9 });
  expect(await users.setUpSecondFactor({ currentPassword: 'x' })).toEqual({
    challenge: 'c1',
    expiresIn: 600,
    message: 'look',
    factor: 'totp',
    setUp: { secret: 'A', uri: 'otpauth:' },
  });
  expect(await users.verifySecondFactor({ challenge: 'c1', code: '1' })).toEqual(['r']);
  expect(await users.renewRecoveryCodes({ code: '1' })).toEqual(['r']);
  await users.removeSecondFactor({ code: '1', way: 'mail' });
  expect(await users.askSecondFactor('c0', 'mail')).toMatchObject({ challenge: 'c1' });
  expect(await users.proveSecondFactor('passkey')).toMatchObject({ challenge: 'c1' });
  await users.endSecondFactor('u/2');
  expect(seen.map(({ call, body }) => [call.replace('http://a/api/users/u1', ''), body])).toEqual([
    ['GET /me/second-factor', undefined],
    ['POST /me/second-factor', { currentPassword: 'x' }],
    ['POST /me/second-factor/verify', { challenge: 'c1', code: '1' }],
    ['POST /me/second-factor/recovery-codes', { code: '1' }],
    ['POST /me/second-factor/remove', { code: '1', way: 'mail' }],
    ['POST /sign-in/second-factor', { challenge: 'c0', way: 'mail' }],
    ['POST /me/second-factor/ask', { way: 'passkey' }],
    ['DELETE /second-factor/u%2F2', undefined],
  ]);
});

test('a sign-in elsewhere sends the hash of what the page keeps, and links and unlinks accounts in the same way', async () => {
  const { users, seen } = server({ success: true, url: 'https://login.example/x', data: [{ id: 'i1' }] });
  const { url, verifier } = await users.startProvider('google', { returnTo: 'https://a.test/in' });
  expect(url).toBe('https://login.example/x');
  expect(verifier).toMatch(/^[\w-]{43}$/);
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
  await users.startLink('google', { returnTo: 'https://a.test/in', currentPassword: 'x' });
  expect(await users.finishLink({ token: 't', verifier })).toEqual([{ id: 'i1' }]);
  expect(await users.identities()).toEqual([{ id: 'i1' }]);
  await users.unlink('i/1', { currentPassword: 'x' });
  expect(seen.map(({ call, body }) => [call.replace('http://a/api/users/u1', ''), body])).toEqual([
    ['POST /sign-in/provider', { provider: 'google', returnTo: 'https://a.test/in', codeChallenge: hash }],
    ['POST /me/identities', expect.objectContaining({ provider: 'google', currentPassword: 'x' })],
    ['POST /me/identities/verify', { token: 't', verifier }],
    ['GET /me/identities', undefined],
    ['POST /me/identities/i%2F1/remove', { currentPassword: 'x' }],
  ]);
});

test('an export goes on at the cursor of the page before', async () => {
  const page = { records: [], leftOut: [], nextCursor: 's1~0~a.b' };
  const { users, seen } = server({ success: true, ...page });
  expect(await users.exportMe()).toEqual(page);
  await users.exportMe('s1~0~a.b');
  expect(seen.map(({ call }) => call)).toEqual([
    'GET http://a/api/users/u1/me/export',
    'GET http://a/api/users/u1/me/export?cursor=s1~0~a.b',
  ]);
});

test('keys invite, and a page accepts without one', async () => {
  const { users, seen } = server({ success: true, data: { id: 'i1' }, accessToken: 'bpu_2', expiresIn: 3600, refreshToken: 'bpr_2' });
  await users.invite({ email: 'a@b.test', fields: { nickname: 'A' } });
  await users.invitations();
  await users.revokeInvitation('i1');
  expect(await users.acceptInvitation('i1.x', { username: 'ann', password: 'p' })).toMatchObject({ accessToken: 'bpu_2' });
  expect(seen.map(({ call, body }) => [call, body])).toEqual([
    ['POST http://a/api/users/u1/invitations', { email: 'a@b.test', fields: { nickname: 'A' } }],
    ['GET http://a/api/users/u1/invitations', undefined],
    ['DELETE http://a/api/users/u1/invitations/i1', undefined],
    ['POST http://a/api/users/u1/sign-up/invitation', { username: 'ann', password: 'p', token: 'i1.x' }],
  ]);
});
