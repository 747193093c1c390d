import { unseal, sha256 } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { requireDataApiOpen } from '../platform/require-on.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { provenWrite } from './account.ts';
import type { SignedIn } from './authenticate.ts';
import { beginSession, beginSessionOf } from './begin-session.ts';
import { type Proof, takeChallenge, wrong } from './challenges.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import type { SeenCaller } from './seen-caller.ts';
import { finishSignUp, type PendingSignUp } from './sign-up.ts';

/**
 * Signs in who has read the mail: by its code, or by its link in whichever browser it was opened. Who proves the address of an account
 * for the first time by the mail alone is the owner; a password that somebody has set before without that proof goes, and every
 * session with it.
 * @throws {ApiError} unauthenticated, with one answer for all that is wrong; too-many-requests
 */
export async function verifyChallenge(services: Services, storage: StorageRow, given: Proof & { from: SeenCaller }): Promise<SignedIn> {
  const taken = await takeChallenge(services, { storage, given, purposes: ['sign-in', 'password', 'sign-up'] });
  if (taken.pending !== undefined) return finishSignUp(services, storage, { ...pendingOf(services, storage, taken), from: given.from });
  const user = taken.key === null ? null : await userOfKey(services, storage.id, taken.key);
  // A code to an address that is no longer the user's, or for another password, opens nothing.
  if (!user?.email || sha256(user.email) !== taken.address || user.mark !== taken.passwordMark) throw wrong();
  if (taken.purpose === 'sign-in' && !user.isProven && user.mark !== '') return takeOver(services, storage, { user, from: given.from });
  return beginSession(services, storage, { user, from: given.from, alsoWrites: user.isProven ? [] : [provenWrite(storage.id, user)] });
}

/** The mark of a user without a password differs from that of every earlier session. */
async function takeOver(services: Services, storage: StorageRow, { user, from }: { user: FoundUser; from: SeenCaller }): Promise<SignedIn> {
  await requireDataApiOpen(services, 'PUT', `/users/${storage.id}`);
  const input = { fields: {}, password: null, operations: new Map<string, never>() };
  await writeRecords(services.records, [{ op: 'update', id: user.key, storage, input, where: '' }], {
    actor: `user:${user.key}`,
    hook: { alsoWrites: () => [provenWrite(storage.id, user)] },
  });
  return beginSessionOf(services, storage, { key: user.key, from });
}

function pendingOf({ config }: Services, storage: StorageRow, { pending = '' }: SignInChallengeDocument): PendingSignUp {
  return JSON.parse(unseal(config.keyEncryptionKey, pending, `sign-up/${storage.id}`)) as PendingSignUp; // sealed by startSignUp
}
