import type { Write } from '../../../store/model/writes.ts';
import { present } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { eventWrites } from './event-writes.ts';
import type { Cell } from './cells.ts';
import type { WriteResult } from '../model/record-write.ts';

/** What receivers of the storages hear of these results; of a deleted record they get its last state. */
export function resultEvents(services: RecordServices, results: readonly WriteResult[], cells: readonly (Cell | null)[]): Write[] {
  return results.flatMap(({ status, id, data }, i) => {
    const cell = cells[i];
    if (!cell) return [];
    const { storage, before, key } = cell;
    if ((storage.data.receivers ?? []).length === 0) return [];
    // What is removed from the trash for good was told of when it was deleted.
    if (status === 'deleted' && before.deleted?.kind === 'trash' && !before.live) return [];
    const last = before.live ?? before.deleted;
    const fields = last && 'data' in last && last.data ? { files: {}, ...last, data: last.data } : null;
    const record = data ?? (fields ? present(key, fields, false, services.files) : { id, createdAt: '', updatedAt: '' });
    return eventWrites(services, storage, `record.${status}`, [record]);
  });
}
