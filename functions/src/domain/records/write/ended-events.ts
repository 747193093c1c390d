import type { CauseKind, DeliveryEvent } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { deliveries } from '../../../store/collections.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { newDelivery } from './event-writes.ts';

/** How work on many records ended. */
export interface Ended {
  /** Of its job, or of the import that is taken back. */
  readonly id: string;
  readonly state: 'done' | 'cancelled';
  /** Records that it changed, and those that it left alone in part or as a whole. */
  readonly changed: number;
  readonly kept: number;
  /** Of work in several storages, how it went in each. */
  readonly storages?: readonly { readonly storageId: string; readonly changed: number; readonly kept: number }[];
}

/** One event, with a delivery for each receiver of these storages, in place of one for each record that was changed. */
export function endedEventWrites(
  { makeId, now }: Pick<RecordServices, 'makeId' | 'now'>,
  storages: readonly StorageRow[],
  { kind, ended }: { kind: CauseKind; ended: Ended },
): Write[] {
  const event: DeliveryEvent = `${kind}.completed`;
  const { id: eventId } = makeId();
  const createdAt = new Date(now()).toISOString();
  return storages.flatMap(({ id: storageId, data: { tenantId, projectId, storageKey, receivers = [] } }) => {
    const body = JSON.stringify({ id: eventId, event, createdAt, projectId, storageId, storageKey, [kind]: ended });
    return receivers.map((endpointId) => {
      const place = { tenantId, projectId, storageId, endpointId };
      return deliveries.create(makeId().id, newDelivery({ ...place, recordId: null, eventId, event, body }, now()));
    });
  });
}
