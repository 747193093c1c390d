import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { writeRecords } from '../write/write-records.ts';
import { plannedUndo, type PlannedUndo, type RecordUndo, refusedFields, without } from './undo-record.ts';
import { undoWrites } from './undo-writes.ts';

/** Plans the undo of a record and tries it without writing. @returns the plan, with what is refused today; null for a record that nobody knows any more */
export async function triedUndo(
  services: RecordServices,
  storage: StorageRow,
  undo: Omit<RecordUndo, 'jobId'>,
): Promise<PlannedUndo | null> {
  const planned = await plannedUndo(services, storage, undo);
  if (!planned) return null;
  const refused = new Map<string, string>();
  for (;;) {
    const plan = without(planned.plan, refused);
    const writes = undoWrites(storage, undo.key, { ...planned, plan });
    if (writes.length === 0) return { ...planned, plan };
    try {
      await writeRecords(services, writes, { actor: 'undo', isTrial: true });
      return { ...planned, plan };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = refusedFields(error, plan);
      for (const field of fields) refused.set(field, error.message);
      if (fields.length === 0) return { ...planned, plan: refusedWhole(plan) };
    }
  }
}

function refusedWhole({ conflicts }: PlannedUndo['plan']): PlannedUndo['plan'] {
  return { existence: 'stays', fields: {}, files: [], conflicts: [...conflicts, { field: '#', reason: 'refused', author: null }] };
}
