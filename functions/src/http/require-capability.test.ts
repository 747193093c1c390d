import type { Request } from 'express';
import { expect, test } from 'vitest';
import type { Services } from '../services/services.ts';
import { accountGuards } from './require-capability.ts';

/** Fails as firebase-admin does: see `FirebaseAuthError`, whose codes begin with `auth/`. */
function refusedWith(code: string): Promise<unknown> {
  const verifyIdToken = () => Promise.reject(Object.assign(new Error(code), { code }));
  const services = { auth: { verifyIdToken }, store: {}, clock: Date.now } as unknown as Services; // nothing else is reached
  return accountGuards(services).signedIn({ headers: { authorization: 'Bearer abc' } } as Request); // nor is more of it read
}

test.each(['auth/argument-error', 'auth/id-token-expired', 'auth/user-disabled'])('%s ends the session of its caller', async (code) => {
  await expect(refusedWith(code)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test.each(['auth/internal-error', 'auth/network-request-failed', 'ECONNRESET'])(
  '%s is a failure of ours, and signs nobody out',
  async (code) => {
    await expect(refusedWith(code)).rejects.toMatchObject({ message: code, code });
  },
);
