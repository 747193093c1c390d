import { MemberRegistration } from '@bedplate/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ownerOf } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { changeKeys } from '../api-keys/change-keys.ts';
import { deliver } from '../mail/outbox.ts';
import { newAuthToken } from '../mailed-links/auth-tokens.ts';
import { noticeTo } from '../mailed-links/notices.ts';
import { googleLogin } from './google-login.ts';
import { lockByOwner, unlockAccount } from './lock.ts';
import { finishLogin } from './login.ts';
import { registerMember } from './register-member.ts';
import { registerAccount } from './register.ts';
import { checkResetToken, resetPassword } from './reset-password.ts';
import { updateUser } from './update-user.ts';
import { verifyAccount } from './verify.ts';

/** Mails tell what somebody else may have done, and the link in them takes the account out of their hands. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;
let uid: string;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());
beforeEach(async ({ task }) => {
  uid = `n${task.id.replaceAll(/\W/g, '')}`;
  await world.addAccount(`of-${uid}`, { [uid]: 'admin', [`${uid}-ben`]: 'admin' });
  world.mails.length = 0;
});

const newPassword = 'Another-horse-7';
const home = { ip: '198.51.100.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const thief = { ip: '203.0.113.66', userAgent: 'curl/8.0' };
const email = () => `${uid}@example.test`;
const logIn = (at = origin, password = rightPassword, who = email()) =>
  finishLogin(world.services, { email: who, password, twoFactorCode: null }, at);
const withGoogle = (sub: string) =>
  googleLogin(world.services, { googleData: { credential: JSON.stringify({ sub, email: email(), email_verified: true }) } }, home);
const document = async (path: string) => (await databaseOf(world.services.store).doc(path).get()).data() ?? {};
const openSessions = async (who = uid) =>
  (await databaseOf(world.services.store).collection('sessions').where('uid', '==', who).where('revokedAt', '==', null).get()).size;
const subjects = () => world.mails.map(({ to, subject }) => `${to}: ${subject}`);
const mailed = async (subject: RegExp) => {
  await expect.poll(subjects).toContainEqual(expect.stringMatching(subject));
  return world.mails.find((mail) => subject.test(`${mail.to}: ${mail.subject}`))?.text ?? '';
};
const tokenIn = (text: string, page: string) => new RegExp(`/user/([^/\\s]+)/${page}`).exec(text)?.[1] ?? '';
const locked = { code: 'permission-denied', message: expect.stringContaining('locked') };

test('a mail about a login names browser and system, not the words of the wire', async () => {
  await logIn(home);
  await logIn({ ...thief, userAgent: home.userAgent.replaceAll('Linux x86_64', 'Windows NT 10.0') });
  expect(await mailed(/New login/)).toContain('from 203.0.113.66 with Firefox on Windows.');
});

test('the mail about an unusual login is sent before the answer: an instance does nothing after it', async () => {
  await logIn(home);
  const sent = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const send = vi.spyOn(world.services.mailer, 'send').mockImplementation(async () => {
    begun.resolve();
    await sent.promise;
  });
  const answered = vi.fn<() => void>();
  const login = logIn({ ip: '192.0.2.98', userAgent: 'Wget/1.21' }).then(answered);
  await begun.promise;
  await logIn(home); // a whole login later
  expect(answered).not.toHaveBeenCalled();
  sent.resolve();
  await login;
  send.mockRestore();
});

test('a login from a browser and a network that are both new is told; from one of them, or the first one, it is not', async () => {
  await logIn(home);
  await logIn({ ...home, ip: thief.ip });
  await logIn({ ...home, userAgent: thief.userAgent });
  expect(subjects()).toEqual([]);
  await logIn({ ip: '192.0.2.99', userAgent: 'Wget/1.21' });
  const text = await mailed(/New login/);
  expect(text).toContain('from 192.0.2.99 with Wget/1.21');
  expect(text).toMatch(/如果不是您本人操作/);
  await logIn({ ip: '192.0.2.99', userAgent: 'Wget/1.21' });
  expect(world.mails).toHaveLength(1);
});

test('the link locks the account, ends its sessions and older links, once; a new password by mail opens it again', async () => {
  const { services } = world;
  await logIn(home);
  await logIn(thief);
  const earlier = newAuthToken(services, { kind: 'reset', uid });
  await services.store.commit([earlier.write]);
  const token = tokenIn(await mailed(/New login/), 'not-me');
  world.mails.length = 0;
  await lockByOwner(services, token, home);
  expect(await openSessions()).toBe(0);
  await expect(logIn(home)).rejects.toMatchObject(locked);
  await expect(withGoogle('1')).rejects.toMatchObject(locked);
  await expect(logIn(home, 'Wrong-horse-1')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(checkResetToken(services, earlier.token)).rejects.toMatchObject({ code: 'not-found' });
  await expect(lockByOwner(services, token, thief)).rejects.toMatchObject({ code: 'not-found' });
  const reset = tokenIn(await mailed(/is locked/), 'reset-password');
  await resetPassword(services, { token: reset, reset: { password: newPassword }, origin: home });
  await expect(logIn(home)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await logIn(home, newPassword)).toMatchObject({ data: { id: uid } });
  expect((await document(`users/${uid}`)).verifiedAt).not.toBeNull();
});

test('the link works also after the password was changed again, and not after a week', async () => {
  const { services } = world;
  const [first, old] = [1, 2].map(() => noticeTo(services, { uid, user: { name: 'Ada', email: email() } }, { kind: 'newLogin', origin }));
  await services.store.commit([...(first?.writes ?? []), ...(old?.writes ?? [])]);
  await databaseOf(services.store)
    .doc(old?.writes[0]?.path ?? '')
    .update({ expiresAt: new Date() });
  const reset = newAuthToken(services, { kind: 'reset', uid });
  await services.store.commit([reset.write]);
  await resetPassword(services, { token: reset.token, reset: { password: newPassword }, origin: thief });
  for (const notice of [first, old]) await deliver(services, notice?.mailId ?? '');
  const [fresh = '', late = ''] = world.mails.filter(({ subject }) => /New login/.test(subject)).map(({ text }) => tokenIn(text, 'not-me'));
  await expect(lockByOwner(services, late, home)).rejects.toMatchObject({ code: 'not-found' });
  await lockByOwner(services, fresh, home);
  await expect(logIn(home, newPassword)).rejects.toMatchObject(locked);
});

test('a new password by a link, changed keys, new admins and another Google account are told', async () => {
  const { services } = world;
  const reset = newAuthToken(services, { kind: 'reset', uid });
  await services.store.commit([reset.write]);
  await resetPassword(services, { token: reset.token, reset: { password: newPassword }, origin: home });
  const caller = ownerOf(`of-${uid}`, uid);
  await changeKeys(services, caller, { origin: home });
  await updateUser(services, { caller, uid: `${uid}-ben`, change: { role: 'user', projectId: `of-of-${uid}` }, origin: home });
  await updateUser(services, { caller, uid: `${uid}-ben`, change: { role: 'admin' }, origin: home });
  const plan = { plan: { tier: 'free' }, counters: { projects: 1, members: 2 } };
  await databaseOf(services.store).doc(`tenants/of-${uid}`).update(plan);
  await registerMember(services, {
    caller,
    input: MemberRegistration.parse({ name: 'Eve', email: `${uid}-eve@example.test`, role: 'admin' }),
    origin: home,
  });
  await withGoogle('1');
  await withGoogle('1');
  await withGoogle('2');
  expect(subjects().filter((subject) => subject.startsWith(email()))).toEqual([
    `${email()}: Your Bedplate password was changed`,
    `${email()}: Your Bedplate API keys were changed`,
    `${email()}: Your Bedplate account has a new admin`,
    `${email()}: Your Bedplate account has a new admin`,
    `${email()}: A Google account now opens your Bedplate account`,
    `${email()}: A Google account now opens your Bedplate account`,
  ]);
  for (const { text } of world.mails.filter(({ to }) => to === email())) expect(tokenIn(text, 'not-me')).toMatch(/^[\w-]{43}$/);
});

/** An account that a stranger registers with an address of somebody else. @returns the ids of its owner and tenant */
async function registeredByAStranger(victim: string) {
  await registerAccount(world.services, { name: 'Mallory', email: victim, password: rightPassword, confirmPassword: rightPassword }, thief);
  const text = await mailed(new RegExp(`${victim}: Verify`));
  const { docs } = await databaseOf(world.services.store).collection('users').where('email', '==', victim).get();
  const [person] = docs;
  if (!person) throw new Error('Nobody was registered.');
  return { text, id: person.id, tenantId: String(person.get('tenantId')) };
}

/** A key, a member and sessions beside the owner, as a stranger leaves them. @returns what of it still opens something */
async function kept(id: string, tenantId: string): Promise<() => Promise<string[]>> {
  const db = databaseOf(world.services.store);
  const member = `${id}-member`;
  const pair = String((await document(`tenants/${tenantId}`)).apiKeyId);
  await db.doc(`apiKeys/named-${id}`).set({ kind: 'scoped', tenantId, active: true });
  await db.doc(`users/${member}`).set({ ...(await document(`users/${id}`)), email: `${member}@example.test` });
  for (const who of [id, member]) await db.doc(`sessions/s-${who}`).set({ uid: who, tenantId, revokedAt: null });
  return async () => {
    const [keys, people, sessions] = await Promise.all([
      Promise.all([pair, `named-${id}`].map((key) => document(`apiKeys/${key}`))),
      document(`users/${member}`),
      Promise.all([id, member].map((who) => document(`sessions/s-${who}`))),
    ]);
    return [
      ...keys.map(({ kind }) => kind as string).filter(Boolean),
      ...(people.is_active ? ['member'] : []),
      ...sessions.filter(({ revokedAt }) => revokedAt === null).map(({ uid: who }) => `session of ${String(who)}`),
    ];
  };
}

test.each(['a mailed link', 'Google'])(
  'who proves an address first with %s takes the account without the earlier keys and members',
  async (how) => {
    const victim = email().replace('@', '-victim@');
    const { id, tenantId } = await registeredByAStranger(victim);
    const opens = await kept(id, tenantId);
    expect(await opens()).toHaveLength(5);
    if (how === 'Google') {
      const credential = JSON.stringify({ sub: '9', email: victim, email_verified: true });
      await googleLogin(world.services, { googleData: { credential } }, home);
    } else {
      const reset = newAuthToken(world.services, { kind: 'reset', uid: id });
      await world.services.store.commit([reset.write]);
      await resetPassword(world.services, { token: reset.token, reset: { password: newPassword }, origin: home });
    }
    expect(await opens()).toEqual([]);
    const { apiKeyId } = await document(`tenants/${tenantId}`);
    expect(await document(`apiKeys/${String(apiKeyId)}`)).toMatchObject({ kind: 'account', tenantId, active: true });
    await expect(logIn(thief, rightPassword, victim)).rejects.toMatchObject({ code: 'unauthenticated' });
  },
);

test('a registration that a program confirmed is told at its first login, and "not me" takes it back with all that was made', async () => {
  const victim = email().replace('@', '-scanned@');
  const { text, id, tenantId } = await registeredByAStranger(victim);
  await verifyAccount(world.services, tokenIn(text, 'verify'), { ip: '192.0.2.200', userAgent: 'Link scanner' });
  await logIn(thief, rightPassword, victim);
  const opens = await kept(id, tenantId);
  await lockByOwner(world.services, tokenIn(await mailed(new RegExp(`${victim}: New login`)), 'not-me'), home);
  await expect(logIn(thief, rightPassword, victim)).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(verifyAccount(world.services, tokenIn(text, 'verify'), thief)).rejects.toMatchObject({ code: 'not-found' });
  const reset = tokenIn(await mailed(new RegExp(`${victim}: .*is locked`)), 'reset-password');
  await resetPassword(world.services, { token: reset, reset: { password: newPassword }, origin: home });
  expect(await opens()).toEqual([]);
  expect(await logIn(home, newPassword, victim)).toMatchObject({ data: { id } });
});

test('an owner who fears that somebody else has used the account sets a password and starts afresh', async () => {
  const { services } = world;
  const opens = await kept(uid, `of-${uid}`);
  const reset = newAuthToken(services, { kind: 'reset', uid });
  await services.store.commit([reset.write]);
  await resetPassword(services, { token: reset.token, reset: { password: newPassword, startsAfresh: true }, origin: home });
  expect(await opens()).toEqual([]);
  expect((await document(`users/${uid}-ben`)).is_active).toBe(false);
  expect(await logIn(home, newPassword)).toMatchObject({ data: { id: uid } });
});

test('the mail that verifies can be denied too: the account stays shut, and nobody is mailed a password', async () => {
  const victim = email().replace('@', '-denied@');
  const { text } = await registeredByAStranger(victim);
  world.mails.length = 0;
  await lockByOwner(world.services, tokenIn(text, 'not-me'), home);
  await expect(verifyAccount(world.services, tokenIn(text, 'verify'), thief)).rejects.toMatchObject({ code: 'not-found' });
  await expect(logIn(thief, rightPassword, victim)).rejects.toMatchObject({ code: 'permission-denied' });
  expect(world.mails).toEqual([]);
});

test('a reset of a proved address, and one of a member, change no keys and no members', async () => {
  const { services } = world;
  const ben = `${uid}-ben`;
  await services.store.commit([users.update(ben, { verifiedAt: null, updatedAt: Timestamp.fromMillis(services.clock()) })]);
  for (const who of [uid, ben]) {
    const reset = newAuthToken(services, { kind: 'reset', uid: who });
    await services.store.commit([reset.write]);
    await resetPassword(services, { token: reset.token, reset: { password: newPassword }, origin: home });
  }
  expect((await document(`tenants/of-${uid}`)).apiKeyId).toBe(`key-of-of-${uid}`);
  expect((await document(`apiKeys/key-of-of-${uid}`)).active).toBe(true);
  expect(await Promise.all([uid, ben].map(async (who) => (await document(`users/${who}`)).is_active))).toEqual([true, true]);
});

test.each([
  ['unlock', unlockAccount, ['not-me', 'reset', 'verify']],
  ['not-me', lockByOwner, ['unlock', 'reset', 'verify']],
] as const)('a link of the kind %s works once, before its end, and no other link does its work', async (kind, follow, others) => {
  const link = async (of: typeof kind | (typeof others)[number], lifetimeMillis?: number) => {
    const { token, write } = newAuthToken(world.services, { kind: of, uid, lifetimeMillis });
    await world.services.store.commit([write]);
    return () => follow(world.services, token, origin);
  };
  const refused = { code: 'not-found' };
  for (const other of others) await expect((await link(other))()).rejects.toMatchObject(refused);
  await expect((await link(kind, -1))()).rejects.toMatchObject(refused);
  await expect(follow(world.services, 'nobodys', origin)).rejects.toMatchObject(refused);
  expect((await document(`credentials/${uid}`)).lockedAt ?? null).toBeNull();
  const right = await link(kind);
  await right();
  await expect(right()).rejects.toMatchObject(refused);
});
