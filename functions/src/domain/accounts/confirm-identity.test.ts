import { type AccountChange, messages } from '@bedplate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownerOf } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { finishLogin } from './login.ts';
import { updateAccount } from './update-account.ts';

/** A stolen session, also a fresh one, changes neither the password nor the second factor. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;
let uid: string;

beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world?.stop());
beforeEach(async ({ task }) => {
  uid = `p${task.id.replaceAll(/\W/g, '')}`;
  await world.addAccount(`of-${uid}`, { [uid]: 'admin' });
  await session().set({ uid, revokedAt: null });
  world.mails.length = 0;
});

const code = '123456';
const newPassword = 'Another-horse-7';
const email = () => `${uid}@example.test`;
const document = (collection: string) => databaseOf(world.services.store).doc(`${collection}/${uid}`);
const logIn = (password: string) => finishLogin(world.services, { email: email(), password, twoFactorCode: code }, origin);

const session = () => databaseOf(world.services.store).doc('sessions/s');
const update = (change: AccountChange) => updateAccount(world.services, { caller: ownerOf(`of-${uid}`, uid), change, origin });
const wrong = (...details: [field: string, message: string][]) => ({
  code: 'invalid-argument',
  details: details.map(([field, message]) => ({ field, message })),
});
const missingPassword = ['current_password', messages.confirmIdentity] as const;
const missingCode = ['twoFactorCode', messages.confirmByCode] as const;
const changes: AccountChange[] = [{ password: newPassword, password_confirm: newPassword }, { is_enable_two_factor: true }];

test.each(changes)('%o needs the present password, also right after a login', async (change) => {
  await logIn(rightPassword);
  await expect(update(change)).rejects.toMatchObject(wrong([...missingPassword]));
  await world.mailedCode(uid, code);
  await expect(update({ ...change, twoFactorCode: code })).rejects.toMatchObject(wrong([...missingPassword]));
  const guess = { ...change, current_password: 'Wrong-horse-9' };
  await expect(update(guess)).rejects.toMatchObject(wrong(['current_password', messages.wrongPassword]));
  expect(await logIn(rightPassword)).toMatchObject({ data: { id: uid } });
  expect((await document('users').get()).get('is_enable_two_factor')).toBe(false);
  expect(world.mails).toEqual([]);
  expect(await update({ ...change, current_password: rightPassword })).toMatchObject({ message: messages.accountUpdated });
});

test.each([changes[0], { is_enable_two_factor: false }])('with the second factor on %o needs the code too', async (change = {}) => {
  await document('users').update({ is_enable_two_factor: true });
  await expect(update(change)).rejects.toMatchObject(wrong([...missingPassword], [...missingCode]));
  const half = { ...change, current_password: rightPassword };
  await expect(update(half)).rejects.toMatchObject(wrong([...missingCode]));
  await world.mailedCode(uid, code);
  await expect(update({ ...half, twoFactorCode: '654321' })).rejects.toMatchObject(wrong(['twoFactorCode', messages.twoFactorWrong]));
  expect(world.mails).toEqual([]);
  expect(await update({ ...half, twoFactorCode: code })).toMatchObject({ message: messages.accountUpdated });
});

test('whoever has guessed too many codes is told to wait, and not that this one is wrong', async () => {
  await document('users').update({ is_enable_two_factor: true });
  await world.mailedCode(uid, code);
  await document('challenges').update({ lockedUntil: new Date(Date.now() + 60_000) });
  const change = { is_enable_two_factor: false, current_password: rightPassword, twoFactorCode: code };
  await expect(update(change)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await document('users').get()).get('is_enable_two_factor')).toBe(true);
});

test('who has no password proves by the mailed code that the mailbox is theirs', async () => {
  await document('credentials').update({ passwordHash: null });
  const first = { password: newPassword, password_confirm: newPassword };
  await expect(update({ ...first, current_password: '' })).rejects.toMatchObject(wrong([...missingCode]));
  await world.mailedCode(uid, code);
  await update({ ...first, twoFactorCode: code });
  expect(await logIn(newPassword)).toMatchObject({ data: { id: uid } });
});

test('a name needs no proof', async () => {
  expect(await update({ name: 'Ada King' })).toMatchObject({ message: messages.accountUpdated, accessToken: expect.any(String) });
});

test.each(changes)('a session that has ended meanwhile, as by a lock, does not bring %o', async (change) => {
  await world.mailedCode(uid, code);
  await session().update({ revokedAt: new Date() });
  const before = [(await document('credentials').get()).data(), (await document('users').get()).data()];
  await expect(update({ ...change, current_password: rightPassword })).rejects.toMatchObject({ code: 'unauthenticated' });
  expect([(await document('credentials').get()).data(), (await document('users').get()).data()]).toEqual(before);
  expect(world.mails).toEqual([]);
});
