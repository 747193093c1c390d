import { randomBytes, randomInt } from 'node:crypto';
import { type SecondFactorWay, signInOf } from '@bedplate/contract';
import { equalTexts, mac, sha256 } from '../../crypto/crypt.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { signInChallenges } from '../../store/collections.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import { isNotFound } from '../../store/model/firestore-errors.ts';
import { Timestamp } from '../../store/model/values.ts';
import { newMail } from '../mail/outbox.ts';
import { countAttempt, countFailure } from '../rate-limits/attempts.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

export const challengeMillis = 600_000;
const tooMany = 'Too many wrong codes. Please try again later.';
/** Of one code. */
const perChallenge = { scope: 'app-user-code', max: 5, windowMillis: challengeMillis, message: tooMany };
/** Of all codes of an address: another code gives no more of them. */
const perSubject = { scope: 'app-user-code-subject', max: 10, windowMillis: 3_600_000, message: tooMany };
/** Mails to one address, whoever asks for them. */
export const mailsPerAddress = {
  scope: 'app-user-mails',
  max: 5,
  windowMillis: 3_600_000,
  message: 'Several mails were sent to this address. Please wait a while.',
};

/** The answer to who is to look into the mail. */
export interface Challenge extends Record<string, unknown> {
  readonly challenge: string;
  /** In seconds. */
  readonly expiresIn: number;
  readonly message: string;
  /** The second factor that is asked for, or a recovery code; absent for the code of a first one. */
  readonly factor?: SecondFactorWay | 'recovery';
  /** All ways in which it is proved, or set up. */
  readonly factors?: readonly SecondFactorWay[];
  /** Of an authenticator app that is to be set up now. */
  readonly setUp?: { readonly secret: string; readonly uri: string };
}

export type Proof = { challenge: string; code: string } | { token: string };

interface Asked extends Pick<SignInChallengeDocument, 'purpose' | 'key' | 'passwordMark' | 'pending' | 'byMail' | 'hadFactor'> {
  readonly validMillis?: number;
  /** Where the mail goes; for an unknown address what was typed. */
  readonly address: string;
}

/** @returns a challenge with its secrets, and the write that makes it valid */
export function newChallenge(
  { config, clock }: Services,
  storage: StorageRow,
  { address, validMillis = challengeMillis, ...asked }: Asked,
) {
  const id = randomBytes(18).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const { code, codeHash } = newCode({ config }, id);
  const document: SignInChallengeDocument = {
    ...asked,
    storageId: storage.id,
    address: sha256(address),
    codeHash,
    linkHash: sha256(secret),
    expiresAt: Timestamp.fromMillis(clock() + validMillis),
  };
  return { id, code, token: `${id}.${secret}`, write: signInChallenges.create(id, document) };
}

/** @returns the answer, the same for every address */
export function challengeAnswer(id: string): Challenge {
  return {
    challenge: id,
    expiresIn: challengeMillis / 1000,
    message: 'If this address can be used here, a mail with a code is on its way.',
  };
}

/** Makes the mail with the code and, where the storage has a page for it, the link. @param hasLink whether a link was asked for */
export function challengeMail(
  services: Services,
  storage: StorageRow,
  {
    to,
    made,
    appName,
    hasLink,
  }: {
    to: { name: string; address: string; language: string | null };
    made: { code: string; token: string };
    appName: string;
    hasLink: boolean;
  },
) {
  const { linkPage } = signInOf(storage.data);
  const link = hasLink && linkPage !== null ? `${linkPage}#sign-in=${made.token}` : null;
  return newMail(services, {
    to: { name: to.name, address: to.address },
    template: 'app-user-sign-in',
    values: { name: to.name, app: appName, code: made.code, link },
    app: { storageId: storage.id, language: to.language },
  });
}

/**
 * Takes a challenge by its code, or by the token of its link, which needs no browser of its own. Each works once, and only by a POST:
 * programs that look at every link in a mail take nothing. The code ends the link of its mail.
 * @param purposes those that the call is for
 * @throws {ApiError} unauthenticated, with one answer for what is wrong, old, used, or of an unknown address; too-many-requests
 */
export async function takeChallenge(services: Services, asked: AskedProof): Promise<SignInChallengeDocument> {
  const { id, found } = await findChallenge(services, asked);
  return takeFound(services, asked, { id, found });
}

interface AskedProof {
  readonly storage: StorageRow;
  readonly given: Proof;
  readonly purposes: readonly Purpose[];
}

type Purpose = SignInChallengeDocument['purpose'];

export interface FoundChallenge {
  readonly id: string;
  readonly found: SignInChallengeDocument;
}

/** @throws {ApiError} unauthenticated for one that is unknown, old, or for something else */
export async function findChallenge(services: Services, { storage, given, purposes }: AskedProof): Promise<FoundChallenge> {
  const [id = ''] = 'token' in given ? given.token.split('.') : [given.challenge];
  const found = /^[\w-]{24}$/.test(id) ? (await services.store.signInChallenges.get(id))?.data : undefined;
  if (!found || !purposes.includes(found.purpose) || found.storageId !== storage.id || found.expiresAt.toMillis() <= services.clock())
    throw wrong();
  return { id, found };
}

/** The end of `takeChallenge`, for one whose purpose had to be known before. */
export async function takeFound(
  services: Services,
  { storage, given }: Pick<AskedProof, 'storage' | 'given'>,
  { id, found }: FoundChallenge,
): Promise<SignInChallengeDocument> {
  if ('token' in given) {
    const [, secret = ''] = given.token.split('.');
    if (!equalTexts(sha256(secret), found.linkHash)) throw wrong();
    // Programs that press buttons take links too: the person's code, for the browser that has asked, is still good then.
    if (found.purpose === 'sign-in') return useUpLink(services, id, found);
  } else {
    await countCode(services, id);
    await countFailure(services, {
      limit: perSubject,
      value: `${storage.id}/${found.address}`,
      attempt: async () => {
        if (!isCode(services, id, { code: given.code, hash: found.codeHash })) throw wrong();
      },
    });
  }
  await useUp(services, id);
  return found;
}

/** Of parallel calls one gets past. @throws {ApiError} unauthenticated for the others */
export async function useUp({ store }: Pick<Services, 'store'>, challenge: string): Promise<void> {
  try {
    await store.commit([signInChallenges.remove(challenge, { exists: true })]);
  } catch (error) {
    if (isNotFound(error)) throw wrong(); // a parallel call was faster
    throw error;
  }
}

/** @returns what was found, for one of parallel calls @throws {ApiError} unauthenticated for the others */
async function useUpLink(
  { store }: Pick<Services, 'store'>,
  challenge: string,
  { linkHash }: SignInChallengeDocument,
): Promise<SignInChallengeDocument> {
  return store.transaction(async (tx) => {
    const open = await tx.signInChallenges.get(challenge);
    if (open?.data.linkHash !== linkHash) throw wrong(); // a parallel call was faster
    tx.write(signInChallenges.update(challenge, { linkHash: '' }));
    return open.data;
  });
}

/** A challenge takes five codes, whatever they are compared with. @throws {ApiError} too-many-requests */
export function countCode(services: Services, challenge: string): Promise<number> {
  return countAttempt(services, perChallenge, challenge);
}

export function wrong(): ApiError {
  return new ApiError('unauthenticated', 'This code, link or passkey is wrong, was used, or has expired.');
}

/** @returns six digits, and what is stored of them */
export function newCode(services: Pick<Services, 'config'>, challenge: string): { code: string; codeHash: string } {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, codeHash: codeHash(services.config.tokenPepper, challenge, code) };
}

export function isCode({ config }: Pick<Services, 'config'>, challenge: string, { code, hash }: { code: string; hash: string }): boolean {
  return equalTexts(codeHash(config.tokenPepper, challenge, code), hash);
}

/** A hash with a key: without the key, six digits could be tried out on a copy of the database. */
function codeHash(pepper: string, id: string, code: string): string {
  return mac(pepper, 'app-user-code', id, code);
}
