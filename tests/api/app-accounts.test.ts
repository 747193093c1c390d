import { messages } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { linkToken, mailsTo, nextMailTo } from '../support/inbox.ts';
import { freshEmail, freshNetwork, logIn, password, personOf } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database, target } from '../support/target.ts';
import { passwordOnlyToken } from '../support/tokens.ts';

const name = 'Nia New';
const registration = (email: string) => ({ name, email, password, confirmPassword: password, role: null, projectId: null });

// Covers S0-7-22, S0-1-03, S0-1-04
test('registering answers 201 and sends one mail with the verification button', async () => {
  const email = freshEmail();
  const answer = await call({ path: '/app/authentication/register', headers: freshNetwork(), body: registration(email) });
  expect(answer).toMatchObject({ status: 201, body: { success: true, message: messages.registered } });
  const mail = await nextMailTo(email);
  expect(mail.html).toMatch(new RegExp(`<a[^>]+href="${target.web}/user/${linkToken(mail)}/verify"[^>]*>\\s*Verify Your Account\\s*<`));
  expect(mail.text).toContain(`${target.web}/user/${linkToken(mail)}/verify`);
  expect(await mailsTo(email)).toHaveLength(1);
});

// Covers S0-1-05, S2-2.c-03
test('a new account logs in only after its link was opened', async () => {
  const email = freshEmail();
  const login = () => call({ path: '/app/authentication/login', body: { email, password, twoFactorCode: null } });
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body: registration(email) });
  expect(await login()).toMatchObject({ status: 403, body: { message: messages.notVerified } });
  const token = linkToken(await nextMailTo(email));
  expect(await call({ path: `/app/verify/user/${token}` })).toMatchObject({ status: 200, body: { message: messages.verified } });
  expect(await login()).toMatchObject({ status: 200, body: { success: true, message: messages.loggedIn } });
});

// Covers S2-2.c-04
test('a verification link works again and leaves the account verified', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body: registration(email) });
  const token = linkToken(await nextMailTo(email));
  await mustCall({ path: `/app/verify/user/${token}` });
  expect(await call({ path: `/app/verify/user/${token}` })).toMatchObject({ status: 200, body: { message: messages.alreadyVerified } });
  await logIn(email, name);
});

// Covers S0-7-18
test('login answers an access token with id, role and project', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body: registration(email) });
  await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email))}` });
  const { body } = await call({ path: '/app/authentication/login', body: { email, password, twoFactorCode: null } });
  const { uid } = await personOf(email);
  expect(body).toMatchObject({
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\./),
    data: { id: uid, role: 'admin', projectId: null },
  });
});

test('a self-registered person is an admin of a new account whatever role and project the body names', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', body: { ...registration(email), role: 'user', projectId: 'foreign' } });
  await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email))}` });
  expect(await logIn(email, name)).toMatchObject({ role: 'admin', projectId: null });
});

test('registering a taken address answers as for a new one and changes no account', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body: registration(email) });
  const mail = await nextMailTo(email);
  await mustCall({ path: `/app/verify/user/${linkToken(mail)}` });
  const seen = [mail.id];
  const again = await call({ path: '/app/authentication/register', body: { ...registration(email), name: 'Someone Else' } });
  expect(again).toMatchObject({ status: 201, body: { message: messages.registered } });
  expect((await nextMailTo(email, seen)).html).not.toContain('Verify Your Account');
  expect((await personOf(email)).user.name).toBe(name);
});

test('logging out ends the session for both the console and the token', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body: registration(email) });
  await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email))}` });
  const { token, id } = await logIn(email, name);
  expect(await call({ method: 'POST', path: '/app/authentication/logout', token })).toMatchObject({
    status: 200,
    body: { message: messages.loggedOut },
  });
  expect(await call({ path: '/app/projects', token })).toMatchObject({ status: 401 });
  const sessions = await database().collection('sessions').where('uid', '==', id).get();
  expect(sessions.docs.map((session) => session.get('revokedAt') !== null)).toEqual([true]);
});

test('a token of the public password sign-in is refused by the console API', async () => {
  const email = freshEmail();
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body: registration(email) });
  await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email))}` });
  const idToken = await passwordOnlyToken(await logIn(email, name));
  for (const path of ['/app/projects', '/app/users/getUser']) {
    expect(await call({ path, token: idToken })).toMatchObject({ status: 401, body: { success: false } });
  }
});

const register = '/app/authentication/register';

scenarios('POST /app/authentication/register', [
  { name: 'refuses an empty body', send: { path: register, body: {} }, status: 400, code: 'invalid-argument', field: 'email' },
  {
    name: 'refuses a missing name',
    send: { path: register, body: { ...registration(freshEmail()), name: ' ' } },
    status: 400,
    field: 'name',
  },
  { name: 'refuses a wrong address', send: { path: register, body: registration('not-an-address') }, status: 400, field: 'email' },
  {
    name: 'refuses an address that would add mail headers',
    send: { path: register, body: registration('a@b.c\r\nBcc: evil@example.test') },
    status: 400,
    field: 'email',
  },
  {
    name: 'refuses a short password',
    send: { path: register, body: { ...registration(freshEmail()), password: 'a1', confirmPassword: 'a1' } },
    status: 400,
    field: 'password',
  },
  {
    name: 'refuses two different passwords',
    send: { path: register, body: { ...registration(freshEmail()), confirmPassword: `${password}x` } },
    status: 400,
    field: 'confirmPassword',
  },
  { name: 'refuses malformed JSON', send: { path: register, body: '{"name":' }, status: 400, code: 'malformed-json' },
  {
    name: 'refuses a body above the limit',
    send: { path: register, body: { name: 'x'.repeat(1_100_000) } },
    status: 413,
    code: 'payload-too-large',
  },
]);

scenarios('POST /app/authentication/login', [
  {
    name: 'refuses an unknown address with the message of a wrong password',
    send: { path: '/app/authentication/login', body: { email: freshEmail(), password, twoFactorCode: null } },
    status: 401,
    message: messages.loginFailed,
  },
  {
    name: 'refuses a missing password',
    send: { path: '/app/authentication/login', body: { email: freshEmail() } },
    status: 400,
    field: 'password',
  },
  {
    name: 'refuses an address that is no text',
    send: { path: '/app/authentication/login', body: { email: 7, password } },
    status: 400,
    field: 'email',
  },
]);

scenarios('GET /app/verify/user/{token}', [
  {
    // Covers S2-2.c-05
    name: 'refuses an unknown token with the failure message',
    send: { path: `/app/verify/user/${'x'.repeat(43)}` },
    status: 404,
    message: messages.verificationFailed,
  },
  { name: 'refuses a token with slashes and control characters', send: { path: '/app/verify/user/a%2Fb%00%0a' }, status: 404 },
]);
