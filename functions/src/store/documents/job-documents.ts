import type { FieldProblem, JobStorage, RecordJobKind, RecordJobState, RefusalReason, Text } from '@bedplate/contract';
import type { Timestamp } from '../model/values.ts';

/** recordJobs/{jobId}: work on many records of a storage, or of several, page by page. */
export interface RecordJobDocument {
  tenantId: string;
  projectId: string;
  /** Empty for work in several. */
  storageId: string;
  /** Of work in several storages: those in which it still is to be found, and how far it is in each. */
  storageIds?: string[];
  storages?: JobStorage[];
  kind: RecordJobKind;
  /** Values that the kind needs; see its file in domain/records. */
  input: Record<string, unknown>;
  state: RecordJobState;
  /** Where the last page ended; null before the first. */
  after: string | null;
  seen: number;
  changed: number;
  kept: number;
  /** The first of the records that refused the change. */
  refused?: ({ id: string } & RefusalReason)[];
  /** The first faults of records that were changed all the same. */
  warnings?: FieldProblem[];
  /** Keys of records that are done although later pages meet them again. */
  passed?: string[];
  /** Records that are looked at again after all others, as the kind writes them. */
  again?: string[];
  total: number | null;
  /** The words of what broke, for staff. */
  failure: string | null;
  /** The sentence that people are told of it. */
  failureText?: Text;
  /** A run works on it, until then. */
  leaseUntil: Timestamp | null;
  /** Not begun, or not continued, before this. */
  notBefore: Timestamp | null;
  /** Whether each change keeps the values before it. */
  keepsBefore: boolean;
  /** Of an undo: the job whose changes it takes back. */
  undoes: string | null;
  createdBy: string;
  createdAt: Timestamp;
  finishedAt: Timestamp | null;
  /** Removed by the database's TTL. */
  expiresAt: Timestamp;
}

/** recordJobs/{jobId}/before/{recordId}: the values that a job's change of one record replaced. */
export interface BeforeDocument {
  /** The changed fields as they were; those that the record did not have are in `missing`. */
  fields: Record<string, unknown>;
  missing: string[];
  /** The record was moved to the trash. */
  trashed: boolean;
  /** The record's `updatedAt` after the change: it is taken back only while nobody has changed the record since. */
  after: string | null;
  expiresAt: Timestamp;
}
