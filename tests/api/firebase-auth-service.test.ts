import { beforeEach, expect, test } from 'vitest';
import { authService, googleAtAuthService, renewAtAuthService } from '../support/auth-service.ts';
import { call, mustCall } from '../support/call.ts';
import { googleCredential } from '../support/google.ts';
import { linkToken, mailAfter, mailsTo, nextMailTo } from '../support/inbox.ts';
import { type Admin, anAdmin, freshEmail, freshNetwork, logIn, password, verify } from '../support/personas.ts';
import { accounts, database } from '../support/target.ts';
import { passwordOnlyToken, signedUpToken } from '../support/tokens.ts';

/** Firebase's Auth API is open to everyone who has the web key. What people do there must give them nothing here. */
let admin: Admin;

beforeEach(async () => {
  admin = await anAdmin();
});

const register = (email: string) =>
  mustCall({
    path: '/app/authentication/register',
    headers: freshNetwork(),
    body: { name: 'Nia New', email, password, confirmPassword: password },
  });
const login = (email: string, given = password) =>
  call({ path: '/app/authentication/login', headers: freshNetwork(), body: { email, password: given } });
const google = (credential: string) =>
  call<{ accessToken: string }>({
    path: '/app/authentication/google-login',
    headers: freshNetwork(),
    body: { googleData: { credential } },
  });
const self = async (token = admin.token) =>
  (await call<{ data: Record<string, unknown> }>({ path: '/app/users/getUser', token })).body.data;

test('role, account and project cannot be written into one’s user there', async () => {
  const customAttributes = JSON.stringify({ role: 'superadmin', tenantId: 'x' });
  for (const idToken of [admin.token, await passwordOnlyToken(admin.email)]) {
    expect((await authService('update', { idToken, customAttributes })).status).toBe(400);
    expect((await authService('update', { idToken, customAttributes, localId: (await anAdmin()).id })).status).toBe(400);
  }
  expect((await accounts().getUser(admin.id)).customClaims).toMatchObject({ role: 'admin', tenantId: admin.tenantId });
});

test('a name written there shows nowhere', async () => {
  expect((await authService('update', { idToken: admin.token, displayName: 'Root' })).status).toBe(200);
  expect(await self()).toMatchObject({ name: 'Ada Admin' });
  expect(await logIn(admin.email, 'Ada Admin')).toMatchObject({ id: admin.id });
  expect((await self((await logIn(admin.email, '')).token)).name).toBe('Ada Admin');
});

test('an address written there logs nobody in, gets no mail, and stays free for its owner', async () => {
  const taken = freshEmail('ceo');
  expect((await authService('update', { idToken: admin.token, email: taken })).status).toBe(200);
  expect((await login(taken)).status).toBe(401);
  const mail = await mailAfter(admin.email, () =>
    mustCall({ path: '/app/authentication/forgot-password', headers: freshNetwork(), body: { email: taken } }),
  );
  expect(linkToken(mail)).toMatch(/./);
  expect(await mailsTo(taken)).toEqual([]);
  const answer = await google(googleCredential(taken));
  expect(answer.body.accessToken).toBeUndefined();
  expect((await self((await logInAgain()).token)).email).toBe(admin.email);
});

/** With the original address back in its place. */
async function logInAgain() {
  await accounts().updateUser(admin.id, { email: admin.email, password });
  return logIn(admin.email, '');
}

test('a Google account that is linked there with somebody’s token opens nothing here', async () => {
  const credential = googleCredential(freshEmail('mallory'));
  expect((await googleAtAuthService(credential, admin.token)).status).toBe(200);
  const answer = await google(credential);
  expect(answer.status).toBe(401);
  expect(answer.body.accessToken).toBeUndefined();
  expect((await google(googleCredential(admin.email))).status).toBe(200);
});

test('an account under another’s address cannot be opened with a Google account and an address written there', async () => {
  const [own, wanted] = [freshEmail('mallory'), freshEmail('ceo')];
  const credential = googleCredential(own);
  const { body } = await googleAtAuthService(credential);
  await authService('update', { idToken: body.idToken, email: wanted });
  const answer = await google(credential);
  expect(await self(String(answer.body.accessToken))).toMatchObject({ email: own });
  const { docs } = await database().collection('users').where('email', '==', wanted).get();
  expect(docs).toEqual([]);
  expect((await login(wanted)).status).toBe(401);
});

test('who signs up there with a free address keeps neither the password nor a token when its owner registers', async () => {
  const email = freshEmail('squatted');
  const squatter = { email, password: 'Squatters-pass-1' };
  const { body } = await authService('signUp', { ...squatter, returnSecureToken: true });
  await register(email);
  await verify(email);
  expect((await login(email, squatter.password)).status).toBe(401);
  expect((await authService('update', { idToken: body.idToken, password: 'Squatters-pass-2' })).status).toBe(400);
  expect((await login(email)).status).toBe(200);
});

test('a Google account linked to a free address before its owner registers opens only an account of its own', async () => {
  const email = freshEmail('squatted');
  const mallory = freshEmail('mallory');
  const credential = googleCredential(mallory);
  await googleAtAuthService(credential, await signedUpToken(email));
  await register(email);
  await verify(email);
  const opened = await google(credential);
  expect(opened.status).toBe(200);
  expect((await self(opened.body.accessToken)).email).toBe(mallory);
  expect((await login(email)).status).toBe(200);
});

test('deleting one’s user there ends one’s sessions and nothing of the account', async () => {
  const before = await database().doc(`tenants/${admin.tenantId}`).get();
  expect((await authService('delete', { idToken: admin.token })).status).toBe(200);
  expect((await call({ path: '/app/users/getUser', token: admin.token })).status).toBe(401);
  expect((await login(admin.email)).status).toBe(401);
  expect((await database().doc(`tenants/${admin.tenantId}`).get()).data()).toEqual(before.data());
});

async function resetByMail(): Promise<void> {
  const seen = (await mailsTo(admin.email)).map(({ id }) => id);
  await mustCall({ path: '/app/authentication/forgot-password', headers: freshNetwork(), body: { email: admin.email } });
  const token = linkToken(await nextMailTo(admin.email, seen));
  const body = { password, confirm_password: password };
  await mustCall({ path: `/app/authentication/${token}/reset-password`, headers: freshNetwork(), body });
}

test('a password written there is taken back by the mailed link', async () => {
  expect((await authService('update', { idToken: admin.token, password: 'Thiefs-horse-1' })).status).toBe(200);
  expect((await login(admin.email)).status).toBe(401);
  await resetByMail();
  expect((await login(admin.email, 'Thiefs-horse-1')).status).toBe(401);
  expect((await login(admin.email)).status).toBe(200);
});

/**
 * The holder of a session asks for tokens while `work` goes on, until one is refused: from then on the service refuses all, but the
 * local one does not end refresh tokens by time. @returns the latest ones
 */
async function tokensTakenDuring(work: () => Promise<void>): Promise<string[]> {
  const { body } = await authService('signInWithPassword', { email: admin.email, password, returnSecureToken: true });
  const taken: string[] = [];
  const over = new AbortController();
  const thief = (async () => {
    while (!over.signal.aborted) {
      const token = await renewAtAuthService(body.refreshToken ?? '');
      if (!token) return;
      taken.push(token);
      await new Promise((done) => setTimeout(done, 20));
    }
  })();
  await work();
  over.abort();
  await thief;
  return taken.slice(-100);
}

async function changeOwnPassword(): Promise<void> {
  const body = { current_password: password, password, password_confirm: password };
  await mustCall({ path: '/app/users/updateUser', method: 'PUT', token: admin.token, body });
}

test.each([
  ['the mailed link', resetByMail],
  ['its owner', changeOwnPassword],
] as const)('no token of the second in which a password is set by %s sets another one', async (_, setPassword) => {
  const taken = await tokensTakenDuring(setPassword);
  expect(taken.length).toBeGreaterThan(0);
  for (const idToken of taken) expect((await authService('update', { idToken, password: 'Thiefs-horse-1' })).status).toBe(400);
  expect((await login(admin.email)).status).toBe(200);
});
