import { equalTexts, mac } from '../../crypto/crypt.ts';

/** The app user of a bearer token. */
export interface AppUser {
  /** The id of the user's record, as the app sees it. */
  readonly userId: string;
  /** The name of the record's document. */
  readonly key: string;
  readonly storageId: string;
  readonly projectId: string;
  /** The session that it came with; tokens of earlier versions name none. */
  readonly session?: string;
  /** Of the password that the token was made for; empty where the record has none yet. */
  readonly mark?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How long an access token is valid. */
export const accessMillis = 3_600_000;

const prefix = 'bpu_';

/** @returns a bearer token: the user and the end of its validity, signed */
export function makeAccessToken(pepper: string, user: AppUser): string {
  const payload = Buffer.from(JSON.stringify(user)).toString('base64url');
  return `${prefix}${payload}.${mac(pepper, 'app-user', payload)}`;
}

/** @returns the user, or null for a token that is not ours or has ended */
export function readAccessToken(pepper: string, token: string, now: number): AppUser | null {
  const [payload = '', signature = ''] = token.startsWith(prefix) ? token.slice(prefix.length).split('.') : [];
  if (!equalTexts(signature, mac(pepper, 'app-user', payload))) return null;
  const user = JSON.parse(Buffer.from(payload, 'base64url').toString()) as AppUser; // signed by makeAccessToken
  return user.expiresAt > now ? user : null;
}
