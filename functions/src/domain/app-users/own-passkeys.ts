import { type AppUserPasskey, limits } from '@bedplate/contract';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { PasskeyDocument } from '../../store/documents/app-user-documents.ts';
import { gone, Timestamp } from '../../store/model/values.ts';
import { merge } from '../../store/model/writes.ts';
import { accountPath, recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { findChallenge, wrong } from './challenges.ts';
import { checkNew, passkeyId } from './check-passkey.ts';
import { userOfKey } from './find-user.ts';
import type { Self } from './self.ts';
import { isBeforeFactor } from './asked-factor.ts';
import { type FullyProved, requireFullProof } from './full-proof.ts';
import { passkeyChallenge, passkeyMillis, takePasskeyChallenge } from './passkey-challenge.ts';
import { tellOfPasskey } from './passkey-mail.ts';
import { newPasskeyOptions } from './passkey-options.ts';
import { passkeyPlace } from './passkey-place.ts';
import type { MadePasskey } from './passkey-shapes.ts';
import { requirePasskeys } from './require-method.ts';
import { requireWayIn } from './require-way-in.ts';

export async function listPasskeys({ store }: Services, storage: StorageRow, { key }: Self): Promise<AppUserPasskey[]> {
  const passkeys = (await store.get(accountPath(storage.id, key)))?.data.passkeys ?? {};
  return Object.entries(passkeys)
    .map(([id, passkey]) => shown(id, passkey))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

interface Asked extends FullyProved {
  readonly origin: string | undefined;
  readonly appName: string;
}

interface NewPasskeyAnswer extends Record<string, unknown> {
  readonly challenge: string;
  /** In seconds. */
  readonly expiresIn: number;
  readonly passkey: PublicKeyCredentialCreationOptionsJSON;
}

/**
 * Begins to make a passkey of a user who is signed in.
 * @throws {ApiError} permission-denied where the way is off, for a page that the storage does not name, for an anonymous user and without
 * a full proof; conflict for whoever has as many as one may
 */
export async function startOwnPasskey(
  services: Services,
  storage: StorageRow,
  { origin, appName, ...proved }: Asked,
): Promise<NewPasskeyAnswer> {
  requirePasskeys(storage);
  const place = passkeyPlace(storage, origin);
  const user = await requireFullProof(services, storage, proved);
  if (user.isAnonymous) throw new ApiError('permission-denied', 'Choose a name first.');
  requireRoom(Object.keys(user.passkeys).length);
  const made = passkeyChallenge(services, storage, { purpose: 'own-passkey', place, user });
  await services.store.commit([made.write]);
  const passkey = await newPasskeyOptions(user, { place, signs: made.signs, appName });
  return { challenge: made.id, expiresIn: passkeyMillis / 1000, passkey };
}

interface Given {
  readonly self: Self;
  readonly challenge: string;
  readonly passkey: MadePasskey;
  readonly name: string;
  readonly origin: string | undefined;
  readonly appName: string;
}

/** @throws {ApiError} unauthenticated, with one answer for all that is wrong; conflict for a passkey that is there */
export async function finishOwnPasskey(
  services: Services,
  storage: StorageRow,
  { self, challenge, passkey, name, origin, appName }: Given,
): Promise<AppUserPasskey> {
  requirePasskeys(storage);
  const place = passkeyPlace(storage, origin);
  const begun = await findChallenge(services, { storage, given: { challenge, code: '' }, purposes: ['own-passkey'] });
  const taken = await takePasskeyChallenge(services, { challenge: begun, place });
  const user = taken.key === self.key ? await userOfKey(services, storage.id, self.key) : null;
  const made = user?.mark === taken.passwordMark ? await checkNew(passkey, { place, signs: taken.signs }) : null;
  if (!user || !made || isBeforeFactor(storage, user, taken)) throw wrong();
  const now = Timestamp.fromMillis(services.clock());
  const document: PasskeyDocument = { ...made, name, createdAt: now, lastUsedAt: now };
  const id = passkeyId(made.credentialId);
  const told = tellOfPasskey(services, user, { appName, passkey: name, what: 'added' });
  await services.store.transaction(async (tx) => {
    const [account, there] = await Promise.all([tx.get(accountPath(storage.id, user.key)), tx.get(recordPath(storage.id, user.key), [])]);
    if (!there) throw wrong(); // the user has left meanwhile
    const passkeys = account?.data.passkeys ?? {};
    if (Object.hasOwn(passkeys, id)) throw new ApiError('conflict', 'This passkey is there already.');
    requireRoom(Object.keys(passkeys).length);
    tx.write(merge(accountPath(storage.id, user.key), { passkeys: { [id]: document } }), ...(told ? [told.write] : []));
  });
  await told?.deliver();
  return shown(id, document);
}

/** @throws {ApiError} not-found */
export async function renamePasskey(
  services: Services,
  storage: StorageRow,
  { self, id, name }: { self: Self; id: string; name: string },
): Promise<AppUserPasskey> {
  return services.store.transaction(async (tx) => {
    const passkey = (await tx.get(accountPath(storage.id, self.key)))?.data.passkeys?.[id];
    if (!passkey) throw notFound('Passkey');
    tx.write(merge(accountPath(storage.id, self.key), { passkeys: { [id]: { name } } }));
    return shown(id, { ...passkey, name });
  });
}

/** @throws {ApiError} permission-denied without a full proof; not-found; conflict for the last way in, and the last one of a second factor by passkey */
export async function removePasskey(
  services: Services,
  storage: StorageRow,
  { id, appName, ...proved }: FullyProved & { id: string; appName: string },
): Promise<void> {
  const user = await requireFullProof(services, storage, proved);
  const told = await services.store.transaction(async (tx) => {
    const account = (await tx.get(accountPath(storage.id, user.key)))?.data ?? {};
    const { [id]: removed, ...passkeys } = account.passkeys ?? {};
    if (!removed) throw notFound('Passkey');
    requireWayIn(storage, user, { ...account, passkeys });
    if (account.factor?.passkey && Object.keys(passkeys).length === 0)
      throw new ApiError('conflict', 'This passkey is your second factor: remove that first.');
    const mail = tellOfPasskey(services, user, { appName, passkey: removed.name, what: 'removed' });
    tx.write(merge(accountPath(storage.id, user.key), { passkeys: { [id]: gone } }), ...(mail ? [mail.write] : []));
    return mail;
  });
  await told?.deliver();
}

function requireRoom(count: number): void {
  if (count >= limits.passkeys) throw new ApiError('conflict', `You have ${limits.passkeys} passkeys. Remove one first.`);
}

function shown(id: string, { name, domain, isSynced, createdAt, lastUsedAt }: PasskeyDocument): AppUserPasskey {
  return { id, name, domain, isSynced, createdAt: createdAt.toDate().toISOString(), lastUsedAt: lastUsedAt.toDate().toISOString() };
}
