import { type AppUserSecondFactor, signInOf } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { FactorChange } from '../../services/templates.ts';
import type { AppAccountDocument, FactorDocument } from '../../store/documents/app-user-documents.ts';
import { gone } from '../../store/model/values.ts';
import { merge } from '../../store/model/writes.ts';
import { accountPath } from '../records/model/paths.ts';
import { keyOfRecord } from '../records/model/record-ids.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { withoutFactor } from './account.ts';
import { type Challenge, findChallenge, wrong } from './challenges.ts';
import { userOfKey } from './find-user.ts';
import { type Proved, requireFreshProof, type Self } from './fresh-proof.ts';
import { askNewFactor } from './ask-factor.ts';
import { checkFactor } from './check-factor.ts';
import { tellOfFactor } from './factor-mail.ts';
import { countGuesses } from './count-factor-guesses.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { finishOwnFactor } from './verify-factor.ts';

export async function ownFactor({ store }: Services, storage: StorageRow, { key }: Self): Promise<AppUserSecondFactor> {
  const factor = (await store.get<AppAccountDocument>(accountPath(storage.id, key)))?.data.factor;
  return { isOn: factor !== undefined, recoveryCodes: factor?.recovery.length ?? 0 };
}

/** @throws {ApiError} permission-denied where the storage has it off, for an anonymous user, and without a fresh proof; conflict for who has one */
export async function startOwnFactor(
  services: Services,
  storage: StorageRow,
  { self, currentPassword, appName }: Proved & { appName: string },
): Promise<Challenge> {
  if (signInOf(storage.data).secondFactor === 'off')
    throw new ApiError('permission-denied', 'The second factor is off in this users storage.');
  const user = await requireFreshProof(services, storage, { self, currentPassword });
  if (user.isAnonymous) throw new ApiError('permission-denied', 'Choose a name first.');
  if (user.hasFactor) throw new ApiError('conflict', 'You have a second factor. Remove it before you set up another one.');
  return askNewFactor(services, storage, { user, purpose: 'own-factor', appName });
}

/** @returns the recovery codes, which are shown once @throws {ApiError} unauthenticated for a wrong code; too-many-requests */
export async function confirmOwnFactor(
  services: Services,
  storage: StorageRow,
  { self, appName, ...given }: { self: Self; challenge: string; code: string; appName: string },
): Promise<string[]> {
  const { id, found } = await findChallenge(services, { storage, given, purposes: ['own-factor'] });
  if (found.key !== self.key) throw wrong();
  return finishOwnFactor(services, storage, { challenge: id, found, code: given.code, appName });
}

/** Takes the second factor away, by one of its codes. @throws {ApiError} unauthenticated for a wrong code; permission-denied without a fresh proof; too-many-requests */
export async function removeOwnFactor(services: Services, storage: StorageRow, given: ByCode): Promise<void> {
  await byCode(services, storage, { ...given, what: 'off', change: () => gone });
}

/** @returns other recovery codes in place of all earlier ones @throws {ApiError} as removeOwnFactor */
export async function renewRecoveryCodes(services: Services, storage: StorageRow, given: ByCode): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await byCode(services, storage, { ...given, what: 'codes', change: (used) => ({ ...used, recovery: hashes }) });
  return codes;
}

/** By the app's keys, for somebody who has lost the authenticator app and the recovery codes. @throws {ApiError} not-found */
export async function removeFactorOf(
  services: Services,
  storage: StorageRow,
  { recordId, appName }: { recordId: string; appName: string },
): Promise<void> {
  const key = await keyOfRecord(services.records, storage.id, recordId);
  const user = await userOfKey(services, storage.id, key);
  if (!user) throw notFound('Record');
  const told = user.hasFactor ? tellOfFactor(services, user, { appName, what: 'byApp' }) : null;
  await services.store.commit([withoutFactor(storage.id, key), ...(told ? [told.write] : [])]);
  await told?.deliver();
}

interface ByCode extends Proved {
  readonly code: string;
  /** By which mails call the app. */
  readonly appName: string;
}

async function byCode(
  services: Services,
  storage: StorageRow,
  {
    self,
    currentPassword,
    code,
    appName,
    what,
    change,
  }: ByCode & { what: FactorChange; change: (used: Partial<FactorDocument>) => object },
): Promise<void> {
  const user = await requireFreshProof(services, storage, { self, currentPassword });
  const { key, hasFactor } = user;
  if (!hasFactor) throw new ApiError('conflict', 'You have no second factor.');
  const place = { storageId: storage.id, key };
  await countGuesses(services, place, async () => {
    const told = tellOfFactor(services, user, { appName, what });
    const isRight = await services.store.transaction(async (tx) => {
      const factor = (await tx.get<AppAccountDocument>(accountPath(storage.id, key)))?.data.factor;
      const used = factor ? await checkFactor(services, place, { factor, code }) : null;
      if (used) tx.write(merge(accountPath(storage.id, key), { factor: change(used) }), ...(told ? [told.write] : []));
      return used !== null;
    });
    if (!isRight) throw wrong();
    await told?.deliver();
  });
}
