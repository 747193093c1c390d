import { randomBytes } from 'node:crypto';
import type { Services } from '../../services/services.ts';
import { authTokens } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { AuthTokenDocument, CredentialDocument } from '../../store/documents/documents.ts';
import type { Write } from '../../store/model/writes.ts';
import { sha256 } from '../../crypto/crypt.ts';

type Kind = AuthTokenDocument['kind'];

const hour = 3600_000;

const lifetimes: Record<Kind, number> = { verify: 24 * hour, reset: hour, unlock: hour, 'not-me': 7 * 24 * hour };

interface WantedToken {
  readonly kind: Kind;
  readonly uid: string;
  readonly lifetimeMillis?: number | undefined;
}

/** Makes a token for a mailed link; only its hash is stored. @returns the token, and the write for the caller's commit */
export function newAuthToken(services: Services, wanted: WantedToken): { token: string; write: Write } {
  const { token, document } = makeAuthToken(services, wanted);
  return { token, write: authTokens.create(authTokenId(token), document) };
}

export function authTokenId(token: string): string {
  return sha256(token);
}

/** Makes the link of a mail that says "this was not me". @param disowns see `AuthTokenDocument` */
export function notMeLink(services: Services, uid: string, disowns = false): { link: string; write: Write } {
  const { token, document } = makeAuthToken(services, { kind: 'not-me', uid });
  return {
    link: linkOf(services, token, 'not-me'),
    write: authTokens.create(authTokenId(token), { ...document, ...(disowns && { disowns }) }),
  };
}

/** Whether the link was mailed before a new password, a deactivation or a lock: such links open nothing. */
export function isOutdated({ createdAt }: AuthTokenDocument, credential: CredentialDocument | undefined): boolean {
  return createdAt.toMillis() < (credential?.linksAfter?.toMillis() ?? 0);
}

/** The page that opens the token. */
export function linkOf(services: Services, token: string, page: 'verify' | 'reset-password' | 'unlock' | 'not-me'): string {
  return `${services.config.publicOrigin}/user/${token}/${page}`;
}

function makeAuthToken(services: Services, { kind, uid, lifetimeMillis = lifetimes[kind] }: WantedToken) {
  const now = services.clock();
  const document: AuthTokenDocument = {
    kind,
    uid,
    createdAt: Timestamp.fromMillis(now),
    expiresAt: Timestamp.fromMillis(now + lifetimeMillis),
    usedAt: null,
  };
  return { token: randomBytes(32).toString('base64url'), document };
}
