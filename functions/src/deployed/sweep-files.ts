import { sweepPurges } from '../domain/archive/sweep-purges.ts';
import { sweepFeedback } from '../domain/archive/sweep-feedback.ts';
import { sweepUploads } from '../domain/files/end-uploads.ts';
import { sweepErasures } from '../domain/records/erasure/finish-erasure.ts';
import { sweepKeptFiles } from '../domain/records/kept-files/end-kept-files.ts';
import { sweepArchivedFiles } from '../domain/records/write/archived-files.ts';
import { sweepFileChanges } from '../domain/records/write/file-changes.ts';
import { endTrash } from '../domain/trash/end-trash.ts';
import { allInOrder } from '../runtime/all-in-order.ts';
import type { Services } from '../services/services.ts';

/** Of each step: together they end within the time of the function. */
const stepMillis = 30_000;

/** Lets files follow their records and the archive, and removes what was deleted for good, begun and never completed, or is past its time. */
export async function sweepFiles(services: Services): Promise<void> {
  const { records } = services;
  await allInOrder(
    () => sweepFileChanges(records, stepMillis),
    () => sweepArchivedFiles(records, stepMillis),
    () => sweepPurges(services, stepMillis),
    () => sweepErasures(records, stepMillis),
    () => sweepKeptFiles(records, stepMillis),
    () => endTrash(services, stepMillis),
    () => sweepUploads(records, stepMillis),
    () => sweepFeedback(services, stepMillis),
  );
}
