import type { AppUserIdentity } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { gone } from '../../store/model/values.ts';
import { merge, remove } from '../../store/model/writes.ts';
import { accountPath, recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { takeChallenge, wrong } from './challenges.ts';
import { userOfKey } from './find-user.ts';
import type { Self } from './self.ts';
import { isBeforeFactor } from './asked-factor.ts';
import { type FullyProved, requireFullProof } from './full-proof.ts';
import { claimPath, identityClaim } from './identity.ts';
import { linkWrites } from './identity-sign-in.ts';
import { isHeld } from './is-held.ts';
import { requireWayIn } from './require-way-in.ts';
import { requireMaySignUp } from './sign-up.ts';
import { type ProviderStart, startProvider } from './start-provider.ts';
import { takeIdentity } from './take-identity.ts';

export async function listIdentities({ store }: Services, storage: StorageRow, { key }: Self): Promise<AppUserIdentity[]> {
  const identities = (await store.get(accountPath(storage.id, key)))?.data.identities ?? {};
  return Object.entries(identities).map(([id, { provider, email, linkedAt }]) => ({
    id,
    provider,
    email,
    linkedAt: linkedAt.toDate().toISOString(),
  }));
}

/** Begins to link an account elsewhere. @throws {ApiError} permission-denied without a full proof; as startProvider */
export async function startLink(
  services: Services,
  storage: StorageRow,
  { self, currentPassword, given, ...start }: ProviderStart & FullyProved,
): Promise<{ url: string }> {
  const user = await requireFullProof(services, storage, { self, currentPassword, given });
  return startProvider(services, storage, { ...start, user });
}

/**
 * @throws {ApiError} unauthenticated for a code that is not this user's; conflict for an account elsewhere that signs another user in;
 * permission-denied for an anonymous user who could not sign up with it
 */
export async function finishLink(
  services: Services,
  storage: StorageRow,
  { self, token, verifier }: { self: Self; token: string; verifier: string },
): Promise<void> {
  const taken = await takeChallenge(services, { storage, given: { token }, purposes: ['identity'] });
  const { identity, key } = takeIdentity(services, storage, { taken, verifier });
  const user = key === self.key ? await userOfKey(services, storage.id, self.key) : null;
  if (!user || user.mark !== taken.passwordMark || isBeforeFactor(storage, user, taken)) throw wrong();
  if (user.isAnonymous) requireMaySignUp(storage, identity.email);
  const claim = identityClaim(storage.id, identity);
  await services.store.transaction(async (tx) => {
    const [held, there] = await Promise.all([tx.get(claimPath(claim)), tx.get(recordPath(storage.id, user.key), [])]);
    if (!there) throw wrong(); // the user has left meanwhile
    const owner = held?.data.ref;
    if (owner === user.key) return;
    if (owner !== undefined && (await isHeld(tx, storage.id, owner)))
      throw new ApiError('conflict', 'This account elsewhere belongs to another user.');
    tx.write(...linkWrites(services, storage, { identity, key: user.key, isFree: owner === undefined }));
  });
}

/** @throws {ApiError} permission-denied without a full proof; not-found; conflict for the last way in */
export async function unlink(services: Services, storage: StorageRow, { id, ...proved }: FullyProved & { id: string }): Promise<void> {
  const user = await requireFullProof(services, storage, proved);
  await services.store.transaction(async (tx) => {
    const account = (await tx.get(accountPath(storage.id, user.key)))?.data ?? {};
    const { [id]: unlinked, ...identities } = account.identities ?? {};
    if (!unlinked) throw notFound('Account');
    requireWayIn(storage, user, { ...account, identities });
    tx.write(remove(claimPath(id)), merge(accountPath(storage.id, user.key), { identities: { [id]: gone } }));
  });
}
