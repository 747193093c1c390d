import type { RecordJob } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { recordJobs } from '../../../store/collections.ts';
import type { RecordJobDocument } from '../../../store/documents/job-documents.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { isoTime } from '../model/present.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { endEvents } from './told-once.ts';

const shown = 20;

/** @returns the storage's jobs, newest first: those that run and the latest of the others */
export async function listJobs({ store }: RecordServices, storageId: string): Promise<RecordJob[]> {
  const { rows } = await store.recordJobs.query({
    where: [['storageId', '==', storageId]],
    orderBy: [[documentId, 'asc']], // ids are made newest first
    limit: shown,
  });
  return rows.map(({ id, data }) => jobOut(id, data));
}

/** @throws {ApiError} not-found also for a job of another storage */
export async function getJob({ store }: RecordServices, storageId: string, jobId: string): Promise<RecordJob> {
  const found = await store.recordJobs.get(jobId);
  if (!found || found.data.storageId !== storageId) throw notFound('Job');
  return jobOut(jobId, found.data);
}

/** Stops a job after the page that it is working on. What it has changed stays. @throws {ApiError} not-found */
export async function cancelJob(services: RecordServices, storage: StorageRow, jobId: string): Promise<RecordJob> {
  const data = await services.store.transaction(async (tx) => {
    const found = await tx.recordJobs.get(jobId);
    if (!found || found.data.storageId !== storage.id) throw notFound('Job');
    if (found.data.state !== 'running') return found.data;
    const cancelled = { state: 'cancelled', finishedAt: Timestamp.fromMillis(services.now()) } as const;
    const ended = { ...found.data, ...cancelled };
    tx.write(recordJobs.update(jobId, cancelled), ...endEvents(services, storage, { id: jobId, data: ended }));
    return ended;
  });
  return jobOut(jobId, data);
}

function jobOut(id: string, data: RecordJobDocument): RecordJob {
  const { kind, state, input, seen, changed, kept, refused, total, failure, createdAt, finishedAt } = data;
  return {
    id,
    kind,
    state,
    field: typeof input.field === 'string' ? input.field : null,
    seen,
    changed,
    kept,
    ...(refused && { refused }),
    total,
    failure,
    createdAt: isoTime(createdAt),
    finishedAt: finishedAt && isoTime(finishedAt),
    canUndo: (data.keepsBefore || isInHistory(data)) && state !== 'running' && changed > 0,
  };
}

/** Whether the history takes back what a job has changed. */
export function isInHistory({ kind, input }: Pick<RecordJobDocument, 'kind' | 'input'>): boolean {
  return kind === 'undoChanges' || ((kind === 'changeMatching' || kind === 'restore') && input.hasHistory === true);
}
