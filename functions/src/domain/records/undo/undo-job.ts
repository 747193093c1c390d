import { decodeFields, type Json } from '@bedplate/contract';
import { ApiError, notFound } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { beforeJob } from '../../../store/collections.ts';
import type { BeforeDocument, RecordJobDocument } from '../../../store/documents/job-documents.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import { updateInput } from '../model/record-input.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { writeRecords } from '../write/write-records.ts';
import { eachAtOnce } from '../jobs/each-at-once.ts';
import { beginUndo } from './start-undo.ts';
import type { Selection } from './selection.ts';
import type { Job, JobKind } from '../jobs/job-kind.ts';
import { isIn, isInHistory } from '../jobs/list-jobs.ts';
import { startJob } from '../jobs/start-job.ts';
import { mostToldEach, tellingOf, toldOncePart } from '../jobs/told-once.ts';

const perPage = 200;
const atOnce = 16;

/**
 * Begins to take a job's changes back.
 * @returns the id of the job that does it
 * @throws {ApiError} not-found; failed-precondition for one that is still running or keeps no values
 */
export async function undoJob(
  services: RecordServices,
  storage: StorageRow,
  { jobId, actor }: { jobId: string; actor: string },
): Promise<string> {
  const found = await services.store.recordJobs.get(jobId);
  if (!found || !isIn(found.data, storage.id)) throw notFound('Job');
  const { state, keepsBefore, changed, storageIds } = found.data;
  if (state === 'running') throw new ApiError('conflict', say('jobRunning'));
  if (isInHistory(found.data))
    return beginUndo(services, storageIds ? await presentOf(services, storage, storageIds) : [storage], {
      selection: changesOf(found),
      author: { actor },
    });
  if (!keepsBefore) throw new ApiError('conflict', say('jobKeepsNothing'));
  const input = { jobId, ...toldOncePart(changed > mostToldEach) };
  return startJob(services, storage, { kind: 'undo', input, actor, total: changed, undoes: jobId });
}

async function presentOf({ store }: RecordServices, { data: { projectId } }: StorageRow, ids: readonly string[]): Promise<StorageRow[]> {
  const rows = await store.storages.getAll(ids);
  return rows.filter((row) => row !== null).filter(({ data }) => data.projectId === projectId && !data.archived);
}

/** Clocks of instances differ, and a record's time is later than the one before. */
const marginMillis = 3_600_000;

/** The changes of a job, as the history selects it. */
function changesOf({ id, data }: Row<RecordJobDocument>): Selection {
  const until = data.finishedAt?.toMillis() ?? data.createdAt.toMillis();
  return {
    by: { kind: 'job', id },
    record: null,
    field: null,
    from: data.createdAt.toMillis() - marginMillis,
    until: until + marginMillis,
  };
}

/** Takes back what a job did, but for records that were changed since. */
export const undoKind: JobKind = {
  async page(services, storage, job) {
    const { rows } = await services.store.in(beforeJob(job.data.undoes ?? '')).query({
      orderBy: [[documentId, 'asc']],
      ...(job.data.after === null ? {} : { startAfter: [job.data.after] }),
      limit: perPage,
    });
    const isBack = await eachAtOnce(rows, atOnce, (row) => takeBack(services, { storage, row, job }));
    const kept = isBack.filter((is) => !is).length;
    return { seen: rows.length, changed: rows.length - kept, kept, next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) };
  },
};

/** @returns whether the record is as it was before */
async function takeBack(
  services: RecordServices,
  { storage, row, job }: { storage: StorageRow; row: Row<BeforeDocument>; job: Job },
): Promise<boolean> {
  try {
    await writeRecords(services, [writeOf(storage, row)], {
      actor: job.data.createdBy,
      ...tellingOf(storage, job),
      // Not taken back twice, when the page is repeated.
      hook: { alsoWrites: () => [beforeJob(row.path.split('/')[1] ?? '').remove(row.id)] },
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Values come back as they were stored, as `undoWrites` has it: what the schema says of them since does not count. */
function writeOf(storage: StorageRow, { id, data }: Row<BeforeDocument>): RecordWrite {
  const common = { storage, id, where: '', bySchema: true, fromBackup: true };
  if (data.trashed) return { ...common, op: 'restore' };
  const fields: Record<string, Json> = { ...decodeFields(data.fields) };
  for (const name of data.missing) fields[name] = { $unset: true };
  return { ...common, op: 'update', input: updateInput(fields), ...(data.after === null ? {} : { ifUpdatedAt: data.after }) };
}
