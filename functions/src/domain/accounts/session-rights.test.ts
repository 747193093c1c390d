import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { staff } from '../../../test/office-world.ts';
import { credentials } from '../../store/collections.ts';
import { hashPassword } from '../records/model/password.ts';
import { liftSuspension, suspendAccount } from '../office/suspend.ts';
import { newAuthToken } from '../mailed-links/auth-tokens.ts';
import { provePassword } from './credentials.ts';
import type { Caller } from '../callers/caller.ts';
import { finishLogin, openSession, startLogin } from './login.ts';
import { closeSession } from './own-sessions.ts';
import { checkResetToken } from './reset-password.ts';
import { createSessionReader } from './sessions.ts';
import { updateUser } from './update-user.ts';
import { databaseOf } from '../../../test/data-services.ts';

/** A session never has other rights than its person, whatever happens during the login. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
});
// A reader follows sessions for as long as the process lives.
afterAll(() => world?.stop().catch(() => {}));

const adminOf = (tenantId: string): Caller => ({
  uid: `${tenantId}-owner`,
  sid: 's',
  role: 'admin',
  tenantId,
  projectId: null,
  owner: { uid: `${tenantId}-owner`, name: 'Owner' },
  name: 'Owner',
  email: `${tenantId}-owner@example.test`,
});
/** @returns the id of an admin beside the owner, in an account of their own */
async function secondAdmin(tenantId: string): Promise<string> {
  await world.addAccount(tenantId, { [`${tenantId}-owner`]: 'admin', [`${tenantId}-ben`]: 'admin' });
  return `${tenantId}-ben`;
}
const change = (tenantId: string, uid: string, wanted: object) =>
  updateUser(world.services, { caller: adminOf(tenantId), uid, change: wanted, origin });
const logIn = (uid: string) =>
  finishLogin(world.services, { email: `${uid}@example.test`, password: rightPassword, twoFactorCode: null }, origin);
/** A login that has checked the password when the rest happens. */
async function overtaken(uid: string, byWhat: () => Promise<unknown>) {
  const user = (await world.services.store.users.get(uid))?.data;
  if (!user) throw new Error('There is no such person.');
  await byWhat();
  return openSession(world.services, { ...user, uid }, { origin });
}
const claimsOf = ({ accessToken }: { accessToken: string }) => JSON.parse(accessToken) as { sid: string; role: string };
const openSessions = async (uid: string) =>
  (await databaseOf(world.services.store).collection('sessions').where('uid', '==', uid).where('revokedAt', '==', null).get()).size;

test('a login during which the person is demoted opens a session with the new rights', async () => {
  const uid = await secondAdmin('a1');
  const login = await overtaken(uid, () => change('a1', uid, { role: 'user', projectId: 'of-a1' }));
  expect(login.data).toMatchObject({ role: 'user', projectId: 'of-a1' });
  expect(claimsOf(login)).toMatchObject({ role: 'user', tenantId: 'a1', projectId: 'of-a1' });
});

test('logins and demotions at once leave no open session with other rights than the person has', async () => {
  const uid = await secondAdmin('a2');
  const logins: { sid: string; role: string }[] = [];
  const rounds = Array.from({ length: 6 }, async (_, round) => {
    const tried = await Promise.allSettled([
      logIn(uid),
      logIn(uid),
      change('a2', uid, { role: round % 2 ? 'admin' : 'developer', projectId: 'of-a2' }),
    ]);
    for (const one of tried) if (one.status === 'fulfilled' && 'accessToken' in one.value) logins.push(claimsOf(one.value));
  });
  await Promise.all(rounds);
  const { role } = (await databaseOf(world.services.store).doc(`users/${uid}`).get()).data() ?? {};
  const open = await Promise.all(
    logins.map(async (login) => ({
      ...login,
      revokedAt: (await databaseOf(world.services.store).doc(`sessions/${login.sid}`).get()).get('revokedAt'),
    })),
  );
  expect(open.filter((login) => login.revokedAt === null && login.role !== role)).toEqual([]);
});

test('a login during which the person is deactivated opens nothing', async () => {
  const uid = await secondAdmin('a3');
  await expect(overtaken(uid, () => change('a3', uid, { is_active: false }))).rejects.toMatchObject({ code: 'permission-denied' });
  expect(await openSessions(uid)).toBe(0);
});

test('a login during which the account is suspended opens nothing', async () => {
  const uid = await secondAdmin('a4');
  const suspend = () => databaseOf(world.services.store).doc('tenants/a4').update({ active: false });
  await expect(overtaken(uid, suspend)).rejects.toMatchObject({ code: 'permission-denied' });
  expect(await openSessions(uid)).toBe(0);
});

test('a login during which the password is changed opens nothing', async () => {
  const uid = await secondAdmin('a5');
  const { services } = world;
  const user = (await services.store.users.get(uid))?.data;
  const credential = await provePassword(services, uid, rightPassword);
  await services.store.commit([credentials.update(uid, { passwordHash: await hashPassword('Another-horse-7') })]);
  if (!user || !credential) throw new Error('There is no such person.');
  const late = openSession(services, { ...user, uid }, { origin, passwordHash: credential.passwordHash });
  await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await openSessions(uid)).toBe(0);
});

test('a login during which the owner of the address locks the account opens nothing', async () => {
  const uid = await secondAdmin('a7');
  const lock = () => databaseOf(world.services.store).doc(`credentials/${uid}`).update({ lockedAt: new Date() });
  await expect(overtaken(uid, lock)).rejects.toMatchObject({ code: 'permission-denied' });
  expect(await openSessions(uid)).toBe(0);
});

test('a login during which the person is removed opens nothing', async () => {
  const uid = await secondAdmin('a8');
  const remove = () => databaseOf(world.services.store).doc(`users/${uid}`).delete();
  await expect(overtaken(uid, remove)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await openSessions(uid)).toBe(0);
});

test('a session of an account that is closed, or gone, opens nothing, though nobody ended it', async () => {
  const uid = await secondAdmin('a9');
  const { sid } = claimsOf(await logIn(uid));
  const account = databaseOf(world.services.store).doc('tenants/a9');
  const caller = () => createSessionReader(world.services).callerOf(sid, uid);
  expect(await caller()).toMatchObject({ uid, tenantId: 'a9' });
  await account.update({ active: false });
  await expect(caller()).rejects.toMatchObject({ code: 'unauthenticated' });
  await account.delete();
  await expect(caller()).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a session of a person who is deactivated opens nothing, though nobody ended it', async () => {
  const uid = await secondAdmin('a13');
  const { sid } = claimsOf(await logIn(uid));
  await databaseOf(world.services.store).doc(`users/${uid}`).update({ is_active: false });
  await expect(createSessionReader(world.services).callerOf(sid, uid)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('the first step of a login tells a deactivated person so', async () => {
  const uid = await secondAdmin('a14');
  await databaseOf(world.services.store).doc(`users/${uid}`).update({ is_active: false });
  const given = { email: `${uid}@example.test`, password: rightPassword };
  await expect(startLogin(world.services, given, origin)).rejects.toMatchObject({ code: 'permission-denied' });
});

test('a session is ended once, by its own person', async () => {
  const uid = await secondAdmin('a15');
  const { sid } = claimsOf(await logIn(uid));
  const end = (by: string) => closeSession(world.services, { caller: { ...adminOf('a15'), uid: by }, sid, origin });
  await expect(end('a15-owner')).rejects.toMatchObject({ code: 'not-found' });
  await end(uid);
  await expect(end(uid)).rejects.toMatchObject({ code: 'not-found' });
});

test.each([
  ['was ended', { revokedAt: new Date() }],
  ['is over', { expiresAt: new Date(0) }],
  ['is another person’s', { uid: 'somebody' }],
])('a session that %s opens nothing', async (_, change) => {
  const uid = await secondAdmin('a10');
  const { sid } = claimsOf(await logIn(uid));
  await databaseOf(world.services.store).doc(`sessions/${sid}`).update(change);
  await expect(createSessionReader(world.services).callerOf(sid, uid)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a viewed account is closed to staff whose own session has ended', async () => {
  const uid = await secondAdmin('a11');
  const { sid } = claimsOf(await logIn(uid));
  const database = databaseOf(world.services.store);
  await database.doc(`users/${uid}`).update({ role: 'superadmin', tenantId: null });
  const own = database.doc('sessions/own-of-staff');
  await own.set({ uid, revokedAt: null });
  await database.doc(`sessions/${sid}`).update({ viewing: { tenantId: 'a11', from: own.id } });
  const caller = () => createSessionReader(world.services).callerOf(sid, uid);
  expect(await caller()).toMatchObject({ role: 'admin', tenantId: 'a11' });
  await own.update({ revokedAt: new Date() });
  await expect(caller()).rejects.toMatchObject({ code: 'unauthenticated' });
});

// The database's own rules ask for the session, and not for the account.
test('the sessions of a suspended account are over for good, except those of staff who look at it', async () => {
  const uid = await secondAdmin('a16');
  await logIn(uid);
  const viewing = databaseOf(world.services.store).doc('sessions/of-viewer');
  await viewing.set({ uid: 'stella', tenantId: 'a16', revokedAt: null, viewing: { tenantId: 'a16', from: 'own' } });
  await suspendAccount(world.services, { caller: staff, tenantId: 'a16', reason: 'Unpaid invoices' });
  await liftSuspension(world.services, staff, 'a16');
  expect(await openSessions(uid)).toBe(0);
  expect((await viewing.get()).get('revokedAt')).toBe(null);
});

test('an invited person whose role or project changes keeps the link, one who is deactivated does not', async () => {
  const uid = await secondAdmin('a6');
  const { services } = world;
  const link = newAuthToken(services, { kind: 'reset', uid, lifetimeMillis: 24 * 3_600_000 });
  await services.store.commit([link.write]);
  await change('a6', uid, { role: 'developer', projectId: 'of-a6' });
  await checkResetToken(services, link.token);
  await change('a6', uid, { is_active: false });
  await expect(checkResetToken(services, link.token)).rejects.toMatchObject({ code: 'not-found' });
});

test('a person whose password is still at Firebase is deactivated as well', async () => {
  const uid = await secondAdmin('a17');
  await databaseOf(world.services.store).doc(`credentials/${uid}`).delete();
  await change('a17', uid, { is_active: false });
  const find = (name: string) => databaseOf(world.services.store).doc(`${name}/${uid}`).get();
  expect((await find('users')).get('is_active')).toBe(false);
  expect((await find('credentials')).exists).toBe(false);
});

test.each([{ role: 'user', projectId: 'of-a12' }, { is_active: false }])('the last active admin does not become %o', async (wanted) => {
  const ben = await secondAdmin('a12');
  await change('a12', ben, { is_active: false });
  await expect(change('a12', 'a12-owner', wanted)).rejects.toMatchObject({ code: 'conflict' });
  const owner = await databaseOf(world.services.store).doc('users/a12-owner').get();
  expect(owner.data()).toMatchObject({ role: 'admin', is_active: true });
  // Somebody who is no active admin can always be changed.
  await change('a12', ben, { is_active: true, role: 'user', projectId: 'of-a12' });
});
