import { unseal, sha256 } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { requireDataApiOpen } from '../platform/require-on.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { provenWrite, withoutFactor } from './account.ts';
import type { SignedIn } from './authenticate.ts';
import { type Challenge, findChallenge, type Proof, takeFound, wrong } from './challenges.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import type { SeenCaller } from './seen-caller.ts';
import { signInOrAsk, signInOrAskOf } from './sign-in-or-ask.ts';
import { finishSignUp, type PendingSignUp } from './sign-up.ts';

type Given = Proof & { from: SeenCaller; appName: string };

/**
 * Signs in who has read the mail: by its code, or by its link in whichever browser it was opened; or who has the second factor that
 * was asked for. Who proves the address of an account for the first time by the mail alone is the owner; a password and a second
 * factor that somebody has set before without that proof go, and every session with them.
 * @returns a challenge where the second factor is still to come
 * @throws {ApiError} unauthenticated, with one answer for all that is wrong; too-many-requests
 */
export async function verifyChallenge(
  services: Services,
  storage: StorageRow,
  { from, appName, ...given }: Given,
): Promise<SignedIn | Challenge> {
  const asked = { storage, given, purposes: ['sign-in', 'password', 'sign-up', 'factor', 'new-factor'] as const };
  const { id, found } = await findChallenge(services, asked);
  if (found.purpose === 'factor' || found.purpose === 'new-factor') {
    if ('token' in given) throw wrong();
    const { verifyFactor } = await import('./verify-factor.ts'); // most users have none
    return verifyFactor(services, storage, { challenge: id, found, code: given.code, from });
  }
  const taken = await takeFound(services, asked, { id, found });
  if (taken.pending !== undefined) return finishSignUp(services, storage, { ...pendingOf(services, storage, taken), from, appName });
  const user = taken.key === null ? null : await userOfKey(services, storage.id, taken.key);
  // A code to an address that is no longer the user's, or for another password, opens nothing.
  if (!user?.email || sha256(user.email) !== taken.address || user.mark !== taken.passwordMark) throw wrong();
  const isFirstProof = taken.purpose === 'sign-in' && !user.isProven;
  if (isFirstProof && (user.mark !== '' || user.hasFactor)) return takeOver(services, storage, { user, from, appName });
  return signInOrAsk(services, storage, { user, from, appName, alsoWrites: user.isProven ? [] : [provenWrite(storage.id, user)] });
}

/** The mark of a user without a password differs from that of every earlier session. */
async function takeOver(
  services: Services,
  storage: StorageRow,
  { user, ...call }: { user: FoundUser; from: SeenCaller; appName: string },
): Promise<SignedIn | Challenge> {
  await requireDataApiOpen(services, 'PUT', `/users/${storage.id}`);
  const input = { fields: {}, password: null, operations: new Map<string, never>() };
  await writeRecords(services.records, [{ op: 'update', id: user.key, storage, input, where: '' }], {
    actor: `user:${user.key}`,
    hook: { alsoWrites: () => [provenWrite(storage.id, user), withoutFactor(storage.id, user.key)] },
  });
  return signInOrAskOf(services, storage, { key: user.key, ...call });
}

function pendingOf({ config }: Services, storage: StorageRow, { pending = '' }: SignInChallengeDocument): PendingSignUp {
  return JSON.parse(unseal(config.keyEncryptionKey, pending, `sign-up/${storage.id}`)) as PendingSignUp; // sealed by startSignUp
}
