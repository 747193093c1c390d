import { Registration } from '@bedplate/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databaseOf } from '../../../test/data-services.ts';
import { origin, startAuthWorld } from '../../../test/auth-world.ts';
import { firstSignIn } from './first-sign-in.ts';
import { lockByOwner } from './lock.ts';
import { finishLogin } from './login.ts';
import { registerAccount } from './register.ts';
import { resetPassword, forgotPassword } from './reset-password.ts';
import { resendVerification, verifyAccount } from './verify.ts';
import { authTokenId } from '../mailed-links/auth-tokens.ts';

/** The link of the verification mail signs in the person who registered, and nobody else. Decision 117. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;
let email: string;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());
beforeEach(({ task }) => {
  email = `f${task.id.replaceAll(/\W/g, '')}@example.test`;
  world.mails.length = 0;
});

const password = 'Correct-horse-9';
const own = 'b'.repeat(43);
const stranger = 's'.repeat(43);
const scanner = { ip: '192.0.2.80', userAgent: 'LinkScanner/1.0' };

const register = (browser: string | null = own, secret = password) =>
  registerAccount(
    world.services,
    Registration.parse({ name: 'Nia New', email, password: secret, confirmPassword: secret, ...(browser && { browser }) }),
    origin,
  );
const linkIn = async (page = 'verify', nth = 1) => {
  const links = () =>
    world.mails.flatMap(({ to, text }) => (to === email ? [...text.matchAll(new RegExp(`/user/([^/\\s]+)/${page}`, 'g'))] : []));
  await expect.poll(() => links().length).toBeGreaterThanOrEqual(nth);
  return links()[nth - 1]?.[1] ?? '';
};
const verify = (token: string, at = origin) => verifyAccount(world.services, token, at);
const signIn = (token: string, browser = own, at = origin) => firstSignIn(world.services, { token, browser }, at);
const db = () => databaseOf(world.services.store);
const uid = async () => (await db().collection('users').where('email', '==', email).get()).docs[0]?.id ?? '';
const sessions = async () =>
  (
    await db()
      .collection('sessions')
      .where('uid', '==', await uid())
      .where('revokedAt', '==', null)
      .get()
  ).size;
const refused = { code: 'permission-denied', message: 'Your account is already verified. You can log in.' };

async function verified(): Promise<string> {
  await register();
  const token = await linkIn();
  await verify(token);
  return token;
}

test('in the browser that registered, the link signs in once, also of many at once', async () => {
  const token = await verified();
  const answers = await Promise.allSettled([signIn(token), signIn(token), signIn(token)]);
  const [opened, ...others] = answers.filter(({ status }) => status === 'fulfilled');
  expect(opened).toMatchObject({ value: { accessToken: expect.any(String), data: { id: await uid(), role: 'admin', projectId: null } } });
  expect(others).toEqual([]);
  await expect(signIn(token)).rejects.toMatchObject(refused);
  expect(await sessions()).toBe(1);
});

test('a program that opens the link before uses nothing up, and makes the first sign-in no unusual one', async () => {
  await register();
  const token = await linkIn();
  await verify(token, scanner);
  await verify(token, scanner);
  expect(await signIn(token)).toMatchObject({ data: { id: await uid() } });
  expect(world.mails.map(({ subject }) => subject)).toEqual(['Verify your Bedplate account']);
});

test('the link of a later mail signs in as well', async () => {
  await register();
  await linkIn();
  await resendVerification(world.services, email, origin);
  const later = await linkIn('verify', 2);
  await verify(later);
  expect(await signIn(later)).toMatchObject({ data: { id: await uid() } });
});

test('an address that is verified gets no further mail', async () => {
  await verified();
  await resendVerification(world.services, email, origin);
  expect(world.mails).toHaveLength(1);
});

test('a registration that the database does not take is told, and one that another was faster with is not', async () => {
  const { store } = world.services;
  const commit = store.commit.bind(store);
  const failing = (code: number) =>
    vi.spyOn(store, 'commit').mockImplementation(async (writes) => {
      if (writes.some(({ path }) => path.startsWith('tenants/'))) throw Object.assign(new Error('not stored'), { code });
      return commit(writes);
    });
  try {
    failing(14);
    await expect(register()).rejects.toThrow('not stored');
    failing(6);
    await register();
  } finally {
    vi.restoreAllMocks();
  }
  expect(await uid()).toBe('');
  expect(world.mails).toEqual([]);
});

test.each([
  ['another browser', async () => {}, stranger],
  ['a person who has logged in', () => finishLogin(world.services, { email, password, twoFactorCode: null }, origin), own],
  [
    'an account with a second factor',
    async () =>
      db()
        .doc(`users/${await uid()}`)
        .update({ is_enable_two_factor: true }),
    own,
  ],
])('for %s the link opens no session', async (_, before, browser) => {
  const token = await verified();
  await before();
  const open = await sessions();
  await expect(signIn(token, browser)).rejects.toMatchObject(refused);
  expect(await sessions()).toBe(open);
});

test.each([
  ['suspended', async () => void (await suspend()), 'suspended'],
  [
    'deactivated',
    async () =>
      void (await db()
        .doc(`users/${await uid()}`)
        .update({ is_active: false })),
    'deactivated',
  ],
])('for an account that was %s it opens none either', async (_, before, reason) => {
  const token = await verified();
  await before();
  await expect(signIn(token)).rejects.toMatchObject({ code: 'permission-denied', message: expect.stringContaining(reason) });
  expect(await sessions()).toBe(0);
});

test('who registers an address that somebody else has registered before is not let into that account', async () => {
  await register(stranger, 'Thiefs-horse-1');
  const token = await linkIn();
  await register();
  await verify(token);
  await expect(signIn(token)).rejects.toMatchObject(refused);
  expect(await sessions()).toBe(0);
});

test('a registration that no browser has signed opens nothing by its link', async () => {
  await register(null);
  const token = await linkIn();
  await verify(token);
  await expect(signIn(token)).rejects.toMatchObject(refused);
});

test('a link that is over signs nobody in', async () => {
  const token = await verified();
  await db()
    .doc(`authTokens/${authTokenId(token)}`)
    .update({ expiresAt: new Date(Date.now() - 1) });
  await expect(signIn(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await sessions()).toBe(0);
});

test('an address must be verified first', async () => {
  await register();
  await expect(signIn(await linkIn())).rejects.toMatchObject({
    code: 'permission-denied',
    message: expect.stringContaining('not verified yet'),
  });
});

test.each([
  ['of another kind', () => linkIn('not-me')],
  ['of nobody', async () => 'x'.repeat(43)],
  [
    'from before a new password',
    async (token: string) => {
      await forgotPassword(world.services, email, origin);
      await resetPassword(world.services, { token: await linkIn('reset-password'), reset: { password: 'Another-horse-7' }, origin });
      return token;
    },
  ],
  [
    'from before a lock',
    async (token: string) => {
      await lockByOwner(world.services, await linkIn('not-me'), origin);
      return token;
    },
  ],
])('a link %s signs nobody in', async (_, tokenOf) => {
  const token = await tokenOf(await verified());
  await expect(signIn(token)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringContaining('invalid or has expired'),
  });
  expect(await sessions()).toBe(0);
});

async function suspend(): Promise<void> {
  const person = (
    await db()
      .doc(`users/${await uid()}`)
      .get()
  ).data();
  await db().doc(`tenants/${person?.['tenantId']}`).update({ active: false });
}
