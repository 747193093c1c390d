import type { FieldProblem } from './errors.ts';
import type { RefusalReason } from './refusal-reason.ts';
import type { SchemaRepair } from './storage-schema.ts';
import type { Text } from './texts/text.ts';

/** Work on many records of a storage that goes on in the background. */
export const recordJobKinds = [
  'undo',
  'undoChanges',
  'armSchema',
  'claimStored',
  'countStored',
  'convertFields',
  'repairField',
  'reindex',
  'labelStored',
  'changeMatching',
  'restore',
] as const;
export type RecordJobKind = (typeof recordJobKinds)[number];

/** A job whose page failed goes on by itself after a pause; `failure` is the reason of the last try. */
export const recordJobStates = ['running', 'done', 'cancelled'] as const;
export type RecordJobState = (typeof recordJobStates)[number];

/** A storage of a job that works in several, one after another. */
export interface JobStorage {
  storageId: string;
  seen: number;
  changed: number;
  kept: number;
  isDone: boolean;
}

/** GET /app/project/{projectId}/dataStorages/{storageId}/jobs, and of a change by filter GET /api/{storageKey}/{storageId}/jobs/{id} */
export interface RecordJob {
  id: string;
  kind: RecordJobKind;
  state: RecordJobState;
  /** The field that it is about, if it is about one. */
  field: string | null;
  /** Of the repair of a field: what it does. */
  repair?: SchemaRepair['repair'];
  /** Of work in several storages: how far it is in each, in the order in which it goes through them. The other numbers are of all. */
  storages?: JobStorage[];
  /** Records looked at. */
  seen: number;
  changed: number;
  /** Records that were left alone, because they were changed since, or refused the change. */
  kept: number;
  /** The first of those that refused it, where the job tells. */
  refused?: ({ id: string } & RefusalReason)[];
  /** The first twenty faults of records that were changed all the same, as in `records[…].price`, where the schema only warns. */
  warnings?: FieldProblem[];
  /** Records in all when it began; null where that is not known. */
  total: number | null;
  /** Why the last try of a running job failed: in English, and as code. */
  failure: string | null;
  failureText?: Text;
  /** ISO 8601. */
  createdAt: string;
  finishedAt: string | null;
  /** Whether its changes can be taken back: the values before them are kept for thirty days. */
  canUndo: boolean;
}
