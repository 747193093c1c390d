import type { FieldProblem, RefusalReason } from '@bedplate/contract';
import type { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { RecordJobDocument } from '../../../store/documents/job-documents.ts';
import type { StorageRow } from '../model/storage-row.ts';

/** A job as its kind sees it. */
export interface Job {
  readonly id: string;
  readonly data: RecordJobDocument;
}

/** A record that a job's change does not fit. */
export interface Refusal extends RefusalReason {
  readonly id: string;
}

/** @returns what a job keeps of the error, for any language */
export function reasonOf({ message, text }: ApiError): RefusalReason {
  return { message, ...text };
}

/** The result of one page. */
export interface JobPage {
  /** Records that it looked at, those that it changed, and those that it had to leave alone. */
  readonly seen: number;
  readonly changed: number;
  readonly kept: number;
  readonly refused?: readonly Refusal[];
  /** Faults of changed records, where their schema only warns. */
  readonly warnings?: readonly FieldProblem[];
  /** Keys of records that are done, and that later pages meet again. */
  readonly passed?: readonly string[];
  /** Records that are looked at again after all others. */
  readonly again?: readonly string[];
  /** Where to go on; null when there is nothing left. */
  readonly next: string | null;
}

/** A kind of work on many records. */
export interface JobKind {
  /**
   * Works on some records, for a few seconds at most. A page may be repeated after a crash, and two instances may work on the same one
   * for a moment: a repetition changes nothing more.
   */
  page(services: RecordServices, storage: StorageRow, job: Job): Promise<JobPage>;
  /** Runs after the last page, before the job is done. A repeated call changes nothing more. */
  finish?(services: RecordServices, storage: StorageRow, job: Job): Promise<void>;
}
