import type { Timestamp } from '../model/values.ts';

/** appSessions/{id}: an app user who stays signed in. A password that changes ends it. */
export interface AppSessionDocument {
  readonly storageId: string;
  /** Of the user's record. */
  readonly key: string;
  readonly secretHash: string;
  readonly previousHash: string | null;
  /** The last use, to the hour: the user's app then got new tokens. */
  readonly rotatedAt: Timestamp;
  readonly passwordMark: string;
  readonly expiresAt: Timestamp;
  /** Where it began. Sessions of earlier versions say nothing of it. */
  readonly began?: SessionBegin;
}

export interface SessionBegin {
  readonly at: Timestamp;
  /** The browser or program, as it calls itself. */
  readonly userAgent: string;
  readonly country: string | null;
  readonly city: string | null;
}

/** appUserTokens/{sha256 hex of the token}: a code in a mail. It is good for the password that it was made for, and the address. */
export interface AppUserTokenDocument {
  readonly storageId: string;
  readonly key: string;
  readonly passwordMark: string;
  /** SHA-256 of the address that got it. */
  readonly address?: string;
  readonly expiresAt: Timestamp;
}
