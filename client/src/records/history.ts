import type { UndoPreview as Preview } from '@bedplate/contract/record-history';
import type { ChangeJob } from './change-where.ts';

export type {
  FieldChange,
  HistoryAnswer,
  HistoryAuthor,
  HistoryEntry,
  HistoryFile,
  RecordAuthor,
  UndoSample,
} from '@bedplate/contract/record-history';

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

/** The effect that an undo would have in a storage; `samples` are of the first twenty records. */
export type UndoPreview = UndoPlace & Preview;
