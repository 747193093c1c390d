import type { RefusalReason } from './refusal-reason.ts';
import type { Json } from './values/json.ts';

/** The effect of a change on its record. `trash` moves it to the trash, `delete` is for good. */
export const historyOperations = ['create', 'update', 'trash', 'delete', 'restore'] as const;
export type HistoryOperation = (typeof historyOperations)[number];

/** Somebody who writes; `member` is a person of the account in the console, `hook_…` the key of an inbound webhook. */
export interface RecordAuthor {
  kind: 'key' | 'appUser' | 'member';
  id: string;
  /** Of a member, a named key, a webhook or an app user, where there still is one and the caller may know it. */
  name?: string;
}

/** The author of a change. */
export interface HistoryAuthor extends Omit<RecordAuthor, 'kind'> {
  kind: RecordAuthor['kind'] | 'import' | 'job';
  /** Of a job. */
  startedBy?: RecordAuthor;
  /** The call, the import and the job that it belongs to. */
  requestId?: string;
  importId?: string;
  jobId?: string;
}

/** A value before and after; absent where the record had, or has, no such field. */
export interface FieldChange {
  from?: Json;
  to?: Json;
  /** Where the value is the address of a file of the record. */
  fromFile?: HistoryFile;
  toFile?: HistoryFile;
}

/** A file as a history tells it; what it was called is known as long as it is kept. */
export interface HistoryFile {
  name: string | null;
  size: number | null;
  type: string | null;
  path: string;
  /** `open`: its address opens. `kept`: the history or the trash keeps it, and no address opens it. */
  state: 'open' | 'kept' | 'gone';
}

/** GET …/dataId/{id}?authors=true, beside `data`; null where it is not known. */
export interface RecordAuthors {
  createdBy: RecordAuthor | null;
  /** Known where the storage keeps a history. */
  updatedBy: HistoryAuthor | null;
}

/** GET …/dataId/{id}/history, newest first. */
export interface HistoryEntry {
  /** Counts the changes of the record from 1. */
  revision: number;
  /** ISO 8601. */
  at: string;
  operation: HistoryOperation;
  author: HistoryAuthor;
  /** By field. A password has no values. */
  changes: Record<string, FieldChange>;
}

/** GET …/dataId/{id}/history. */
export interface HistoryAnswer {
  data: HistoryEntry[];
  /** `before` of the next part; null after the last. */
  pagination: { before: number | null };
  /** For how long the storage keeps its history; 0: it keeps none. */
  days: number;
}

/** The fate of one record in an undo. */
export interface UndoSample {
  id: string;
  /** By which people know the record; absent for one that has only its id. */
  name?: string;
  /** `revive`: make a record again that is gone for good; `bury`: so, into the trash. */
  existence: 'stays' | 'remove' | 'restore' | 'revive' | 'bury';
  /** Those that would be set. */
  fields: string[];
  /** Of what was changed since with its author, of what is refused with the server's reason. */
  conflicts: ({
    field: string;
    reason: 'changed' | 'file' | 'password' | 'unknown' | 'trash' | 'refused';
    author?: HistoryAuthor;
  } & Partial<RefusalReason>)[];
}

/** The effect that an undo would have in a storage. */
export interface UndoPreview {
  /** Records that have selected changes. */
  records: number;
  /** False when there are more than were looked at. */
  isExact: boolean;
  /** The plan for the first of them. */
  samples: UndoSample[];
}
