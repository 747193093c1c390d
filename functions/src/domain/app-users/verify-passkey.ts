import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { SignedIn } from './authenticate.ts';
import { findChallenge, wrong } from './challenges.ts';
import { passkeyPlace } from './passkey-place.ts';
import type { MadePasskey, SignedByPasskey } from './passkey-shapes.ts';
import { signInByPasskey } from './passkey-sign-in.ts';
import type { SeenCaller } from './seen-caller.ts';
import { verifyFactor } from './verify-factor.ts';

interface Given {
  readonly challenge: string;
  readonly passkey: SignedByPasskey | MadePasskey;
  readonly origin: string | undefined;
  readonly from: SeenCaller;
  readonly appName: string;
}

/**
 * Signs in by what a device answers: a passkey alone, or one that is the second factor.
 * @throws {ApiError} unauthenticated, with one answer for all that is wrong; too-many-requests
 */
export async function verifyPasskey(services: Services, storage: StorageRow, { challenge, passkey, ...call }: Given): Promise<SignedIn> {
  const found = await findChallenge(services, {
    storage,
    given: { challenge, code: '' },
    purposes: ['passkey', 'factor', 'new-factor'],
  });
  if (found.found.purpose !== 'passkey') {
    const answer = { passkey, place: passkeyPlace(storage, call.origin) };
    return verifyFactor(services, storage, { ...call, challenge: found.id, found: found.found, answer });
  }
  if (!('signature' in passkey.response)) throw wrong();
  return signInByPasskey(services, storage, { ...call, challenge: found, passkey: { id: passkey.id, response: passkey.response } });
}
