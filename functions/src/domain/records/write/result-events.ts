import type { RecordServices } from '../../../services/record-services.ts';
import type { Write } from '../../../store/model/writes.ts';
import { toRecordJson } from '../model/present.ts';
import type { WriteResult } from '../model/record-write.ts';
import { type EventCause, eventWrites } from './event-writes.ts';
import type { InFlightRecord } from './in-flight-record.ts';

/** The way that receivers hear of changes which are made for one reason. */
export interface Telling {
  readonly cause: EventCause;
  /** Storages whose receivers hear of all changes at once, at the end. */
  readonly quietOf?: readonly string[];
}

/** The events of these results for the receivers of their storages. A deleted record is sent in its last state. */
export function resultEvents(
  services: RecordServices,
  results: readonly WriteResult[],
  { records, telling }: { readonly records: readonly (InFlightRecord | null)[]; readonly telling?: Telling | undefined },
): Write[] {
  return results.flatMap(({ status, id, data }, i) => {
    const changed = records[i];
    if (!changed) return [];
    const { storage, before, key } = changed;
    if ((storage.data.receivers ?? []).length === 0 || telling?.quietOf?.includes(storage.id)) return [];
    // The event of a record that leaves the trash for good was sent when it was deleted.
    if (status === 'deleted' && before.deleted?.kind === 'trash' && !before.live) return [];
    const last = before.live ?? before.deleted;
    const stored = last && 'data' in last && last.data ? { files: {}, ...last, data: last.data } : null;
    const record =
      data ??
      (stored ? toRecordJson({ id: key, stored }, { softDelete: false, files: services.files }) : { id, createdAt: '', updatedAt: '' });
    return eventWrites(services, storage, { event: `record.${status}`, records: [record], cause: telling?.cause });
  });
}
