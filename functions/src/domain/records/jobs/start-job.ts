import type { RecordServices } from '../../../services/record-services.ts';
import { type NewJob, newJob } from '../model/new-job.ts';
import type { StorageRow } from '../model/storage-row.ts';

/** @returns the new job's id */
export async function startJob(services: RecordServices, storage: StorageRow, job: NewJob): Promise<string> {
  const { id, write } = newJob(services, storage, job);
  await services.store.commit([write]);
  return id;
}
