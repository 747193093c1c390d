import { randomBytes } from 'node:crypto';
import { mac } from '../../crypto/crypt.ts';
import { createCache } from '../../memory/cache.ts';
import type { Services } from '../../services/services.ts';
import { credentials } from '../../store/collections.ts';
import type { CredentialDocument } from '../../store/documents/documents.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { hashPassword, passwordMatches } from '../records/model/password.ts';
import { isPasswordAtFirebase } from './auth-users.ts';

export function newCredential(given: Partial<CredentialDocument> = {}): CredentialDocument {
  return { passwordHash: null, google: null, lockedAt: null, linksAfter: null, places: {}, ...given };
}

/**
 * Checks a password. A wrong one, an unknown person and a person without a password take as long as each other. A password that
 * still was Firebase's is stored here when it is right.
 * Decision 051.
 * @param uid undefined for a person who does not exist
 * @returns what the password opens; null when it opens nothing
 */
export async function provePassword(services: Services, uid: string | undefined, password: string): Promise<CredentialDocument | null> {
  const known = uid === undefined ? null : ((await services.store.credentials.get(uid))?.data ?? null);
  if (uid !== undefined && !known) return movePassword(services, uid, password);
  return (await isRight(known?.passwordHash ?? undefined, password)) ? known : null;
}

async function movePassword(services: Services, uid: string, password: string): Promise<CredentialDocument | null> {
  if (!(await isPasswordAtFirebase(services, uid, password))) return null;
  const credential = newCredential({ passwordHash: await hashPassword(password) });
  try {
    await services.store.commit([credentials.create(uid, credential)]);
  } catch (error) {
    if (isAlreadyExists(error)) return provePassword(services, uid, password); // another login was faster
    throw error;
  }
  return credential;
}

/** A login takes two calls, which both bring the password: the second one need not be hashed again. */
const provedMillis = 120_000;
const proved = createCache<true>({ max: 1000, ttlMillis: provedMillis });
const keyOfThisProcess = randomBytes(32).toString('base64');

async function isRight(hash: string | undefined, password: string): Promise<boolean> {
  const name = hash === undefined ? null : mac(keyOfThisProcess, hash, password);
  if (name !== null && proved.get(name)) return true;
  const matches = await passwordMatches(hash, password);
  if (matches && name !== null) proved.set(name, true);
  return matches;
}
