import type { Auth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { createServices, type Services } from '../../services/services.ts';
import { googleLogin } from './google-login.ts';
import type { GoogleUser } from '../../services/identity-toolkit.ts';
import { finishLogin } from './login.ts';

/**
 * With one of our tokens or the public key, anyone can call Firebase's Auth API: write any address
 * into their own Auth user and link any Google account to it. A login therefore uses the address in
 * our own document, which was proved.
 */
const origin = { ip: '203.0.113.7', userAgent: 'test' };
const password = 'Correct-horse-9';
/** The Auth service's answer to any password or Google credential. */
let atAuthService: GoogleUser;
let data: Awaited<ReturnType<typeof startDataServices>>;
let services: Services;

beforeAll(async () => {
  data = await startDataServices();
  services = createServices({
    records: data.services,
    config: {
      emulators: null,
      tokenPepper: 'pepper',
      keyEncryptionKey: Buffer.alloc(32, 1),
      publicOrigin: 'https://x.test',
    } as unknown as Services['config'],
    auth: {
      getUserByEmail: () => Promise.reject(Object.assign(new Error(), { code: 'auth/user-not-found' })),
      getUser: async () => ({ customClaims: {}, providerData: [] }),
      setCustomUserClaims: async () => {},
      createCustomToken: async () => 'custom',
    } as unknown as Auth, // what a login touches
    identityToolkit: {
      checkPassword: async () => atAuthService.uid,
      signInWithGoogle: async () => atAuthService,
      exchange: async () => 'token',
    },
  });
  const at = new Date();
  const rights = { role: 'admin', tenantId: 't1', projectId: null, is_active: true, is_enable_two_factor: false };
  await databaseOf(services.store)
    .doc('users/ada')
    .set({ name: 'Ada', email: 'ada@example.test', ...rights, verifiedAt: at, createdAt: at, updatedAt: at });
  await databaseOf(services.store).doc('tenants/t1').set({ ownerUid: 'ada', ownerName: 'Ada', active: true });
});
afterAll(() => data?.stop());

const authUser = (facts: Partial<GoogleUser>): GoogleUser => ({
  uid: 'ada',
  email: 'ada@example.test',
  emailVerified: true,
  name: 'Ada',
  ...facts,
});
const withGoogle = (email: string) => {
  const payload = Buffer.from(JSON.stringify({ sub: '1', email, email_verified: true })).toString('base64url');
  return googleLogin(services, { googleData: { credential: `e30.${payload}.e30` } }, origin);
};
const withPassword = (email: string) => finishLogin(services, { email, password, twoFactorCode: null }, origin);
const refused = { code: 'unauthenticated' };

test('their own address logs in, with a password and with Google', async () => {
  atAuthService = authUser({});
  expect(await withPassword('ada@example.test')).toMatchObject({ accessToken: 'token', data: { id: 'ada' } });
  expect(await withGoogle('ada@example.test')).toMatchObject({ accessToken: 'token', data: { id: 'ada' } });
});

test('an address that was written at the Auth service logs nobody in', async () => {
  atAuthService = authUser({ email: 'ceo@example.test' });
  await expect(withPassword('ceo@example.test')).rejects.toMatchObject(refused);
});

test('a Google account that was linked at the Auth service opens nothing', async () => {
  atAuthService = authUser({ email: 'mallory@example.test' });
  await expect(withGoogle('mallory@example.test')).rejects.toMatchObject(refused);
});

test('no account is opened in the name of an address that Google did not prove', async () => {
  atAuthService = authUser({ uid: 'mallory', email: 'ceo@example.test' });
  await expect(withGoogle('mallory@example.test')).rejects.toMatchObject(refused);
  expect((await databaseOf(services.store).doc('users/mallory').get()).exists).toBe(false);
});
