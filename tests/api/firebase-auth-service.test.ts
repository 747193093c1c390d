import { beforeAll, expect, test } from 'vitest';
import { type AuthAnswer, authService, googleAtAuthService, mfaAtAuthService, renewAtAuthService } from '../support/auth-service.ts';
import { call, mustCall } from '../support/call.ts';
import { googleCredential } from '../support/google.ts';
import { mailAfter, mailsTo, linkToken } from '../support/inbox.ts';
import { type Admin, anAdmin, freshEmail, freshNetwork, password, verify } from '../support/personas.ts';
import { accounts, database } from '../support/target.ts';
import { exchanged, signedUpToken } from '../support/tokens.ts';

/**
 * Firebase's Auth API is open to everyone who has the web key, which every browser gets. What people do there, even with the stolen
 * token of a session, must change nothing here: our own documents say who someone is.
 */
let admin: Admin;
/** Of the latest login: an attack ends the earlier ones at the Auth service. */
let stolen: string;

beforeAll(async () => {
  admin = await anAdmin();
  stolen = admin.token;
});

const thiefs = 'Thiefs-horse-1';
const login = (email: string, given = password) =>
  call<{ accessToken: string }>({
    path: '/app/authentication/login',
    headers: freshNetwork(),
    body: { email, password: given },
  });
const google = (credential: string) =>
  call<{ accessToken: string }>({
    path: '/app/authentication/google-login',
    headers: freshNetwork(),
    body: { googleData: { credential } },
  });
const self = async (token: string) => (await call<{ data: Record<string, unknown> }>({ path: '/app/users/getUser', token })).body.data;
const ofTheirs = async () =>
  (
    await Promise.all(
      [`users/${admin.id}`, `credentials/${admin.id}`, `tenants/${admin.tenantId}`].map((path) => database().doc(path).get()),
    )
  )
    .map((document) => document.data() ?? {})
    .map(({ last_login: _login, places: _places, ...rest }) => rest);

const attacks: Record<string, (idToken: string, stranger: string) => Promise<AuthAnswer | string>> = {
  'another address': (idToken, stranger) => authService('update', { idToken, email: stranger }),
  'another password': (idToken) => authService('update', { idToken, password: thiefs }),
  'the same address and another password': (idToken) => authService('update', { idToken, email: admin.email, password: thiefs }),
  'another name and picture': (idToken) => authService('update', { idToken, displayName: 'Root', photoUrl: 'https://evil.test/x.png' }),
  'other claims': (idToken) => authService('update', { idToken, customAttributes: JSON.stringify({ role: 'superadmin', tenantId: 'x' }) }),
  'a verified address': (idToken) => authService('update', { idToken, emailVerified: true }),
  'a disabled user': (idToken) => authService('update', { idToken, disableUser: true }),
  'no attributes': (idToken) => authService('update', { idToken, deleteAttribute: ['EMAIL', 'PASSWORD', 'DISPLAY_NAME'] }),
  'no providers': (idToken) => authService('update', { idToken, deleteProvider: ['password', 'google.com'] }),
  'another login, linked by an update': (idToken, stranger) =>
    authService('update', { idToken, linkProviderUserInfo: { providerId: 'google.com', rawId: '1', email: stranger } }),
  'a Google account, linked by a sign-in': (idToken, stranger) => googleAtAuthService(googleCredential(stranger), idToken),
  'an upgrade by sign-up': (idToken, stranger) => authService('signUp', { idToken, email: stranger, password: thiefs }),
  'a mail to verify': (idToken) => authService('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }),
  'a mail to change the address': (idToken, stranger) =>
    authService('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: stranger }),
  'a mail to reset the password': () => authService('sendOobCode', { requestType: 'PASSWORD_RESET', email: admin.email }),
  'a mail to sign in': () =>
    authService('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: admin.email, continueUrl: 'http://localhost' }),
  'a reset with a code of one’s own making': () => authService('resetPassword', { oobCode: 'made-up', newPassword: thiefs }),
  'a sign-in with the password': () => authService('signInWithPassword', { email: admin.email, password }),
  'a second factor of the Auth service': (idToken) => mfaAtAuthService('mfaEnrollment:start', idToken),
  'a withdrawn second factor': (idToken) => mfaAtAuthService('mfaEnrollment:withdraw', idToken),
  'a sign-up with the token alone': (idToken) => authService('signUp', { idToken, returnSecureToken: true }),
  'a sign-up under the person’s id': (_, stranger) => authService('signUp', { localId: admin.id, email: stranger, password: thiefs }),
  'another password by the id, without a token': () => authService('update', { localId: admin.id, email: admin.email, password: thiefs }),
  'another password by the id, with a token': (idToken) => authService('update', { idToken, localId: admin.id, password: thiefs }),
  'ended sessions, by an update': (idToken) => authService('update', { idToken, validSince: String(Math.floor(Date.now() / 1000)) }),
  'a linked phone': (idToken) => authService('signInWithPhoneNumber', { idToken, sessionInfo: 'made-up', code: '123456' }),
  'a sign-in by a link of one’s own making': (idToken, stranger) =>
    authService('signInWithEmailLink', { idToken, email: stranger, oobCode: 'made-up' }),
  'a deletion by the id': () => authService('delete', { localId: admin.id }),
  'a deleted user': (idToken) => authService('delete', { idToken }),
  'a deleted user whose custom token signs in again': async (idToken) => {
    await authService('delete', { idToken });
    return exchanged(admin.customToken);
  },
};

test.each(Object.keys(attacks))('with a stolen token, %s changes nothing, and the owner logs in', async (name) => {
  const stranger = freshEmail('stranger');
  const before = await ofTheirs();
  await attacks[name]?.(stolen, stranger);
  const refused = await Promise.all([login(stranger, thiefs), login(stranger), login(admin.email, thiefs)]);
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
  const again = await login(admin.email);
  expect(again.status).toBe(200);
  stolen = again.body.accessToken;
  expect(await self(again.body.accessToken)).toMatchObject({ id: admin.id, name: 'Ada Admin', email: admin.email, role: 'admin' });
  expect(await ofTheirs()).toEqual(before);
  // The login leaves the Auth user with its id alone.
  const { uid, email, displayName, photoURL, disabled, providerData, customClaims } = await accounts().getUser(admin.id);
  expect({ uid, email, displayName, photoURL, disabled, providerData, customClaims }).toEqual({
    uid: admin.id,
    disabled: false,
    providerData: [],
  });
});

test('the Auth service knows no address and no password of anybody, so it mails nobody and signs nobody in', async () => {
  const { body } = await authService('sendOobCode', { requestType: 'PASSWORD_RESET', email: admin.email });
  expect(body).not.toHaveProperty('oobLink');
  for (const given of [password, thiefs, '']) {
    const answer = await authService('signInWithPassword', { email: admin.email, password: given, returnSecureToken: true });
    expect([answer.status, answer.body.idToken]).toEqual([400, undefined]);
  }
});

test('a token that was got there with a written address and password opens neither API', async () => {
  await authService('update', { idToken: stolen, email: admin.email, password: thiefs });
  const { body } = await authService('signInWithPassword', { email: admin.email, password: thiefs, returnSecureToken: true });
  const renewed = await renewAtAuthService(body.refreshToken ?? '');
  for (const token of [body.idToken ?? '', renewed ?? '']) expect((await call({ path: '/app/projects', token })).status).toBe(401);
});

test('an address written there gets no mail, and stays free for its owner', async () => {
  const taken = freshEmail('ceo');
  await authService('update', { idToken: stolen, email: taken, password: thiefs });
  await mustCall({ path: '/app/authentication/forgot-password', headers: freshNetwork(), body: { email: taken } });
  const reset = await mailAfter(admin.email, () =>
    mustCall({ path: '/app/authentication/forgot-password', headers: freshNetwork(), body: { email: admin.email } }),
  );
  expect(linkToken(reset)).toMatch(/./);
  expect(await mailsTo(taken)).toEqual([]);
  const opened = await google(googleCredential(taken));
  expect(await self(opened.body.accessToken)).toMatchObject({ email: taken });
  expect((await self(opened.body.accessToken)).tenantId).not.toBe(admin.tenantId);
});

test('a Google account that is linked there with somebody’s token opens an account of its own', async () => {
  const mallory = freshEmail('mallory');
  const credential = googleCredential(mallory);
  await googleAtAuthService(credential, stolen);
  const opened = await google(credential);
  expect(await self(opened.body.accessToken)).toMatchObject({ email: mallory });
  expect((await google(googleCredential(admin.email))).status).toBe(200);
});

test('who signs up there with a free address keeps nothing when its owner registers here', async () => {
  const email = freshEmail('squatted');
  const { body } = await authService('signUp', { email, password: thiefs, returnSecureToken: true });
  await googleAtAuthService(googleCredential(freshEmail('mallory')), await signedUpToken());
  const form = { name: 'Nia New', email, password, confirmPassword: password };
  await mustCall({ path: '/app/authentication/register', headers: freshNetwork(), body: form });
  await verify(email);
  expect((await login(email, thiefs)).status).toBe(401);
  await authService('update', { idToken: body.idToken, password: 'Thiefs-horse-2' });
  expect((await login(email, 'Thiefs-horse-2')).status).toBe(401);
  expect((await login(email)).status).toBe(200);
});
