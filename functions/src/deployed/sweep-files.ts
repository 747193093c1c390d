import { sweepUploads } from '../domain/files/resumable-upload.ts';
import { sweepFileChanges } from '../domain/records/write/file-changes.ts';
import { sweepArchivedFiles } from '../domain/records/write/archived-files.ts';
import type { RecordServices } from '../services/record-services.ts';

/** Lets files follow their records, and removes what was begun and never completed. */
export async function sweepFiles(services: RecordServices): Promise<void> {
  await sweepFileChanges(services);
  await sweepArchivedFiles(services);
  await sweepUploads(services);
}
