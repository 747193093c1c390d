import { unseal, sha256 } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import { signInChallenges } from '../../store/collections.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import { isNotFound } from '../../store/model/firestore-errors.ts';
import { requireDataApiOpen } from '../platform/require-on.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { provenWrite } from './account.ts';
import type { SignedIn } from './authenticate.ts';
import { type Challenge, findChallenge, type Proof, takeFound, wrong } from './challenges.ts';
import { userOfKey } from './find-user.ts';
import type { SeenCaller } from './seen-caller.ts';
import { signInOrAsk } from './sign-in-or-ask.ts';
import { finishSignUp, type PendingSignUp } from './sign-up.ts';
import { hasWaysOfOthers, takeOver } from './take-over.ts';
import { closeSessions } from './own-sessions.ts';

type Given = Proof & { from: SeenCaller; appName: string; ip: string; verifier?: string | undefined };

/**
 * Signs in who has read the mail: by its code, or by its link in whichever browser it was opened; or who has the second factor that
 * was asked for. Who proves the address of an account for the first time by the mail alone is the owner; every way
 * in that somebody has set up before without that proof goes, and every session with it.
 * @returns a challenge where the second factor is still to come
 * @throws {ApiError} unauthenticated, with one answer for all that is wrong; too-many-requests
 */
export async function verifyChallenge(
  services: Services,
  storage: StorageRow,
  { from, appName, ip, verifier = '', ...given }: Given,
): Promise<SignedIn | Challenge> {
  const asked = { storage, given, purposes: ['sign-in', 'password', 'sign-up', 'factor', 'new-factor', 'identity'] as const };
  const { id, found } = await findChallenge(services, asked);
  if (found.purpose === 'factor' || found.purpose === 'new-factor') {
    if ('token' in given) throw wrong();
    const { verifyFactor } = await import('./verify-factor.ts'); // most users have none
    return verifyFactor(services, storage, { challenge: id, found, answer: { code: given.code }, from, appName });
  }
  // While no user can be made the code stays good: with it would go what the person has typed.
  if (found.pending !== undefined) await requireDataApiOpen(services, 'POST', `/users/${storage.id}`);
  const taken = await takeFound(services, asked, { id, found });
  if (taken.purpose === 'identity') {
    const { takeIdentity } = await import('./take-identity.ts'); // few calls need it
    const { identity, key } = takeIdentity(services, storage, { taken, verifier });
    if (key !== undefined) throw wrong(); // it is to be linked
    const { signInByIdentity } = await import('./identity-sign-in.ts');
    return signInByIdentity(services, storage, { identity, from, appName, ip });
  }
  if (taken.pending !== undefined) return finishSignUp(services, storage, { ...pendingOf(services, storage, taken), from, appName });
  const user = taken.key === null ? null : await userOfKey(services, storage.id, taken.key);
  // A code to an address that is no longer the user's, or for another password, opens nothing.
  if (!user?.email || sha256(user.email) !== taken.address || user.mark !== taken.passwordMark) throw wrong();
  if (taken.purpose === 'sign-in' && hasWaysOfOthers(user)) {
    // The code of the mail is still good after its link: it is about the user without the earlier password.
    const alsoWrites = 'token' in given ? [signInChallenges.update(id, { passwordMark: '' })] : [];
    return takeOver(services, storage, { user, from, appName, byMail: true, alsoWrites }).catch((error: unknown) => {
      throw isNotFound(error) ? wrong() : error; // the code was faster
    });
  }
  // A session from before may be somebody else's who came without a name, and got this address from the app.
  if (taken.purpose === 'sign-in' && !user.isProven) await closeSessions(services.records, storage, { key: user.key });
  return signInOrAsk(services, storage, {
    user,
    from,
    appName,
    byMail: taken.purpose === 'sign-in',
    alsoWrites: user.isProven ? [] : [provenWrite(storage.id, user)],
  });
}

function pendingOf({ config }: Services, storage: StorageRow, { pending = '' }: SignInChallengeDocument): PendingSignUp {
  return JSON.parse(unseal(config.keyEncryptionKey, pending, `sign-up/${storage.id}`)) as PendingSignUp; // sealed by startSignUp
}
