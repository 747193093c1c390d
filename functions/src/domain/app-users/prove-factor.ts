import type { SecondFactorWay } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { FactorChange } from '../../services/app-mail.ts';
import { signInChallenges } from '../../store/collections.ts';
import type { FactorDocument } from '../../store/documents/app-user-documents.ts';
import { gone } from '../../store/model/values.ts';
import { merge } from '../../store/model/writes.ts';
import { accountPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { factorChallenge } from './ask-factor.ts';
import { type Challenge, countCode, findChallenge, wrong } from './challenges.ts';
import { checkFactor, type FactorAnswer } from './check-factor.ts';
import { type AskedWay, askWay, type FactorCall } from './choose-factor.ts';
import { countGuesses } from './count-factor-guesses.ts';
import { tellOfFactor } from './factor-mail.ts';
import { countedWays } from './factor-ways.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import type { Self } from './self.ts';

/** The second factor of a user who changes it: an answer, and the challenge where one has asked. */
export interface GivenFactor {
  readonly challenge?: string | undefined;
  readonly answer: FactorAnswer;
}

/**
 * Asks a user who is signed in for the second factor, by a way that takes a step of ours.
 * @throws {ApiError} permission-denied for a way that does not count; conflict for who has no second factor; too-many-requests
 */
export async function startFactorProof(
  services: Services,
  storage: StorageRow,
  { self, way, ...call }: FactorCall & { self: Self; way: AskedWay },
): Promise<Challenge> {
  const user = await userOfKey(services, storage.id, self.key);
  if (!user?.factor) throw noFactor();
  // A user without a password may have got in by mail.
  if (!countedWays(user, user.mark === '').includes(way))
    throw new ApiError('permission-denied', 'This way of your second factor does not count here.');
  const made = factorChallenge(services, storage, { purpose: 'factor-proof', user });
  await services.store.commit([made.write]);
  return askWay(services, storage, { ...call, challenge: made.id, user, way, mayMake: false });
}

interface ProvedChange {
  readonly user: FoundUser;
  readonly given: GivenFactor;
  /** Tells the user of the factor; absent where the factor stays as it is. */
  readonly tells?: { readonly appName: string; readonly what: FactorChange; readonly way?: SecondFactorWay | undefined };
  /** @param factor after its answer was used up @returns the factor's change; empty for none */
  readonly change: (factor: FactorDocument) => object;
}

/** Changes a factor by one of its answers. @throws {ApiError} unauthenticated for a wrong one; conflict for who has none; too-many-requests */
export async function proveFactor(services: Services, storage: StorageRow, { user, given, tells, change }: ProvedChange): Promise<void> {
  if (!user.factor) throw noFactor();
  const place = { storageId: storage.id, key: user.key };
  const id = given.challenge;
  if (id !== undefined) await requireOwn(services, storage, { user, challenge: id });
  await countGuesses(services, place, async () => {
    const told = tells ? tellOfFactor(services, user, tells) : null;
    const isRight = await services.store.transaction(async (tx) => {
      const [account, asking] = await Promise.all([
        tx.get(accountPath(storage.id, user.key)),
        id === undefined ? null : tx.signInChallenges.get(id),
      ]);
      const asked = asking && id !== undefined ? { id, data: asking.data } : undefined;
      const used = await checkFactor(services, place, { account: account?.data ?? {}, answer: given.answer, asking: asked });
      const factor = account?.data.factor;
      if (!used || !factor) return false;
      const usedFactor = (used.factor ?? {}) as Partial<FactorDocument>; // made by checkFactor
      const changed = change({ ...factor, ...usedFactor });
      const after = changed === gone ? gone : { ...usedFactor, ...changed };
      const isSame = after !== gone && Object.keys(after).length === 0;
      tx.write(
        ...(isSame ? [] : [merge(accountPath(storage.id, user.key), { factor: after })]),
        ...(used.passkeys === undefined ? [] : [merge(accountPath(storage.id, user.key), { passkeys: used.passkeys })]),
        ...(id === undefined ? [] : [signInChallenges.remove(id)]),
        ...(told ? [told.write] : []),
      );
      return true;
    });
    if (!isRight) throw wrong();
    await told?.deliver();
  });
}

/** @throws {ApiError} unauthenticated for a challenge that is not this user's, and after five answers; too-many-requests */
async function requireOwn(
  services: Services,
  storage: StorageRow,
  { user, challenge }: { user: FoundUser; challenge: string },
): Promise<void> {
  const { found } = await findChallenge(services, { storage, given: { challenge, code: '' }, purposes: ['factor-proof'] });
  if (found.key !== user.key || found.passwordMark !== user.mark) throw wrong();
  await countCode(services, challenge);
}

function noFactor(): ApiError {
  return new ApiError('conflict', 'You have no second factor.');
}
