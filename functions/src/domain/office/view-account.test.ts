import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import type { Caller } from '../callers/caller.ts';
import { finishLogin } from '../accounts/login.ts';
import { closeSession, logOut } from '../accounts/own-sessions.ts';
import { endViewing, viewAccount } from './view-account.ts';
import { databaseOf } from '../../../test/data-services.ts';

/** The rules ask a view's own session document, so what ends the session that it came from ends it there. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
  await world.addAccount('t1', { ada: 'admin' });
  await world.addAccount('platform', { stella: 'superadmin' });
});
afterAll(() => world?.stop());

const sidOf = ({ accessToken }: { accessToken: string }) => (JSON.parse(accessToken) as { sid: string }).sid;
const session = async (sid: string) => (await databaseOf(world.services.store).doc(`sessions/${sid}`).get()).data();

async function logInAsStaff(): Promise<Caller> {
  const login = await finishLogin(world.services, { email: 'stella@example.test', password: rightPassword, twoFactorCode: null }, origin);
  const person = { uid: 'stella', name: 'Stella', email: 'stella@example.test' };
  return { ...person, sid: sidOf(login), role: 'superadmin', tenantId: null, projectId: null, owner: null };
}

const view = async (staff: Caller) =>
  sidOf(await viewAccount(world.services, { caller: staff, tenantId: 't1', options: { reason: 'A question', origin } }));

test('a logout ends the views that were opened from the session, and no other', async () => {
  const [staff, elsewhere] = [await logInAsStaff(), await logInAsStaff()];
  const [own, other] = [await view(staff), await view(elsewhere)];
  await logOut(world.services, staff, origin);
  expect(await session(own)).toMatchObject({ revokedAt: expect.anything() });
  expect(await session(other)).toMatchObject({ revokedAt: null });
  await closeSession(world.services, { caller: await logInAsStaff(), sid: elsewhere.sid, origin });
  expect(await session(other)).toMatchObject({ revokedAt: expect.anything() });
});

test('a session that has ended opens no view', async () => {
  const staff = await logInAsStaff();
  await logOut(world.services, staff, origin);
  await expect(view(staff)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a view and a logout at once leave no open view', async () => {
  const rounds = Array.from({ length: 5 }, async () => {
    const staff = await logInAsStaff();
    const [opened] = await Promise.allSettled([view(staff), logOut(world.services, staff, origin)]);
    return opened.status === 'fulfilled' ? session(opened.value) : undefined;
  });
  for (const opened of await Promise.all(rounds)) expect(opened?.revokedAt).not.toBeNull();
});

test('a view does not last longer than the session that it came from', async () => {
  const staff = await logInAsStaff();
  const expiresAt = new Date(Date.now() + 60_000);
  await databaseOf(world.services.store).doc(`sessions/${staff.sid}`).update({ expiresAt });
  expect((await session(await view(staff)))?.expiresAt.toDate()).toEqual(expiresAt);
});

test('a view lasts half an hour', async () => {
  const opened = await session(await view(await logInAsStaff()));
  expect(opened?.expiresAt.toMillis() - opened?.createdAt.toMillis()).toBe(30 * 60_000);
});

test('an account that is not there cannot be viewed', async () => {
  const staff = await logInAsStaff();
  const asked = viewAccount(world.services, { caller: staff, tenantId: 'nowhere', options: { reason: 'A question', origin } });
  await expect(asked).rejects.toMatchObject({ code: 'not-found' });
});

test('a view ends in a login when the session that it came from has ended, or the person has left the staff', async () => {
  const staff = await logInAsStaff();
  const viewing = { ...staff, tenantId: 't1', viewing: { from: staff.sid } };
  expect(sidOf(await endViewing(world.services, { ...viewing, sid: await view(staff) }))).toBe(staff.sid);
  const gone = { ...viewing, uid: 'nobody', sid: await view(staff) };
  await expect(endViewing(world.services, gone)).rejects.toMatchObject({ code: 'unauthenticated' });
  const last = { ...viewing, sid: await view(staff) };
  await logOut(world.services, staff, origin);
  await expect(endViewing(world.services, last)).rejects.toMatchObject({ code: 'unauthenticated' });
});
