import type { RecordServices } from '../../../services/record-services.ts';
import { type NewJob, newJob } from '../model/new-job.ts';
import type { CommitHook } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';

interface StartedJob extends NewJob {
  /** Of the commit; it gets the job's id. */
  readonly hook?: CommitHook<string> | undefined;
}

/** @returns the new job's id */
export async function startJob(services: RecordServices, storage: StorageRow, { hook, ...job }: StartedJob): Promise<string> {
  const { id, write } = newJob(services, storage, job);
  await services.store.commit([write, ...(hook?.alsoWrites(id) ?? [])]);
  return id;
}
