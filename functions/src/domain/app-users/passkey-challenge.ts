import { randomBytes } from 'node:crypto';
import type { Services } from '../../services/services.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { Write } from '../../store/model/writes.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type FoundChallenge, newChallenge, useUp, wrong } from './challenges.ts';
import type { FoundUser } from './find-user.ts';
import { factorNote } from './asked-factor.ts';
import type { PasskeyPlace } from './passkey-place.ts';

export const passkeyMillis = 300_000;

type PasskeyPurpose = Extract<SignInChallengeDocument['purpose'], 'passkey' | 'own-passkey'>;

/** The question to a device, and its page: nothing in it is secret. */
interface PendingPasskey extends Pick<PasskeyPlace, 'origin'> {
  /** Base64url of what the device signs. */
  readonly signs: string;
}

interface AskedPasskey {
  readonly purpose: PasskeyPurpose;
  readonly place: PasskeyPlace;
  /** Absent for whoever comes: the device tells whose passkey it is. */
  readonly user?: FoundUser;
}

export function passkeyChallenge(
  services: Services,
  storage: StorageRow,
  { purpose, place, user }: AskedPasskey,
): { id: string; signs: Uint8Array<ArrayBuffer>; write: Write } {
  const signs = new Uint8Array(randomBytes(32));
  const pending: PendingPasskey = { origin: place.origin, signs: Buffer.from(signs).toString('base64url') };
  const { id, write } = newChallenge(services, storage, {
    purpose,
    key: user?.key ?? null,
    passwordMark: user?.mark ?? '',
    address: '',
    validMillis: passkeyMillis,
    ...(user ? factorNote(storage, user) : {}),
    pending: JSON.stringify(pending),
  });
  return { id, signs, write };
}

interface GivenPasskey {
  readonly challenge: FoundChallenge;
  readonly place: PasskeyPlace;
}

/**
 * Uses a challenge up, before anything is compared: it takes one answer, and only from the page that has asked.
 * @param challenge as `findChallenge` has found it for this purpose @throws {ApiError} unauthenticated for one that is used or of another page
 */
export async function takePasskeyChallenge(
  services: Services,
  { challenge: { id, found }, place }: GivenPasskey,
): Promise<SignInChallengeDocument & { readonly signs: string }> {
  const pending = JSON.parse(found.pending ?? '{}') as PendingPasskey; // written by passkeyChallenge
  await useUp(services, id);
  if (pending.origin !== place.origin) throw wrong();
  return { ...found, signs: pending.signs };
}
