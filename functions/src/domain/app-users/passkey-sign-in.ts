import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { log } from '../../config/log.ts';
import { networkOf } from '../../network/address.ts';
import type { Services } from '../../services/services.ts';
import type { PasskeyDocument } from '../../store/documents/app-user-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { merge } from '../../store/model/writes.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { accountPath } from '../records/model/paths.ts';
import { isRecordId } from '../records/model/record-ids.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type SignedIn, signedIn } from './authenticate.ts';
import { beginSession } from './begin-session.ts';
import { type FoundChallenge, wrong } from './challenges.ts';
import { checkSignature, isBehind, passkeyId } from './check-passkey.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import { passkeyChallenge, passkeyMillis, takePasskeyChallenge } from './passkey-challenge.ts';
import { tellOfPasskey } from './passkey-mail.ts';
import { passkeyPlace } from './passkey-place.ts';
import type { SignedByPasskey } from './passkey-shapes.ts';
import { requireMethod } from './require-method.ts';
import type { SeenCaller } from './seen-caller.ts';
import { newSession } from './sessions.ts';

/** Pages that offer passkeys in a field begin one whenever they open. */
const perNetwork = {
  scope: 'app-user-passkey-ip',
  max: 300,
  windowMillis: 900_000,
  message: 'Too many people have begun to sign in from this network. Please try again later.',
};
const dayMillis = 86_400_000;

interface PasskeyAnswer extends Record<string, unknown> {
  readonly challenge: string;
  /** In seconds. */
  readonly expiresIn: number;
  readonly passkey: PublicKeyCredentialRequestOptionsJSON;
}

/**
 * Begins a sign-in by passkey. Nobody gives a name: the device shows what it has for the page, so the answer tells nothing of anybody.
 * @throws {ApiError} permission-denied where the way is off, and for a page that the storage does not name; too-many-requests
 */
export async function startPasskeySignIn(
  services: Services,
  storage: StorageRow,
  { origin, ip }: { origin: string | undefined; ip: string },
): Promise<PasskeyAnswer> {
  requireMethod(storage, 'passkey');
  const place = passkeyPlace(storage, origin);
  await countAttempt(services, perNetwork, `${storage.id}/${networkOf(ip)}`);
  const made = passkeyChallenge(services, storage, { purpose: 'passkey', place });
  await services.store.commit([made.write]);
  const passkey = await generateAuthenticationOptions({
    rpID: place.domain,
    challenge: made.signs,
    userVerification: 'required',
    timeout: passkeyMillis,
  });
  return { challenge: made.id, expiresIn: passkeyMillis / 1000, passkey };
}

interface PasskeyProof {
  readonly challenge: FoundChallenge;
  readonly passkey: SignedByPasskey;
  readonly origin: string | undefined;
  readonly from: SeenCaller;
  readonly appName: string;
}

/**
 * Signs a user in by passkey. The device has the key and has made sure of the person: those are two factors, so no other one is asked
 * for. Decision 077.
 * @throws {ApiError} unauthenticated, with one answer for all that is wrong
 */
export async function signInByPasskey(
  services: Services,
  storage: StorageRow,
  { challenge, passkey, origin, from, appName }: PasskeyProof,
): Promise<SignedIn> {
  requireMethod(storage, 'passkey');
  const place = passkeyPlace(storage, origin);
  const { signs } = await takePasskeyChallenge(services, { challenge, place });
  const key = Buffer.from(passkey.response.userHandle ?? '', 'base64url').toString('utf8');
  const user = isRecordId(key) ? await userOfKey(services, storage.id, key) : null;
  const id = passkeyId(passkey.id);
  const stored = user?.passkeys[id];
  const used = stored?.domain === place.domain ? await checkSignature(passkey, stored, { place, signs }) : null;
  if (!user || !stored || !used) throw wrong();
  if (isSame(services, stored, used)) return beginSession(services, storage, { user, from, byTwo: true });
  const session = newSession(services.records, { storageId: storage.id, key, mark: user.mark, from, byTwo: true });
  const isCounted = await services.store.transaction(async (tx) => {
    const before = (await tx.get(accountPath(storage.id, key)))?.data.passkeys?.[id];
    if (!before) throw wrong();
    if (isBehind(before, used)) return false;
    const lastUsedAt = Timestamp.fromMillis(services.clock());
    tx.write(merge(accountPath(storage.id, key), { passkeys: { [id]: { ...used, lastUsedAt } } }), session.write);
    return true;
  });
  if (isCounted) return signedIn(services, storage, { record: user.record, session, mark: user.mark });
  await warnOfCopy(services, storage, { user, passkey: stored, appName });
  throw wrong();
}

/** Most passkeys count nothing, and were used on this day already: then nothing is written. */
function isSame({ clock }: Services, stored: PasskeyDocument, used: Pick<PasskeyDocument, 'counter' | 'isSynced'>): boolean {
  const isToday = clock() - stored.lastUsedAt.toMillis() < dayMillis;
  return used.counter === 0 && stored.counter === 0 && used.isSynced === stored.isSynced && isToday;
}

/** A device that counts never counts back: the key may be in a second one. Its signature is right, so strangers cause no such mail. */
async function warnOfCopy(
  services: Services,
  storage: StorageRow,
  { user, passkey, appName }: { user: FoundUser; passkey: PasskeyDocument; appName: string },
): Promise<void> {
  log.warn('app-users.passkey-counted-back', { storageId: storage.id, key: user.key });
  const told = tellOfPasskey(services, user, { appName, passkey: passkey.name, what: 'copied' });
  if (!told) return;
  await services.store.commit([told.write]);
  await told.deliver();
}
