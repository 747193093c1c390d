import { z } from 'zod';
import type { Json } from './values/json.ts';

/** How many days a storage keeps what its records were before each change; 0: it keeps nothing. */
export const historyDays = [0, 7, 30, 90] as const;
export const HistoryDays = z.literal(historyDays);
export type HistoryDays = z.infer<typeof HistoryDays>;

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

/** GET /app/project/{id}/undo/authors: `data`. */
export interface UndoAuthors {
  members: { id: string; name: string }[];
  /** The account's pair has the name ''. */
  keys: { id: string; name: string }[];
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
