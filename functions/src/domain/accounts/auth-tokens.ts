import { randomBytes } from 'node:crypto';
import type { Services } from '../../services/services.ts';
import { authTokens } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { AuthTokenDocument } from '../../store/documents/documents.ts';
import { sha256 } from '../../crypto/crypt.ts';

type Kind = AuthTokenDocument['kind'];

const hour = 3600_000;

/** Makes a token for a mailed link; only its hash is stored. @returns the token, and the write for the caller's commit */
export function newAuthToken(services: Services, kind: Kind, uid: string, lifetimeMillis: number = kind === 'verify' ? 24 * hour : hour) {
  const token = randomBytes(32).toString('base64url');
  const now = services.clock();
  const document: AuthTokenDocument = {
    kind,
    uid,
    createdAt: Timestamp.fromMillis(now),
    expiresAt: Timestamp.fromMillis(now + lifetimeMillis),
    usedAt: null,
  };
  return { token, write: authTokens.create(authTokenId(token), document) };
}

export function authTokenId(token: string): string {
  return sha256(token);
}

/** The page that opens the token. */
export function linkOf(services: Services, token: string, page: 'verify' | 'reset-password' | 'unlock'): string {
  return `${services.config.publicOrigin}/user/${token}/${page}`;
}
