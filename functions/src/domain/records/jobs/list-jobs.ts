import type { RecordJob, SchemaRepair, Text } from '@bedplate/contract';
import { inEnglish, notFound, type SentenceKey } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
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
  const newest = { orderBy: [[documentId, 'asc']], limit: shown } as const; // ids are made newest first
  const [own, shared] = await Promise.all([
    store.recordJobs.query({ where: [['storageId', '==', storageId]], ...newest }),
    store.recordJobs.query({ where: [['storageIds', 'array-contains', storageId]], ...newest }),
  ]);
  const rows = [...own.rows, ...shared.rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const undone = new Set(rows.flatMap(({ data }) => (takesAllBack(data) ? [data.undoes] : [])));
  return rows.slice(0, shown).map(({ id, data }) => ({ ...jobOut(id, data), ...(undone.has(id) && { canUndo: false }) }));
}

/** Records that an undo has left alone may be taken back by another one. */
function takesAllBack({ state, kept }: RecordJobDocument): boolean {
  return state === 'running' || (state === 'done' && kept === 0);
}

/** @throws {ApiError} not-found also for a job of another storage */
export async function getJob({ store }: RecordServices, storageId: string, jobId: string): Promise<RecordJob> {
  const found = await store.recordJobs.get(jobId);
  if (!found || !isIn(found.data, storageId)) throw notFound('Job');
  return jobOut(jobId, found.data);
}

/** Stops a job after the page that it is working on. What it has changed stays. @throws {ApiError} not-found */
export async function cancelJob(services: RecordServices, storage: StorageRow, jobId: string): Promise<RecordJob> {
  const data = await services.store.transaction(async (tx) => {
    const found = await tx.recordJobs.get(jobId);
    if (!found || !isIn(found.data, storage.id)) throw notFound('Job');
    if (found.data.state !== 'running') return found.data;
    const cancelled = { state: 'cancelled', finishedAt: Timestamp.fromMillis(services.now()) } as const;
    const ended = { ...found.data, ...cancelled };
    tx.write(recordJobs.update(jobId, cancelled), ...(await endEvents(services, { id: jobId, data: ended })));
    return ended;
  });
  return jobOut(jobId, data);
}

/** Whether a job works in the storage. */
export function isIn({ storageId, storageIds }: Pick<RecordJobDocument, 'storageId' | 'storageIds'>, id: string): boolean {
  return storageId === id || (storageIds?.includes(id) ?? false);
}

function jobOut(id: string, data: RecordJobDocument): RecordJob {
  const { kind, state, input, storages, seen, changed, kept, refused, warnings, total, createdAt, finishedAt } = data;
  return {
    id,
    kind,
    state,
    field: typeof input.field === 'string' ? input.field : null,
    ...(kind === 'repairField' && { repair: (input as unknown as SchemaRepair).repair }), // as `repairSchema` wrote it
    ...(storages && { storages }),
    seen,
    changed,
    kept,
    ...(refused && { refused }),
    ...(warnings && { warnings }),
    total,
    ...failureOf(data),
    createdAt: isoTime(createdAt),
    finishedAt: finishedAt && isoTime(finishedAt),
    canUndo: (data.keepsBefore || isInHistory(data)) && state !== 'running' && changed > 0,
  };
}

/** Staff alone read the words of what broke: they are those of the database, or of the language. */
function failureOf({ failure, failureText = say('stepBroke') }: RecordJobDocument): Pick<RecordJob, 'failure' | 'failureText'> {
  if (failure === null) return { failure };
  return { failure: inEnglish(failureText as Text<SentenceKey>), failureText }; // of the contract
}

/** Whether the history takes back what a job has changed. */
export function isInHistory({ kind, input }: Pick<RecordJobDocument, 'kind' | 'input'>): boolean {
  return kind === 'undoChanges' || ((kind === 'changeMatching' || kind === 'restore') && input.hasHistory === true);
}
