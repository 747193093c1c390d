import type { ProjectCaps } from './spend-cap.ts';
import type { HistoryDays } from './history.ts';
import type { HistoryOperation } from './record-history.ts';
import type { TrashDays } from './trash.ts';
import type { ActivityKind } from './texts/activity-sentences.ts';
import type { Values } from './texts/text.ts';
import type { AccessPart } from './access-part.ts';
import type { OnDelete, SchemaPart } from './storage-schema.ts';
import type { StoredSignIn } from './sign-in.ts';
import type { EndUserAccess, PasswordRules } from './storage.ts';
import type { ValueType } from './values/scalar.ts';

/**
 * Firestore documents that browsers may read, by collection. `T` is the timestamp type of the reader's SDK.
 * Documents of the server alone are described in functions/src/store.
 */
export interface ProjectDocument<T> {
  tenantId: string;
  name: string;
  description: string;
  archivedAt: T | null;
  counters: { storages: number };
  /** Until then the page of the project's requests is open somewhere, so lines of its request log are written at once. */
  requestsWatchedUntil?: T;
  /** Absent: none. */
  caps?: ProjectCaps;
  createdAt: T;
  updatedAt: T;
}

export interface StorageDocument<T> {
  tenantId: string;
  projectId: string;
  /** The account owner; who made it is `createdBy`. */
  userId: string;
  ownerName: string;
  createdBy: string;
  storageName: string;
  storageKey: string;
  /** Ids of lost storages whose records a restore has brought back here, under the keys that they had. */
  restoredFrom?: string[];
  is_softDelete: boolean;
  /** The rights of app users here with their own access token; none when absent. */
  endUserAccess?: EndUserAccess;
  /** Of its access rules; absent while it has none. Then `endUserAccess` is what LiveSync can decide of them. */
  access?: AccessPart;
  /** Of the passwords of its app users; the usual ones when absent. */
  passwordRules?: PasswordRules;
  /** How its app users come in without a key; the usual settings for what is absent. */
  signIn?: StoredSignIn;
  /** Days that its records' history is kept; 0 or absent: none is. */
  history?: HistoryDays;
  /** Days that a deleted record stays in the trash; the usual ones when absent. */
  trashDays?: TrashDays;
  /** No time in the trash counts from before: when the days became fewer, or the storage came back out of the archive. */
  trashSince?: T;
  archivedAt: T | null;
  /** True while the storage itself or its project is archived: one field for equality filters. */
  archived: boolean;
  /** Field catalogue: code → the field's path and the types seen in it. */
  fields: Record<string, FieldCatalogueEntry<T>>;
  /** Shard characters of new record ids; more than one only above some 300 creates a second. */
  shards: string[];
  /** Of its schema; absent while it has none. */
  schema?: SchemaPart;
  /** Counts up when fields get other types, by the time of that in milliseconds: listeners that compare by earlier ones end. */
  typesSince?: number;
  /** Ids of its kept totals that answer, and of those that met too many values; others are still being counted. */
  keptTotals?: string[];
  fullTotals?: string[];
  /** Storages whose records follow when one of this storage is deleted: their reference fields and what they say. */
  referredBy?: Record<string, Record<string, OnDelete>>;
  /** The form of `idx` that all its records have at least: see `RecordDocument.iv`. Absent: some may have the first. */
  indexForm?: 2;
  /** Optional indexes that the planner maintains for this storage; `wide`: some record has more fields than its index holds. */
  profile: { grams: boolean; wide?: boolean };
  /** Its records are counted from recordCounts on, as those of large storages. */
  isCounted?: true;
  /** A count of version 0.1.0, which is not believed and goes. */
  counts?: object;
  /** Endpoints that get every change of its records; absent while there is none. */
  receivers?: string[];
  /** When its saved views or endpoints, which have documents of their own, last changed: so a backup knows that something is new. */
  setUpAt?: T;
  createdAt: T;
  updatedAt: T;
}

export interface FieldCatalogueEntry<T> {
  /** Path from the record's top level; one segment for a plain field. */
  path: string[];
  types: JsonType[];
  /** As the schema declares it: it decides what values and literals mean. Absent without a declaration. */
  declared?: ValueType;
  /** The declaration before, while records are re-indexed: queries ask for both forms. */
  declaredBefore?: ValueType | 'none';
  firstSeen: T;
}

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'object' | 'array';

/**
 * storages/{storageId}/history/{see functions/src/domain/records/history/entry-id.ts}: one change of one record. It holds what was before;
 * what came after is in the next entry, or in the record.
 */
export interface HistoryDocument<T> {
  /** Whom an undo asks for: see functions/src/domain/records/history/authors.ts. */
  by: string[];
  rev: number;
  at: T;
  op: HistoryOperation;
  /** Where the record was before, if the operation does not say it: one that is deleted may have been in the trash, one that goes there nowhere. */
  was?: 'trash' | 'gone';
  /** The record's key, and the id by which apps know it where they have chosen one. */
  key: string;
  clientId?: string;
  /** As `createdBy` of a record. */
  actor: string;
  keyId?: string;
  requestId?: string;
  importId?: string;
  jobId?: string;
  /** The row of the activity log that reports the change. */
  activityId?: string;
  /** Names of the fields that changed. */
  fields: string[];
  /** Those of them that held a file; the file itself is not kept. */
  files?: string[];
  /** Their values before, as JSON; those that it lacks were absent. Deflated above 2 KiB. */
  before: string | Uint8Array;
  /** The whole record before, the same way: in every 32nd entry, if it is small. */
  whole?: string | Uint8Array;
  /** Of an undo: the first revision that it took back of each field, and of where the record was, the same way. */
  undoes?: string | Uint8Array;
  /** Of a deletion for good: the references that it cleared, the same way. */
  cleared?: string | Uint8Array;
  expiresAt: T;
}

export interface ActivityDocument<T> {
  tenantId: string;
  projectId: string | null;
  /** The project, or the tenant for what concerns the whole account: one field finds both kinds for a project's log. */
  scope: string;
  adminId: string;
  userId: string;
  module: string;
  activity: string;
  /** In English. */
  description: string;
  /** The same as code; rows of version 0.1.0 have none. */
  kind?: ActivityKind;
  values?: Values;
  /** For work that takes several calls: its storage, and how many records it has touched so far. */
  tally?: { storageId: string; count: number };
  /** The history of the records names this row, so an undo finds its changes. */
  inHistory?: boolean;
  createdAt: T;
  /** Rows of earlier versions get it from a migration; a job removes those that are past their age. */
  expiresAt?: T;
}

export interface UserDocument<T> {
  name: string;
  email: string;
  role: string;
  tenantId: string | null;
  projectId: string | null;
  is_active: boolean;
  is_enable_two_factor: boolean;
  verifiedAt: T | null;
  last_login: T | null;
  createdAt: T;
  updatedAt: T;
}
