import type { BackupCause, BackupState } from '@bedplate/contract';
import type { Timestamp } from '../model/values.ts';

/** backups/{backupId}: a project as it was at one moment. What it holds lies in Cloud Storage. Decision 082. */
export interface BackupDocument {
  tenantId: string;
  projectId: string;
  cause: BackupCause;
  state: BackupState;
  /** The moment of all that is read; null before the beginning. */
  readTime: Timestamp | null;
  /** Nothing in the project had changed until then. */
  currentAt: Timestamp | null;
  /** Ids, in the order in which they are read. */
  storages: string[];
  /** How many of them have been read. */
  read: number;
  /** The backup before, with which it shares what has not changed. */
  parent: string | null;
  records: number;
  files: number;
  bytes: number;
  /** Times that it began: one that takes longer than the database remembers begins again. */
  begun: number;
  failure: string | null;
  /** When one of its objects was first found missing or damaged. */
  damagedAt?: Timestamp;
  /** Objects that a look at it has found whole so far; null or absent where none goes on. */
  looked?: number | null;
  /** Storages that were read whole since the backup before was damaged; absent where there are none. */
  reread?: number;
  /** A run works on it, until then. */
  leaseUntil: Timestamp | null;
  /** Not continued before this. */
  notBefore: Timestamp | null;
  createdBy: string | null;
  /** The name of who asked for it, as it was then. */
  author: string | null;
  createdAt: Timestamp;
  finishedAt: Timestamp | null;
  expiresAt: Timestamp;
}

/** backups/{backupId}/parts/{storageId} */
export interface BackupPartDocument {
  storageName: string;
  storageKey: string;
  readTime: Timestamp;
  /** When all its records were last read; since then, only those near a change. */
  wholeAt: Timestamp;
  /** Objects of the backup before that were found whole so far; absent when there is nothing left to look at. */
  checked?: number;
  /** Whether it was read whole since the backup before was damaged. */
  isReread?: boolean;
  /** The object with its settings. */
  settings: string;
  /** JSON of `Range[]`, see functions/src/domain/records/snapshots/range.ts. */
  ranges: string;
  records: number;
  files: number;
  bytes: number;
}
