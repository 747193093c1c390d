import type { UserRecord } from 'firebase-admin/auth';
import { expect, test } from 'vitest';
import type { Services } from '../../services/services.ts';
import { createAuthUser, hasPasswordAtFirebase, readyAuthUser, removeAuthUser } from './auth-users.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** An Auth service that knows one user, or fails. @returns what it was asked to change */
function authWith(user: Partial<UserRecord>, error?: unknown) {
  const asked: string[] = [];
  const answer = async (call: string) => {
    asked.push(call);
    if (error) throw error;
  };
  const auth = {
    getUser: async () => {
      if (error) throw error;
      return { uid: 'ada', disabled: false, providerData: [], ...user };
    },
    createUser: () => answer('create'),
    deleteUser: () => answer('delete'),
    updateUser: () => answer('update'),
  };
  return { asked, services: { auth } as unknown as Pick<Services, 'auth'> }; // what these functions ask
}

test('an Auth user of only an id stays as it is', async () => {
  const { asked, services } = authWith({});
  await readyAuthUser(services, 'ada', true);
  expect(asked).toEqual([]);
});

test.each<[string, object]>([
  ['an address', { email: 'ada@example.test' }],
  ['a phone', { phoneNumber: '+15550100' }],
  ['a name', { displayName: 'Root' }],
  ['a picture', { photoURL: 'https://example.test/a.png' }],
  ['a lock', { disabled: true }],
  ['another login', { providerData: [{ providerId: 'google.com' }] }],
  ['rights', { customClaims: { role: 'superadmin' } }],
  ['a second factor', { multiFactor: { enrolledFactors: [{ uid: 'f' }] } }],
])('an Auth user that has %s is made again from its id', async (_, change) => {
  const { asked, services } = authWith(change);
  await readyAuthUser(services, 'ada', true);
  expect(asked).toEqual(['delete', 'create']);
});

test.each([
  ['password', true],
  ['google.com', false],
])('a person who logs in by %s has a password at Firebase: %s', async (providerId, has) => {
  const { services } = authWith({ providerData: [{ providerId }] as UserRecord['providerData'] });
  expect(await hasPasswordAtFirebase(services, 'ada')).toBe(has);
});

test('a missing Auth user is removed, and a present one made; any other failure is told', async () => {
  await removeAuthUser(authWith({}, failure('auth/user-not-found')).services, 'ada');
  await createAuthUser(authWith({}, failure('auth/uid-already-exists')).services, 'ada');
  expect(await hasPasswordAtFirebase(authWith({}, failure('auth/user-not-found')).services, 'ada')).toBe(false);
  for (const error of [failure('auth/internal-error'), new Error('no code'), 'a word']) {
    const { services } = authWith({}, error);
    for (const call of [removeAuthUser, createAuthUser, hasPasswordAtFirebase]) await expect(call(services, 'ada')).rejects.toBe(error);
  }
});
