import type { RecordJobKind } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { recordJobs } from '../../../store/collections.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { Actor, StorageRow } from './storage-row.ts';

export interface NewJob extends Actor {
  /** Of a job that a storage has once; a second one is refused with ALREADY_EXISTS. */
  readonly id?: string;
  readonly kind: RecordJobKind;
  /** Work in several storages of a project, in this order. */
  readonly storageIds?: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  /** Records that it will look at, where that is known. */
  readonly total?: number;
  /** Whether its changes can be taken back. */
  readonly keepsBefore?: boolean;
  readonly undoes?: string;
  /** Milliseconds since the epoch before which it does not begin. */
  readonly notBefore?: number;
}

const day = 86_400_000;
/** A finished job, and the values before its changes. */
export const keptDays = 30;

/**
 * Begins work in the background. The write may share a commit with the change that makes the work necessary.
 * @returns the job's id, and the write that begins it
 */
export function newJob(
  { makeId, now }: Pick<RecordServices, 'makeId' | 'now'>,
  { id: storageId, data: { tenantId, projectId } }: StorageRow,
  { id = makeId().id, kind, storageIds, input, actor, total, keepsBefore = false, undoes, notBefore }: NewJob,
): { id: string; write: Write } {
  const time = now();
  const write = recordJobs.create(id, {
    tenantId,
    projectId,
    ...(storageIds ? inSeveral(storageIds) : { storageId }),
    kind,
    input,
    state: 'running',
    after: null,
    seen: 0,
    changed: 0,
    kept: 0,
    total: total ?? null,
    failure: null,
    leaseUntil: null,
    notBefore: notBefore === undefined ? null : Timestamp.fromMillis(notBefore),
    keepsBefore,
    undoes: undoes ?? null,
    createdBy: actor,
    createdAt: Timestamp.fromMillis(time),
    finishedAt: null,
    expiresAt: Timestamp.fromMillis(time + 3 * keptDays * day),
  });
  return { id, write };
}

function inSeveral(storageIds: readonly string[]) {
  return {
    storageId: '',
    storageIds: [...storageIds],
    storages: storageIds.map((storageId) => ({ storageId, seen: 0, changed: 0, kept: 0, isDone: false })),
  };
}
