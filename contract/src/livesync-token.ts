/** Claims of a LiveSync custom token. They survive refreshes, so they carry their own end. */
export interface LiveSyncClaims {
  /** Marks the token; rules refuse it everywhere but in records and deleted of `sids`. */
  live: true;
  p: string;
  sids: string[];
  /** Milliseconds since the epoch after which rules refuse it. */
  x: number;
}

export interface LiveSyncAnswer {
  success: true;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  storages: { storageId: string; storageKey: string; is_softDelete: boolean }[];
  /** What initializeApp needs, and emulator addresses when not in production. */
  firebase: { apiKey: string; projectId: string; authDomain?: string; authEmulator?: string; firestoreEmulator?: string };
}
