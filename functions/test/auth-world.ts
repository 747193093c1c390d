import type { Auth } from 'firebase-admin/auth';
import { mac } from '../src/crypto/crypt.ts';
import { challenges } from '../src/store/collections.ts';
import { Timestamp } from '../src/store/model/values.ts';
import { newCredential } from '../src/domain/accounts/credentials.ts';
import { hashPassword } from '../src/domain/records/model/password.ts';
import type { RenderedMail } from '../src/services/layout.ts';
import { createServices } from '../src/services/services.ts';
import { databaseOf, startDataServices } from './data-services.ts';

/** A user as the Auth service keeps it. */
interface AuthUser {
  email?: string;
  password?: string;
  displayName?: string;
  disabled?: boolean;
}

/** Accounts and sessions on a Firestore server of their own, with an Auth service in memory, where all have one password. */
export async function startAuthWorld() {
  const { services: records, stop } = await startDataServices();
  const users = new Map<string, AuthUser>();
  const failure = (code: string) => Object.assign(new Error(code), { code: `auth/${code}` });
  const userOf = (uid: string) => {
    const user = users.get(uid);
    if (!user) throw failure('user-not-found');
    return user;
  };
  const services = createServices({
    records,
    config: {
      // On this machine no refusal takes a second and a half.
      emulators: { auth: '127.0.0.1:1', firestore: '127.0.0.1:1', storage: null, inbox: null },
      tokenPepper: 'pepper',
      keyEncryptionKey: Buffer.alloc(32, 1),
      publicOrigin: 'https://x.test',
    } as never,
    auth: {
      getUser: async (uid: string) => {
        const { password, ...user } = userOf(uid);
        return { uid, disabled: false, providerData: password ? [{ providerId: 'password' }] : [], ...user };
      },
      createUser: async ({ uid }: { uid: string }) => {
        if (users.has(uid)) throw failure('uid-already-exists');
        users.set(uid, {});
      },
      deleteUser: async (uid: string) => void (userOf(uid) && users.delete(uid)),
      updateUser: async (uid: string, change: Partial<AuthUser>) => void Object.assign(userOf(uid), change),
      createCustomToken: async (uid: string, claims: object) => JSON.stringify({ uid, ...claims }),
    } as unknown as Auth, // what these calls touch
    identityToolkit: {
      checkPassword: async (email, password) => {
        const [uid] = [...users].find(([, user]) => user.email === email && user.password === password && !user.disabled) ?? [];
        return uid ?? null;
      },
      exchange: async (customToken) => {
        const { uid } = JSON.parse(customToken) as { uid: string };
        if (userOf(uid).disabled) throw new Error('accounts:signInWithCustomToken failed: USER_DISABLED');
        return customToken;
      },
    },
    mailer: { send: async (_, { to, mail }) => void mails.push({ to: to.address, ...mail }), verify: async () => {} },
  });
  const mails: ({ to: string } & RenderedMail)[] = [];
  const db = databaseOf(services.store);

  const passwordHash = await hashPassword(rightPassword);

  return {
    services,
    users,
    mails,
    stop: async () => {
      services.platform.close();
      await stop();
    },
    /** As after a code was mailed. */
    mailedCode(uid: string, code: string, wrongInHour = 0): Promise<unknown> {
      const at = (millis: number) => Timestamp.fromMillis(services.clock() + millis);
      return services.store.commit([
        challenges.set(uid, {
          challengeId: 'c',
          codeHash: mac(services.config.tokenPepper, 'two-factor', uid, 'c', code),
          sentAt: at(0),
          codeExpiresAt: at(600_000),
          wrong: 0,
          hourStart: at(-60_000),
          sentInHour: 1,
          wrongInHour,
          lockedUntil: null,
          expiresAt: at(7_200_000),
        }),
      ]);
    },
    /** An account, and its people by id and role: `ada` has the address `ada@example.test`. */
    async addAccount(tenantId: string, people: Record<string, string>): Promise<void> {
      const at = new Date();
      const [owner = 'nobody'] = Object.keys(people);
      await db.doc(`tenants/${tenantId}`).set({ ownerUid: owner, ownerName: owner, active: true, apiKeyId: `key-of-${tenantId}` });
      await db.doc(`apiKeys/key-of-${tenantId}`).set({ tenantId, kind: 'account', active: true });
      await db.doc(`projects/of-${tenantId}`).set({ tenantId, name: 'Shop', archivedAt: null, createdAt: at, updatedAt: at });
      for (const [uid, role] of Object.entries(people)) {
        const projectId = role === 'admin' || role === 'superadmin' ? null : `of-${tenantId}`;
        const rights = { role, tenantId: role === 'superadmin' ? null : tenantId, projectId };
        const flags = { is_active: true, is_enable_two_factor: false, verifiedAt: at, last_login: null };
        await db.doc(`users/${uid}`).set({ name: uid, email: `${uid}@example.test`, ...rights, ...flags, createdAt: at, updatedAt: at });
        await db.doc(`credentials/${uid}`).set(newCredential({ passwordHash }));
      }
    },
  };
}

export const rightPassword = 'Correct-horse-9';
export const origin = { ip: '203.0.113.7', userAgent: 'test' };
