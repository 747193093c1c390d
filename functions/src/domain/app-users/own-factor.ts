import { type AppUserSecondFactor, type SecondFactorWay, signInOf } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { accountPath } from '../records/model/paths.ts';
import { keyOfRecord } from '../records/model/record-ids.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { withoutFactor } from './account.ts';
import { askNewFactor, factorChallenge } from './ask-factor.ts';
import { type Challenge, findChallenge, wrong } from './challenges.ts';
import type { FactorAnswer } from './check-factor.ts';
import { askWay, type FactorCall, ownNewWays } from './choose-factor.ts';
import { tellOfFactor } from './factor-mail.ts';
import { waysOf, withoutWays } from './factor-ways.ts';
import { userOfKey } from './find-user.ts';
import { type Proved, requireFreshProof } from './fresh-proof.ts';
import type { Self } from './self.ts';
import { type GivenFactor, proveFactor } from './prove-factor.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { finishOwnFactor } from './verify-factor.ts';

export async function ownFactor({ store }: Services, storage: StorageRow, { key }: Self): Promise<AppUserSecondFactor> {
  const factor = (await store.get(accountPath(storage.id, key)))?.data.factor;
  return { isOn: factor !== undefined, ways: waysOf(factor ?? null), recoveryCodes: factor?.recovery.length ?? 0 };
}

interface SetUp extends Proved, FactorCall {
  readonly way: SecondFactorWay;
  /** Of the factor that is there already: a second way beside it is not for whoever knows the password alone. */
  readonly given?: GivenFactor | undefined;
}

/**
 * Begins to set up a way of the second factor.
 * @throws {ApiError} permission-denied where the storage has it or the way off, for an anonymous user, and without a fresh proof; conflict
 * for who has this way; unauthenticated for a further way without an answer of the factor; too-many-requests
 */
export async function startOwnFactor(
  services: Services,
  storage: StorageRow,
  { self, currentPassword, way, given, ...call }: SetUp,
): Promise<Challenge> {
  if (signInOf(storage.data).secondFactor === 'off')
    throw new ApiError('permission-denied', 'The second factor is off in this users storage.');
  const user = await requireFreshProof(services, storage, { self, currentPassword });
  if (user.isAnonymous) throw new ApiError('permission-denied', 'Choose a name first.');
  if (waysOf(user.factor).includes(way))
    throw new ApiError('conflict', 'You have this second factor. Remove it before you set it up another time.');
  if (!ownNewWays(storage, user).includes(way)) throw new ApiError('permission-denied', 'This second factor is not open to you here.');
  const hadFactor = user.factor !== null;
  if (hadFactor) {
    if (!given) throw wrong();
    await proveFactor(services, storage, { user, given, change: () => ({}) });
  }
  if (way === 'totp') return askNewFactor(services, storage, { user, purpose: 'own-factor', appName: call.appName, hadFactor });
  const made = factorChallenge(services, storage, { purpose: 'own-factor', user, hadFactor });
  await services.store.commit([made.write]);
  return askWay(services, storage, { ...call, challenge: made.id, user, way, mayMake: true });
}

/** @returns the recovery codes of the first way, which are shown once; none for a further one @throws {ApiError} unauthenticated for a wrong answer; too-many-requests */
export async function confirmOwnFactor(
  services: Services,
  storage: StorageRow,
  { self, appName, challenge, answer }: { self: Self; challenge: string; answer: FactorAnswer; appName: string },
): Promise<string[]> {
  const { id, found } = await findChallenge(services, { storage, given: { challenge, code: '' }, purposes: ['own-factor'] });
  if (found.key !== self.key) throw wrong();
  return finishOwnFactor(services, storage, { challenge: id, found, answer, appName });
}

interface ByAnswer extends Proved {
  readonly given: GivenFactor;
  /** By which mails call the app. */
  readonly appName: string;
}

/**
 * Takes the second factor away, or one way of it, by one of its answers.
 * @throws {ApiError} unauthenticated for a wrong one; permission-denied without a fresh proof; conflict for what is not there; too-many-requests
 */
export async function removeOwnFactor(
  services: Services,
  storage: StorageRow,
  { self, currentPassword, way, given, appName }: ByAnswer & { way?: SecondFactorWay | undefined },
): Promise<void> {
  const user = await requireFreshProof(services, storage, { self, currentPassword });
  const ways = waysOf(user.factor);
  if (user.factor && way !== undefined && !ways.includes(way)) throw new ApiError('conflict', 'Your second factor has no such way.');
  const what = way === undefined || ways.length === 1 ? 'off' : 'wayOff';
  const change = (factor: Parameters<typeof withoutWays>[0]) => withoutWays(factor, way === undefined ? waysOf(factor) : [way]);
  await proveFactor(services, storage, { user, given, tells: { appName, what, way }, change });
}

/** @returns other recovery codes in place of all earlier ones @throws {ApiError} as removeOwnFactor */
export async function renewRecoveryCodes(
  services: Services,
  storage: StorageRow,
  { self, currentPassword, given, appName }: ByAnswer,
): Promise<string[]> {
  const user = await requireFreshProof(services, storage, { self, currentPassword });
  const { codes, hashes } = newRecoveryCodes();
  await proveFactor(services, storage, { user, given, tells: { appName, what: 'codes' }, change: () => ({ recovery: hashes }) });
  return codes;
}

/** By the app's keys, for somebody who has lost every way and the recovery codes. @throws {ApiError} not-found */
export async function removeFactorOf(
  services: Services,
  storage: StorageRow,
  { recordId, appName }: { recordId: string; appName: string },
): Promise<void> {
  const key = await keyOfRecord(services.records, storage.id, recordId);
  const user = await userOfKey(services, storage.id, key);
  if (!user) throw notFound('Record');
  const told = user.factor ? tellOfFactor(services, user, { appName, what: 'byApp' }) : null;
  await services.store.commit([withoutFactor(storage.id, key), ...(told ? [told.write] : [])]);
  await told?.deliver();
}
