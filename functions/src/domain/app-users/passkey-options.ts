import { generateRegistrationOptions, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { PasskeyDocument } from '../../store/documents/app-user-documents.ts';
import { isTransport } from './check-passkey.ts';
import type { FoundUser } from './find-user.ts';
import { passkeyMillis } from './passkey-challenge.ts';
import type { PasskeyPlace } from './passkey-place.ts';

/** @returns what a browser needs to make a passkey of a user. A device that has one for this domain makes no second one. */
export function newPasskeyOptions(
  { key, name, passkeys }: Pick<FoundUser, 'key' | 'name' | 'passkeys'>,
  { place, signs, appName }: { place: PasskeyPlace; signs: Uint8Array<ArrayBuffer>; appName: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: appName,
    rpID: place.domain,
    // The record's id says nothing of the person, and leads to the user when the device gives it back.
    userID: new Uint8Array(Buffer.from(key)),
    userName: name,
    userDisplayName: name,
    challenge: signs,
    timeout: passkeyMillis,
    attestationType: 'none',
    excludeCredentials: named(passkeys, place),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** @returns a user's passkeys of a domain, as a browser is told them */
export function named(passkeys: Readonly<Record<string, PasskeyDocument>>, { domain }: PasskeyPlace) {
  return Object.values(passkeys)
    .filter((passkey) => passkey.domain === domain)
    .map(({ credentialId, transports }) => ({ id: credentialId, transports: transports.filter(isTransport) }));
}
