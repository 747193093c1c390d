import type { Json } from './values/json.ts';

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
  /** Storages whose records may be followed by their labels: since when labels are made so (`LiveLabels`), and those that the user or the key has. */
  labels?: Record<string, { v: number; of: string[] }>;
  /** Fields of the user that the labels were made from; absent for keys. Rules ask whether they are still the same. */
  uf?: Record<string, Json>;
  /** The user's teams with the role in each, where labels were made from them. */
  ut?: Record<string, string>;
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
  /** The latest `typesSince` of these storages: rules ask whether fields have got other types since. */
  ty?: number;
  /** Milliseconds since the epoch after which rules refuse it. */
  x: number;
}
