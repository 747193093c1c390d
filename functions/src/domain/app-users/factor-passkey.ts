import { randomBytes } from 'node:crypto';
import { limits } from '@bedplate/contract';
import {
  generateAuthenticationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { AppAccountDocument, PasskeyDocument } from '../../store/documents/app-user-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { checkNew, checkSignature, isBehind, passkeyId } from './check-passkey.ts';
import type { FoundUser } from './find-user.ts';
import { passkeyMillis } from './passkey-challenge.ts';
import { named, newPasskeyOptions } from './passkey-options.ts';
import type { PasskeyPlace } from './passkey-place.ts';
import type { MadePasskey, SignedByPasskey } from './passkey-shapes.ts';

/** The question to a device, and its page, as a challenge keeps it: nothing in it is secret. */
interface Question extends Pick<PasskeyPlace, 'origin'> {
  /** Base64url of what the device signs. */
  readonly signs: string;
  /** A passkey is to be made. */
  readonly isNew?: true;
}

export interface PasskeyQuestion {
  readonly question: string;
  readonly answer: { passkey: PublicKeyCredentialRequestOptionsJSON } | { newPasskey: PublicKeyCredentialCreationOptionsJSON };
}

/**
 * Asks for one of a user's passkeys of a page, or, of whoever sets the factor up and has none there, for a new one.
 * @throws {ApiError} conflict for who has none, or as many as one may
 */
export async function passkeyQuestion(
  user: FoundUser,
  { place, appName, mayMake }: { place: PasskeyPlace; appName: string; mayMake: boolean },
): Promise<PasskeyQuestion> {
  const signs = new Uint8Array(randomBytes(32));
  const question: Question = { origin: place.origin, signs: Buffer.from(signs).toString('base64url') };
  const allowCredentials = named(user.passkeys, place);
  if (allowCredentials.length > 0) {
    const passkey = await generateAuthenticationOptions({
      rpID: place.domain,
      challenge: signs,
      userVerification: 'required',
      timeout: passkeyMillis,
      allowCredentials,
    });
    return { question: JSON.stringify(question), answer: { passkey } };
  }
  if (!mayMake) throw new ApiError('conflict', 'You have no passkey for this page.');
  if (Object.keys(user.passkeys).length >= limits.passkeys) throw new ApiError('conflict', `You have ${limits.passkeys} passkeys.`);
  const newPasskey = await newPasskeyOptions(user, { place, signs, appName });
  return { question: JSON.stringify({ ...question, isNew: true }), answer: { newPasskey } };
}

/** A device's answer, and the page that brings it. */
export interface PasskeyAnswer {
  readonly passkey: SignedByPasskey | MadePasskey;
  readonly place: PasskeyPlace;
}

/** @returns how the passkeys of the account change; null for an answer that is wrong, and for a device that has counted back */
export async function answeredQuestion(
  services: Services,
  account: AppAccountDocument,
  { question, passkey, place }: PasskeyAnswer & { question: string },
): Promise<Record<string, Partial<PasskeyDocument>> | null> {
  const asked = JSON.parse(question) as Question; // written by passkeyQuestion
  if (asked.origin !== place.origin) return null;
  const id = passkeyId(passkey.id);
  const stored = account.passkeys?.[id];
  const now = Timestamp.fromMillis(services.clock());
  if (isMade(passkey)) {
    const made = asked.isNew && !stored ? await checkNew(passkey, { place, signs: asked.signs }) : null;
    return made && { [passkeyId(made.credentialId)]: { ...made, name: 'Passkey', createdAt: now, lastUsedAt: now } };
  }
  const used = stored?.domain === place.domain ? await checkSignature(passkey, stored, { place, signs: asked.signs }) : null;
  if (!stored || !used || isBehind(stored, used)) return null;
  return { [id]: { ...used, lastUsedAt: now } };
}

function isMade(passkey: SignedByPasskey | MadePasskey): passkey is MadePasskey {
  return 'attestationObject' in passkey.response;
}
