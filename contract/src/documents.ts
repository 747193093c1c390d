import type { ProjectCaps } from './spend-cap.ts';
import type { HistoryDays, HistoryOperation } from './history.ts';
import type { ActivityKind } from './texts/activity-sentences.ts';
import type { Values } from './texts/text.ts';
import type { OnDelete, SchemaPart } from './storage-schema.ts';
import type { SignInInput } from './sign-in.ts';
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
  is_softDelete: boolean;
  /** The rights of app users here with their own access token; none when absent. */
  endUserAccess?: EndUserAccess;
  /** Of the passwords of its app users; the usual ones when absent. */
  passwordRules?: PasswordRules;
  /** How its app users come in without a key; the usual settings for what is absent. */
  signIn?: SignInInput;
  /** Days that its records' history is kept; 0 or absent: none is. */
  history?: HistoryDays;
  archivedAt: T | null;
  /** True while the storage itself or its project is archived: one field for equality filters. */
  archived: boolean;
  /** Field catalogue: code → the field's path and the types seen in it. */
  fields: Record<string, FieldCatalogueEntry<T>>;
  /** Shard characters of new record ids; more than one only above some 300 creates a second. */
  shards: string[];
  /** Of its schema; absent while it has none. */
  schema?: SchemaPart;
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

/** storages/{storageId}/records/{recordId}: `data` holds the caller's fields (see record.ts) and is not indexed; `idx` is its searchable shadow. */
export interface RecordDocument<T> {
  data: Record<string, unknown>;
  idx: Record<string, unknown>;
  files: Record<string, StoredFile>;
  /** The id that its app gave it by an upsert; people and apps see it instead of the document's own, which keeps the order. */
  clientId?: string;
  /** The form of `idx`. 2: text is text, whatever it spells. Absent: a text that spells a number or boolean is indexed as that. */
  iv?: 2;
  /** Keys of records that it refers to by ids that apps have chosen, by storage and id: `{storageId}/{id}`. */
  refs?: Record<string, string>;
  /** How many fields of the catalogue the writer knew; -1 when the index of this record is incomplete. */
  known: number;
  /** A password hash of this record is in private/{recordId}. */
  hasPassword?: true;
  /** Changes with the password: tokens of an app user name the one that they were made for. Earlier records have none. */
  passwordMark?: string;
  /** Sessions of this app user that have ended, with the moment from which no token of theirs could be valid anyway. */
  endedSessions?: Record<string, T>;
  /** The app user whose own record it is; what a listener of one user alone matches. */
  owner?: string;
  createdAt: T;
  /** The server's write time, never a caller's clock: LiveSync listens to what is newer than its anchor. */
  updatedAt: T;
  /** Equal to `updatedAt` right after a restore, so that LiveSync can tell it from an update. */
  restoredAt?: T;
  /** Equal to `updatedAt` right after the owner changed: to the new one the record is new. */
  ownedAt?: T;
  createdBy: string;
  /** Counts its changes, while its storage keeps a history. */
  rev?: number;
}

export interface StoredFile {
  name: string;
  size: number;
  type: string;
  /** Of a text; absent where it is not known. */
  charset?: string;
  path: string;
  /** Download token of the object; part of its URL. */
  token: string;
  uploadedAt: string;
  /** Sizes of its thumbnails; absent where it has none. */
  thumbnails?: readonly number[];
}

/** storages/{storageId}/deleted/{recordId}: a soft-deleted record (with its fields) or a tombstone of a hard delete (without). */
export interface DeletedDocument<T> {
  kind: 'trash' | 'tombstone';
  clientId?: string;
  data?: Record<string, unknown>;
  files?: Record<string, StoredFile>;
  hasPassword?: true;
  passwordMark?: string;
  endedSessions?: Record<string, T>;
  /** As it was in the record. */
  owner?: string;
  createdAt: T;
  updatedAt: T;
  createdBy?: string;
  deletedAt: T;
  /** As in the record. */
  rev?: number;
  /** Records that its delete took along, and references to it that it cleared: one restore takes all of it back. */
  act?: { cascaded: { storage: string; key: string }[]; cleared: { storage: string; key: string; field: string }[] };
  /** Tombstones expire; absent on trash. */
  expiresAt?: T;
}

/**
 * storages/{storageId}/history/{see functions/src/domain/records/history/entry-id.ts}: one change of one record. It holds what was before;
 * what came after stands in the next entry, or in the record.
 */
export interface HistoryDocument<T> {
  /** Whom an undo asks for: see functions/src/domain/records/history/authors.ts. */
  by: string[];
  rev: number;
  at: T;
  op: HistoryOperation;
  /** The record's key, and the id by which apps know it where they have chosen one. */
  key: string;
  clientId?: string;
  /** As `createdBy` of a record. */
  actor: string;
  keyId?: string;
  requestId?: string;
  importId?: string;
  jobId?: string;
  /** Names of the fields that changed. */
  fields: string[];
  /** Those of them that held a file; the file itself is not kept. */
  files?: string[];
  /** Their values before, as JSON; those that it lacks were absent. Deflated above 2 KiB. */
  before: string | Uint8Array;
  /** The whole record before, the same way: in every 32nd entry, if it is small. */
  whole?: string | Uint8Array;
  expiresAt: T;
}

/** storages/{storageId}/departed/{recordId and owner}: tells an app user's listener that a record is another's now. */
export interface DepartedDocument<T> {
  owner: string;
  /** The record's id as apps see it. */
  id: string;
  leftAt: T;
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
  /** Of a work that takes several calls: how many records it has touched so far, and of which storage. */
  tally?: { storageId: string; count: number };
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
