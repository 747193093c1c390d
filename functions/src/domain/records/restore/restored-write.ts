import type { StoredFile } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Job } from '../jobs/job-kind.ts';
import { tellingOf } from '../jobs/told-once.ts';
import { keptOf } from '../model/kept-files.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { RecordLine } from '../snapshots/record-line.ts';
import { writeRecords } from '../write/write-records.ts';

/** One read for each file that the record's history keeps, where the line has one. */
export function keptFor({ store }: RecordServices, storage: StorageRow, { key, files }: RecordLine): Promise<readonly StoredFile[]> {
  return files && storage.data.history ? keptOf(store, storage.id, key) : Promise.resolve([]);
}

/** @returns the refusal; null for what is written */
export async function written(
  services: RecordServices,
  storage: StorageRow,
  { job, writes }: { job: Job; writes: RecordWrite[] },
): Promise<ApiError | null> {
  try {
    await writeRecords(services, writes, { actor: job.data.createdBy, origin: { jobId: job.id }, ...tellingOf(storage, job) });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error;
  }
}
