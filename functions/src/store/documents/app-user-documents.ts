import type { Timestamp } from '../model/values.ts';

/** appSessions/{id}: an app user who stays signed in. A password that changes ends it. */
export interface AppSessionDocument {
  readonly storageId: string;
  /** Of the user's record. */
  readonly key: string;
  readonly secretHash: string;
  readonly previousHash: string | null;
  readonly rotatedAt: Timestamp;
  readonly passwordMark: string;
  readonly expiresAt: Timestamp;
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
