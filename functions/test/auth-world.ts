import type { Auth } from 'firebase-admin/auth';
import { createServices } from '../src/services/services.ts';
import { databaseOf, startDataServices } from './data-services.ts';

interface AuthUser {
  customClaims?: object;
  disabled: boolean;
  tokensValidAfterTime?: string;
}

/** Accounts and sessions on a Firestore server of their own, with an Auth service in memory, where all have one password. */
export async function startAuthWorld() {
  const { services: records, stop } = await startDataServices();
  const users = new Map<string, AuthUser>();
  const userOf = (uid: string) => {
    const user = users.get(uid);
    if (!user) throw Object.assign(new Error('There is no such user.'), { code: 'auth/user-not-found' });
    return user;
  };
  const services = createServices({
    records,
    config: { emulators: null, tokenPepper: 'pepper', keyEncryptionKey: Buffer.alloc(32, 1), publicOrigin: 'https://x.test' } as never,
    auth: {
      getUser: async (uid: string) => ({ uid, providerData: [], ...userOf(uid) }),
      setCustomUserClaims: async (uid: string, customClaims: object) => void Object.assign(userOf(uid), { customClaims }),
      updateUser: async (uid: string, change: Partial<AuthUser>) => void Object.assign(userOf(uid), change),
      revokeRefreshTokens: async (uid: string) =>
        void Object.assign(userOf(uid), { tokensValidAfterTime: new Date(Date.now() + 2000).toUTCString() }),
      createCustomToken: async (uid: string, claims: object) => JSON.stringify({ ...userOf(uid).customClaims, ...claims }),
      getUserByEmail: () => Promise.reject(Object.assign(new Error(), { code: 'auth/user-not-found' })),
    } as unknown as Auth, // what these calls touch
    identityToolkit: {
      checkPassword: async (email, password) => {
        const [uid] = email.split('@');
        return uid !== undefined && users.get(uid)?.disabled === false && password === rightPassword ? uid : null;
      },
      signInWithGoogle: async () => null,
      exchange: async (customToken) => customToken,
    },
  });
  const db = databaseOf(services.store);

  return {
    services,
    users,
    stop,
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
        users.set(uid, { customClaims: { ...rights, name: uid }, disabled: false });
      }
    },
  };
}

export const rightPassword = 'Correct-horse-9';
export const origin = { ip: '203.0.113.7', userAgent: 'test' };
