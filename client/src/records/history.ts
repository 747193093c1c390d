import type { Json } from '@bedplate/contract/values/json';
import type { ChangeJob } from './change-where.ts';

/** The writer: a key, an app user, or a member of the account in the console. */
export interface RecordAuthor {
  kind: 'key' | 'appUser' | 'member';
  id: string;
  /** Where there still is one, and the key may know it. */
  name?: string;
}

/** The author of a change: somebody, or an import or a job of theirs. */
export interface ChangeAuthor extends Omit<RecordAuthor, 'kind'> {
  kind: RecordAuthor['kind'] | 'import' | 'job';
  /** Of a job. */
  startedBy?: RecordAuthor;
  requestId?: string;
  importId?: string;
  jobId?: string;
}

/** One change of a record. */
export interface RecordChange {
  /** Counts the changes of the record from 1. */
  revision: number;
  /** ISO 8601. */
  at: string;
  /** `trash` moves it to the trash, `delete` is for good. */
  operation: 'create' | 'update' | 'trash' | 'delete' | 'restore';
  author: ChangeAuthor;
  /** By field; absent where the record had, or has, no such field. A password has no values. */
  changes: Record<string, { from?: Json; to?: Json }>;
}

export interface HistoryAnswer {
  /** Newest first. */
  data: RecordChange[];
  /** `before` of the next part; null after the last. */
  pagination: { before: number | null };
  /** For how long the storage keeps its history; 0: it keeps none. */
  days: number;
}

/** The changes that an undo means: one of `key` to `activity` at most, and without one everybody's since `from`. */
export interface UndoOrder {
  key?: string;
  user?: string;
  member?: string;
  import?: string;
  /** The `X-Request-Id` of a call. */
  request?: string;
  job?: string;
  /** A row of the console's activity log. */
  activity?: string;
  /** Without it, all storages of the project that keep a history. */
  storageId?: string;
  /** With a storage. */
  record?: string;
  /** With a storage: this field alone. */
  field?: string;
  from?: string | Date;
  until?: string | Date;
}

interface UndoPlace {
  storageId: string;
  storageKey: string;
  storageName: string;
}

/** A storage with such changes, and the job that takes them back: one for all storages. */
export type UndoneStorage = UndoPlace & { job: ChangeJob };

/** The effect that an undo would have in a storage. */
export interface UndoPreview extends UndoPlace {
  /** Records with such changes; at least so many unless `isExact`. */
  records: number;
  isExact: boolean;
  /** Of the first twenty. */
  samples: {
    id: string;
    name?: string;
    /** `revive` makes a record again that is gone for good; `bury` does so in the trash. */
    existence: 'stays' | 'remove' | 'restore' | 'revive' | 'bury';
    /** Those that would be set. */
    fields: string[];
    /** Those that stay, and why. */
    conflicts: {
      field: string;
      reason: 'changed' | 'file' | 'password' | 'unknown' | 'trash' | 'refused';
      author?: ChangeAuthor;
      /** Of what is refused. */
      message?: string;
    }[];
  }[];
}
