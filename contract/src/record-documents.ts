import type { StoredFile, StoredRecord } from './stored-record.ts';

/** storages/{storageId}/records/{recordId}: `data` holds the caller's fields (see record.ts) and is not indexed; `idx` is its searchable shadow. */
export interface RecordDocument<T> extends StoredRecord<T> {
  idx: Record<string, unknown>;
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
  /** The teams of this app user by their ids, with the role in each: every call looks at this document, so rules know them without a read. */
  teams?: Record<string, string>;
  /** The app user whose own record it is; what a listener of one user alone matches. */
  owner?: string;
  /** Of the rules that it meets, where LiveSync decides them so: see `LiveLabels`. */
  labels?: string[];
  /** Those of them that its last change brought: to who has no other it is new. */
  gained?: string[];
  /** Equal to `updatedAt` right after a restore, so that LiveSync can tell it from an update. */
  restoredAt?: T;
  /** Equal to `updatedAt` right after the owner changed: to the new one the record is new. */
  ownedAt?: T;
  createdBy: string;
  /** Counts its changes, while its storage keeps a history. */
  rev?: number;
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
  teams?: Record<string, string>;
  /** As they were in the record. */
  owner?: string;
  labels?: string[];
  createdAt: T;
  updatedAt: T;
  createdBy?: string;
  deletedAt: T;
  /** As in the record. */
  rev?: number;
  /** Records that its delete took along, and references to it that it cleared: one restore takes all of it back. */
  act?: { cascaded: { storage: string; key: string }[]; cleared: { storage: string; key: string; field: string }[] };
  /** Days that it stays in the trash, where other storages of its act keep theirs for longer: an act ends as a whole. */
  stays?: number;
  /** Tombstones expire; absent on trash. */
  expiresAt?: T;
  /** Erased for good: an undo or a restore that is under way does not make the record again. */
  erased?: true;
}

/** storages/{storageId}/departed/{recordId and whose}: tells listeners that a record is another's now, or out of their reach. */
export interface DepartedDocument<T> {
  /** Whose it was: the owner, or the labels that it has lost. */
  owner?: string;
  labels?: string[];
  /** The record's id as apps see it. */
  id: string;
  leftAt: T;
  expiresAt: T;
}
