import type { ValueType } from './values/scalar.ts';

export interface LiveSyncAnswer {
  success: true;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  storages: {
    storageId: string;
    storageKey: string;
    is_softDelete: boolean;
    /** Only this app user's records are followed there. */
    owner?: string;
    /** Only records with one of these labels are, and changes since `labelledSince` (ISO 8601) are known. */
    labels?: string[];
    labelledSince?: string;
    /** Of the fields that the schema declares. */
    types?: Record<string, ValueType>;
  }[];
  /** The options of initializeApp, and emulator addresses when not in production. */
  firebase: { apiKey: string; projectId: string; authDomain?: string; authEmulator?: string; firestoreEmulator?: string };
}
