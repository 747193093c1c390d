import { type LoginAnswer, messages } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { googleCredential } from '../support/google.ts';
import { mailsTo, nextMailTo } from '../support/inbox.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  freshEmail,
  freshNetwork,
  password,
  personOf,
  turnOnTwoFactor,
} from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

let admin: Admin;

beforeAll(async () => {
  admin = await anAdmin();
});

const path = '/app/authentication/google-login';
const google = (credential: string, more: object = {}) =>
  call<LoginAnswer>({ path, headers: freshNetwork(), body: { googleData: { credential }, ...more } });
const withPassword = (email: string) => call({ path: '/app/authentication/login', headers: freshNetwork(), body: { email, password } });

// Covers S0-7-20
test('a new address opens a verified account of its own, and comes back to it', async () => {
  const email = freshEmail('google');
  const credential = googleCredential(email);
  const first = await google(credential);
  expect(first).toMatchObject({
    status: 200,
    body: {
      success: true,
      accessToken: expect.stringMatching(/^ey/),
      customToken: expect.any(String),
      data: { role: 'admin', projectId: null },
    },
  });
  const { data } = await mustCall<{ data: object }>({ path: '/app/users/getUser', token: first.body.accessToken });
  expect(data).toMatchObject({ name: 'Gina Google', email, role: 'admin', apiKey: expect.any(String), is_active: true });
  expect((await google(credential)).body.data.id).toBe(first.body.data.id);
  expect(await mailsTo(email)).toEqual([]);
});

// Covers S0-7-20
test('a member signs in with the role and project that the admin chose', async () => {
  const project = await aProject(admin);
  const member = await aMember(admin, 'developer', project.id);
  expect((await google(googleCredential(member.email))).body.data).toEqual({ id: member.id, role: 'developer', projectId: project.id });
});

test('a verified account keeps its password beside Google', async () => {
  const owner = await anAdmin();
  expect((await google(googleCredential(owner.email))).body.data.id).toBe(owner.id);
  expect((await withPassword(owner.email)).status).toBe(200);
});

test('an unverified account becomes its owner’s: verified by Google, and the password that a stranger chose is gone', async () => {
  const email = freshEmail('victim');
  await mustCall({
    path: '/app/authentication/register',
    headers: freshNetwork(),
    body: { name: 'Mallory', email, password, confirmPassword: password },
  });
  const answer = await google(googleCredential(email));
  expect(answer.status).toBe(200);
  expect((await withPassword(email)).status).toBe(401);
  const { uid, user } = await personOf(email);
  expect((await database().doc(`credentials/${uid}`).get()).get('passwordHash')).toBeNull();
  expect(user.verifiedAt).not.toBeNull();
});

// Covers S0-4-19
test('with two-factor on Google is not enough: the mailed code completes the sign-in', async () => {
  const owner = await anAdmin();
  await turnOnTwoFactor(owner);
  const credential = googleCredential(owner.email);
  const seen = (await mailsTo(owner.email)).map(({ id }) => id);
  const asked = await google(credential);
  expect(asked).toMatchObject({ status: 200, body: { message: messages.twoFactorSent, data: { is_enable_two_factor: true } } });
  expect(asked.body.accessToken).toBeUndefined();
  const [code = ''] = /\b\d{6}\b/.exec((await nextMailTo(owner.email, seen)).text) ?? [];
  expect((await google(credential, { twoFactorCode: code === '000000' ? '000001' : '000000' })).status).toBe(401);
  expect((await google(credential, { twoFactorCode: code })).body.accessToken).toMatch(/^ey/);
});

test('a deactivated user is refused also with Google', async () => {
  const project = (await mustCall<{ data: { id: string }[] }>({ path: '/app/projects', token: admin.token })).data[0]?.id ?? '';
  const member = await aMember(admin, 'user', project);
  await mustCall({ method: 'PUT', path: `/app/users/${member.id}`, token: admin.token, body: { is_active: false } });
  const answer = await google(googleCredential(member.email));
  expect(answer).toMatchObject({ status: 403, body: { error: { key: 'userInactive' } } });
  expect(answer.body.accessToken).toBeUndefined();
});

const send = (googleData: unknown) => () => ({ path, headers: freshNetwork(), body: { googleData } });

scenarios('POST /app/authentication/google-login refuses', [
  {
    // Covers S0-7-21
    name: 'a profile without Google’s word',
    send: () => send({ sub: '1', email: admin.email, email_verified: true, name: 'Ada' })(),
    status: 400,
    field: 'googleData.credential',
  },
  // Covers S0-7-21
  { name: 'an ID token that nobody signed for this product', send: send({ credential: 'eyJhbGciOiJub25lIn0.e30.' }), status: 401 },
  {
    name: 'an address that Google has not verified',
    send: () => send({ credential: googleCredential(admin.email, { email_verified: false }) })(),
    status: 401,
    message: messages.googleUnverified,
  },
  {
    name: 'a token made for another nonce',
    send: () => send({ credential: googleCredential(admin.email, { nonce: 'one' }), nonce: 'two' })(),
    status: 401,
    message: messages.googleRefused,
  },
  { name: 'a token without an address', send: send({ credential: '{"sub":"1"}' }), status: 401 },
  { name: 'nothing', send: { path, body: {} }, status: 400, field: 'googleData' },
  {
    name: 'a credential of 10,000 characters',
    send: send({ credential: 'x'.repeat(10_000) }),
    status: 400,
    field: 'googleData.credential',
  },
]);
