import type { RecordServices } from '../../../services/record-services.ts';
import type { Write } from '../../../store/model/writes.ts';
import { toRecordJson } from '../model/present.ts';
import type { WriteResult } from '../model/record-write.ts';
import { eventWrites } from './event-writes.ts';
import type { InFlightRecord } from './in-flight-record.ts';

/** The events of these results for the receivers of their storages. A deleted record is sent in its last state. */
export function resultEvents(
  services: RecordServices,
  results: readonly WriteResult[],
  records: readonly (InFlightRecord | null)[],
): Write[] {
  return results.flatMap(({ status, id, data }, i) => {
    const changed = records[i];
    if (!changed) return [];
    const { storage, before, key } = changed;
    if ((storage.data.receivers ?? []).length === 0) return [];
    // The event of a record that leaves the trash for good was sent when it was deleted.
    if (status === 'deleted' && before.deleted?.kind === 'trash' && !before.live) return [];
    const last = before.live ?? before.deleted;
    const stored = last && 'data' in last && last.data ? { files: {}, ...last, data: last.data } : null;
    const record =
      data ??
      (stored ? toRecordJson({ id: key, stored }, { softDelete: false, files: services.files }) : { id, createdAt: '', updatedAt: '' });
    return eventWrites(services, storage, { event: `record.${status}`, records: [record] });
  });
}
