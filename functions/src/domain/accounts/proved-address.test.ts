import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseOf } from '../../../test/data-services.ts';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { googleLogin } from './google-login.ts';
import { finishLogin } from './login.ts';

/**
 * With one of our tokens and the public key, anyone can call Firebase's Auth API: write an address, a password or another login
 * into the Auth user, or delete it. Our own documents say who someone is, so none of it changes anything.
 */
let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
  await world.addAccount('t1', { ada: 'admin' });
});
afterAll(() => world?.stop());
beforeEach(() => world.users.clear());

const withPassword = (email: string, password = rightPassword) =>
  finishLogin(world.services, { email, password, twoFactorCode: null }, origin);
const withGoogle = (email: string) =>
  googleLogin(world.services, { googleData: { credential: JSON.stringify({ sub: email, email, email_verified: true }) } }, origin);
const refused = { code: 'unauthenticated' };

test('their own address logs in, with a password and with Google, and Firebase learns the id alone', async () => {
  expect(await withPassword('ada@example.test')).toMatchObject({ data: { id: 'ada' } });
  expect(await withGoogle('ada@example.test')).toMatchObject({ data: { id: 'ada' } });
  expect([...world.users]).toEqual([['ada', {}]]);
});

test('an address and a password that were written at the Auth service log nobody in and keep nobody out', async () => {
  world.users.set('ada', { email: 'ceo@example.test', password: 'Thiefs-horse-1', displayName: 'Root' });
  await expect(withPassword('ceo@example.test', 'Thiefs-horse-1')).rejects.toMatchObject(refused);
  await expect(withPassword('ada@example.test', 'Thiefs-horse-1')).rejects.toMatchObject(refused);
  expect(await withPassword('ada@example.test')).toMatchObject({ data: { id: 'ada' } });
  expect([...world.users]).toEqual([['ada', {}]]);
});

test.each([
  ['deleted', () => world.users.delete('ada')],
  ['disabled', () => world.users.set('ada', { disabled: true })],
])('a person whose Auth user was %s logs in', async (_, attack) => {
  await withPassword('ada@example.test');
  attack();
  expect(await withPassword('ada@example.test')).toMatchObject({ data: { id: 'ada' } });
});

test('Google opens the account of the address that it proved, whatever the Auth service says', async () => {
  world.users.set('ada', { email: 'mallory@example.test' });
  const opened = await withGoogle('mallory@example.test');
  expect(opened).not.toMatchObject({ data: { id: 'ada' } });
});

/** As version 0.1.0 left a person: Firebase has the password, and there is no credential. */
async function fromBefore(uid: string, user: object = {}): Promise<string> {
  await world.addAccount(`of-${uid}`, { [uid]: 'admin' });
  await databaseOf(world.services.store).doc(`credentials/${uid}`).delete();
  world.users.set(uid, { email: `${uid}@example.test`, password: 'Correct-horse-0', displayName: uid, ...user });
  return `${uid}@example.test`;
}

test('a password that Firebase alone knows moves at the first right login; from then on Firebase is not asked', async () => {
  const email = await fromBefore('rosa');
  await expect(withPassword(email, 'Wrong-horse-0')).rejects.toMatchObject(refused);
  expect(world.users.get('rosa')).toMatchObject({ password: 'Correct-horse-0' });
  expect(await withPassword(email, 'Correct-horse-0')).toMatchObject({ data: { id: 'rosa' } });
  expect(world.users.get('rosa')).toEqual({});
  world.users.set('rosa', { email, password: 'Thiefs-horse-1' });
  await expect(withPassword(email, 'Thiefs-horse-1')).rejects.toMatchObject(refused);
  expect(await withPassword(email, 'Correct-horse-0')).toMatchObject({ data: { id: 'rosa' } });
});

test('two first logins at once both succeed', async () => {
  const email = await fromBefore('emma');
  const both = await Promise.all([withPassword(email, 'Correct-horse-0'), withPassword(email, 'Correct-horse-0')]);
  expect(both).toMatchObject([{ data: { id: 'emma' } }, { data: { id: 'emma' } }]);
});

test('an address that was changed at the Auth service does not keep a person out who has not moved', async () => {
  const email = await fromBefore('nora', { email: 'ceo@example.test' });
  expect(await withPassword(email, 'Correct-horse-0')).toMatchObject({ data: { id: 'nora' } });
});

test('a login with Google does not take the password of a person who has not moved', async () => {
  const email = await fromBefore('olga', { disabled: true });
  expect(await withGoogle(email)).toMatchObject({ data: { id: 'olga' } });
  expect(await withPassword(email, 'Correct-horse-0')).toMatchObject({ data: { id: 'olga' } });
});

test('an address that nobody has proved logs nobody in by the password', async () => {
  const ada = databaseOf(world.services.store).doc('users/ada');
  const { verifiedAt } = (await ada.get()).data() ?? {};
  await ada.update({ verifiedAt: null });
  await expect(withPassword('ada@example.test')).rejects.toMatchObject({ code: 'permission-denied' });
  await ada.update({ verifiedAt });
});

test('a locked account is shut to the password and to Google, and mails no code', async () => {
  const credential = databaseOf(world.services.store).doc('credentials/ada');
  const ada = databaseOf(world.services.store).doc('users/ada');
  await credential.update({ lockedAt: new Date() });
  await ada.update({ is_enable_two_factor: true });
  const before = world.mails.length;
  for (const login of [withPassword, withGoogle])
    await expect(login('ada@example.test')).rejects.toMatchObject({ code: 'permission-denied' });
  expect(world.mails.length).toBe(before);
  await ada.update({ is_enable_two_factor: false });
  await credential.update({ lockedAt: null });
});
