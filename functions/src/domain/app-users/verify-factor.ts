import type { RecordDocument } from '@bedplate/contract';
import { passwordMark } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import type { AppAccountDocument, FactorDocument, SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import { signInChallenges } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { merge } from '../../store/model/writes.ts';
import type { PrivateDocument } from '../records/model/password.ts';
import { accountPath, privatePath, recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type SignedIn, signedIn } from './authenticate.ts';
import { countCode, wrong } from './challenges.ts';
import type { SeenCaller } from './seen-caller.ts';
import { newSession } from './sessions.ts';
import { checkFactor } from './check-factor.ts';
import { userOfKey } from './find-user.ts';
import { countGuesses } from './count-factor-guesses.ts';
import { tellOfFactor } from './factor-mail.ts';
import { type FactorPlace, openedSecret, sealedSecret } from './factor-secret.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

interface FactorProof {
  readonly challenge: string;
  readonly found: SignInChallengeDocument;
  readonly code: string;
  /** By which mails call the app. */
  readonly appName: string;
}

/** A sign-in at which the factor was set up also answers the recovery codes, once. */
type SignedInByFactor = SignedIn & { readonly recoveryCodes?: string[] };

/**
 * Ends a sign-in by its second factor. The code is used up, the challenge taken and the session begun in one transaction, so a code
 * signs in once, in parallel too.
 * @throws {ApiError} unauthenticated, with one answer for all that is wrong; too-many-requests
 */
export async function verifyFactor(
  services: Services,
  storage: StorageRow,
  { from, ...given }: FactorProof & { from: SeenCaller },
): Promise<SignedInByFactor> {
  const { key, session, codes } = await withRightCode(services, storage, {
    ...given,
    begin: (place, mark) => newSession(services.records, { ...place, mark, from }),
  });
  const record = await services.store.get<RecordDocument<Timestamp>>(recordPath(storage.id, key));
  if (!record || !session) throw wrong();
  const answer = signedIn(services, storage, { record, session, mark: given.found.passwordMark });
  return codes ? { ...answer, recoveryCodes: codes } : answer;
}

/** Makes the authenticator app of a user who is signed in valid. @returns the recovery codes, which are shown once */
export async function finishOwnFactor(services: Services, storage: StorageRow, given: FactorProof): Promise<string[]> {
  const { codes } = await withRightCode(services, storage, given);
  if (!codes) throw wrong();
  return codes;
}

type Begin = (place: FactorPlace, mark: string) => ReturnType<typeof newSession>;

async function withRightCode(
  services: Services,
  storage: StorageRow,
  { challenge, found, code, appName, begin }: FactorProof & { begin?: Begin },
) {
  if (found.key === null) throw wrong();
  const place = { storageId: storage.id, key: found.key };
  const user = found.purpose === 'factor' ? null : await userOfKey(services, storage.id, place.key); // who sets one up is told
  await countCode(services, challenge);
  return countGuesses(services, place, async () => {
    const done = await services.store.transaction(async (tx) => {
      const [open, account, secret] = await Promise.all([
        tx.signInChallenges.get(challenge),
        tx.get<AppAccountDocument>(accountPath(place.storageId, place.key)),
        tx.get<PrivateDocument>(privatePath(place.storageId, place.key)),
      ]);
      const mark = secret ? passwordMark(secret.data.password) : '';
      if (!open || mark !== found.passwordMark) return null;
      const used = await useCode(services, place, { found, code, factor: account?.data.factor });
      if (!used) return null;
      const session = begin?.(place, mark);
      const told = used.codes && user ? tellOfFactor(services, user, { appName, what: 'on' }) : null;
      tx.write(
        merge(accountPath(place.storageId, place.key), { factor: used.factor }),
        signInChallenges.remove(challenge),
        ...(session ? [session.write] : []),
        ...(told ? [told.write] : []),
      );
      return { key: place.key, session, codes: used.codes, told };
    });
    if (!done) throw wrong();
    await done.told?.deliver();
    return done;
  });
}

/** @returns what of the factor changes; for a new one also its recovery codes */
async function useCode(
  services: Services,
  place: FactorPlace,
  { found, code, factor }: { found: SignInChallengeDocument; code: string; factor: FactorDocument | undefined },
): Promise<{ factor: Partial<FactorDocument>; codes?: string[] } | null> {
  if (found.purpose === 'factor') {
    const used = factor ? await checkFactor(services, place, { factor, code }) : null;
    return used && { factor: used };
  }
  // Of two that were begun, the first one counts.
  if (factor || found.pending === undefined) return null;
  const secret = openedSecret(services, place, found.pending);
  const step = await stepOfCode(secret, code, { now: services.clock(), lastStep: 0 });
  if (step === null) return null;
  const { codes, hashes } = newRecoveryCodes();
  const since = Timestamp.fromMillis(services.clock());
  return { factor: { secret: sealedSecret(services, place, secret), lastStep: step, recovery: hashes, since }, codes };
}
