import { passwordMark } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import { signInChallenges } from '../../store/collections.ts';
import { merge, type Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { accountPath, privatePath, recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type SignedIn, signedIn } from './authenticate.ts';
import { countCode, wrong } from './challenges.ts';
import { type AccountChange, checkFactor, type FactorAnswer } from './check-factor.ts';
import { countGuesses } from './count-factor-guesses.ts';
import { tellOfFactor } from './factor-mail.ts';
import type { FactorPlace } from './factor-secret.ts';
import { userOfKey } from './find-user.ts';
import { claimPath, type Identity, identityClaim } from './identity.ts';
import { linkWrites } from './identity-sign-in.ts';
import { isHeld } from './is-held.ts';
import { newFactor } from './new-factor.ts';
import type { SeenCaller } from './seen-caller.ts';
import { opened } from './start-provider.ts';
import { newSession } from './sessions.ts';

interface FactorProof {
  readonly challenge: string;
  readonly found: SignInChallengeDocument;
  readonly answer: FactorAnswer;
  /** By which mails call the app. */
  readonly appName: string;
}

/** A sign-in at which the factor was set up also answers the recovery codes, once. */
type SignedInByFactor = SignedIn & { readonly recoveryCodes?: string[] };

/**
 * Ends a sign-in by its second factor. The answer is used up, the challenge taken and the session begun in one transaction, so it
 * signs in once, in parallel too.
 * @throws {ApiError} unauthenticated, with one answer for all that is wrong; too-many-requests
 */
export async function verifyFactor(
  services: Services,
  storage: StorageRow,
  { from, ...given }: FactorProof & { from: SeenCaller },
): Promise<SignedInByFactor> {
  const { key, session, codes } = await withRightAnswer(services, storage, {
    ...given,
    begin: (place, mark) => newSession(services.records, { ...place, mark, from, byTwo: true }),
  });
  const record = await services.store.get(recordPath(storage.id, key));
  if (!record || !session) throw wrong();
  const answer = signedIn(services, storage, { record, session, mark: given.found.passwordMark });
  return codes ? { ...answer, recoveryCodes: codes } : answer;
}

/** Makes a way of a user who is signed in valid. @returns the recovery codes of the first one, which are shown once */
export async function finishOwnFactor(services: Services, storage: StorageRow, given: FactorProof): Promise<string[]> {
  const { codes } = await withRightAnswer(services, storage, given);
  if (!codes) throw wrong();
  return codes;
}

type Begin = (place: FactorPlace, mark: string) => ReturnType<typeof newSession>;

async function withRightAnswer(
  services: Services,
  storage: StorageRow,
  { challenge, found, answer, appName, begin }: FactorProof & { begin?: Begin },
) {
  if (found.key === null) throw wrong();
  const place = { storageId: storage.id, key: found.key };
  const isNew = found.purpose !== 'factor';
  const user = isNew ? await userOfKey(services, storage.id, place.key) : null; // who sets one up is told
  await countCode(services, challenge);
  return countGuesses(services, place, async () => {
    const done = await services.store.transaction(async (tx) => {
      const [open, account, secret, there] = await Promise.all([
        tx.signInChallenges.get(challenge),
        tx.get(accountPath(place.storageId, place.key)),
        tx.get(privatePath(place.storageId, place.key)),
        isNew ? tx.get(recordPath(place.storageId, place.key), []) : null,
      ]);
      const mark = secret ? passwordMark(secret.data.password) : '';
      const hasLeft = isNew && !there; // without a password the mark stays the same
      if (!open || hasLeft || mark !== found.passwordMark) return null;
      const given = { account: account?.data ?? {}, answer, asking: { id: challenge, data: open.data } };
      const made = isNew ? await newFactor(services, place, given) : null;
      const change: AccountChange | null = isNew ? (made?.change ?? null) : await checkFactor(services, place, given);
      if (!change) return null;
      const session = begin?.(place, mark);
      const link = isNew ? [] : await pendingLink(services, storage, { tx, key: place.key, pending: open.data.pending });
      const told = made && user ? tellOfFactor(services, user, { appName, what: 'on', way: made.way }) : null;
      tx.write(
        ...(Object.keys(change).length > 0 ? [merge(accountPath(place.storageId, place.key), change)] : []),
        signInChallenges.remove(challenge),
        ...(session ? [session.write] : []),
        ...link,
        ...(told ? [told.write] : []),
      );
      return { key: place.key, session, codes: made?.codes, told };
    });
    if (!done) throw wrong();
    await done.told?.deliver();
    return done;
  });
}

/** The account elsewhere by which the sign-in began, where it is nobody's yet. */
async function pendingLink(
  services: Services,
  storage: StorageRow,
  { tx, key, pending }: { tx: Transaction; key: string; pending: string | undefined },
): Promise<Write[]> {
  if (pending === undefined) return [];
  const identity = opened(services, storage, pending) as Identity; // sealed by askFactor
  const claim = await tx.get(claimPath(identityClaim(storage.id, identity)));
  if (claim && (await isHeld(tx, storage.id, claim.data.ref))) return [];
  return linkWrites(services, storage, { identity, key, isFree: !claim });
}
