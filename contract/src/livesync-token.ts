import type { ValueType } from './values/scalar.ts';

/** Claims of a LiveSync custom token. They survive refreshes, so they carry their own end. */
export interface LiveSyncClaims {
  /** Marks the token; rules refuse it everywhere but in records and deleted of `sids`. */
  live: true;
  p: string;
  /** The account: rules ask whether it is active. */
  t: string;
  /** Storages whose every record may be followed. */
  sids: string[];
  /** Storages in which only the records of `u` may be followed. */
  own?: string[];
  /** The document in apiKeys of the key that fetched it: rules ask whether it still may. Absent for an app user. */
  k?: string;
  /** The app user's id; absent for keys. */
  u?: string;
  /** Where the app user's record stands, storage and document: rules ask whether it is there. */
  us?: string;
  ur?: string;
  /** Of the app user's password when the token was made; empty when the record had none. Rules ask whether it is still that one. */
  um?: string;
  /** The app user's session: rules ask whether it has ended. */
  s?: string;
  /** Milliseconds since the epoch after which rules refuse it. */
  x: number;
}

export interface LiveSyncAnswer {
  success: true;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  /** `owner`: only this app user's records are followed there. `types`: of the fields that the schema declares. */
  storages: { storageId: string; storageKey: string; is_softDelete: boolean; owner?: string; types?: Record<string, ValueType> }[];
  /** The options of initializeApp, and emulator addresses when not in production. */
  firebase: { apiKey: string; projectId: string; authDomain?: string; authEmulator?: string; firestoreEmulator?: string };
}
