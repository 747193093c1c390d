import { type AuthenticatorTransport, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { sha256 } from '../../crypto/crypt.ts';
import type { PasskeyDocument } from '../../store/documents/app-user-documents.ts';
import type { PasskeyPlace } from './passkey-place.ts';
import type { MadePasskey, SignedByPasskey } from './passkey-shapes.ts';

export const passkeyId = (credentialId: string) => sha256(credentialId);

interface Expected {
  readonly place: PasskeyPlace;
  readonly signs: string;
}

/** @returns the count of the device and whether others have the passkey; null for a signature that is not this passkey's, here and now */
export async function checkSignature(
  { id, response }: SignedByPasskey,
  stored: PasskeyDocument,
  { place, signs }: Expected,
): Promise<Pick<PasskeyDocument, 'counter' | 'isSynced'> | null> {
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, userHandle: response.userHandle ?? undefined },
    },
    expectedChallenge: signs,
    expectedOrigin: place.origin,
    expectedRPID: place.domain,
    requireUserVerification: true,
    // The count is compared by whoever stores it: a lower one must be reported, and not only refused.
    credential: { id: stored.credentialId, publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')), counter: 0 },
  }).catch(() => null); // the library throws for each thing that is wrong
  if (!checked?.verified) return null;
  const { newCounter, credentialBackedUp, credentialDeviceType } = checked.authenticationInfo;
  if ((credentialDeviceType === 'multiDevice') !== stored.canSync) return null;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

/** @returns what is stored of a passkey that was made for this page and challenge; null for any other */
export async function checkNew(
  { id, response: { clientDataJSON, attestationObject, transports } }: MadePasskey,
  { place, signs }: Expected,
): Promise<Omit<PasskeyDocument, 'name' | 'createdAt' | 'lastUsedAt'> | null> {
  const known = transports.filter(isTransport);
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports: known },
    },
    expectedChallenge: signs,
    expectedOrigin: place.origin,
    expectedRPID: place.domain,
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { credential, credentialBackedUp, credentialDeviceType } = checked.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: known,
    canSync: credentialDeviceType === 'multiDevice',
    isSynced: credentialBackedUp,
    domain: place.domain,
  };
}

/** Whether the device has counted back, or not on: most count nothing. */
export function isBehind(stored: Pick<PasskeyDocument, 'counter'>, used: Pick<PasskeyDocument, 'counter'>): boolean {
  return stored.counter > 0 && stored.counter >= used.counter;
}

const transportNames = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const satisfies AuthenticatorTransport[];

export function isTransport(name: string): name is AuthenticatorTransport {
  return (transportNames as readonly string[]).includes(name);
}
