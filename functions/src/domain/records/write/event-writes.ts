import type { DataRecord, RecordCause, recordEvents } from '@bedplate/contract';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { DeliveryDocument } from '../../../store/documents/endpoint-documents.ts';
import { deliveries } from '../../../store/collections.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';

/** The log keeps a delivery with its attempts this long; a TTL then removes it. */
const keptMillis = 14 * 86_400_000;
/** The trigger sends at once; after this long the sweeper takes what no trigger has sent. */
export const firstSweepMillis = 30_000;
/** One commit carries at most this many bytes of bodies; beyond it they name the record only. Firestore takes 10 MiB. */
const largestBodies = 1.5 * 1024 * 1024;
/** A document takes 1 MiB. */
const largestBody = 960 * 1024;

/** Why records change, where receivers are told of it, with the id of the job, of the act or of the import. */
export interface EventCause {
  readonly kind: RecordCause;
  readonly id: string;
}

/**
 * Adds one delivery for each record and receiver of the storage to the commit of a change. A change
 * and its events are written together; a storage without receivers has no extra cost.
 * Decision 011.
 */
export function eventWrites(
  { makeId, now }: Pick<RecordServices, 'makeId' | 'now'>,
  { id: storageId, data: storage }: StorageRow,
  { event, records, cause }: { event: (typeof recordEvents)[number]; records: readonly DataRecord[]; cause?: EventCause | undefined },
): Write[] {
  const receivers = storage.receivers ?? [];
  if (receivers.length === 0) return [];
  const { tenantId, projectId } = storage;
  const at = new Date(now()).toISOString();
  const events = records.map((record) => {
    const { id: eventId } = makeId();
    const about = { id: eventId, event, createdAt: at, projectId, storageId, storageKey: storage.storageKey, ...(cause && { cause }) };
    return {
      eventId,
      record,
      whole: JSON.stringify({ ...about, record }),
      brief: JSON.stringify({ ...about, record: { id: record.id }, isBrief: true }),
    };
  });
  const total = events.reduce((sum, { whole }) => sum + Buffer.byteLength(whole), 0) * receivers.length;
  return events.flatMap(({ eventId, record, whole, brief }) =>
    receivers.map((endpointId) => {
      const body = total > largestBodies || Buffer.byteLength(whole) > largestBody ? brief : whole;
      const { id } = makeId();
      const place = { tenantId, projectId, storageId, endpointId };
      return deliveries.create(id, newDelivery({ ...place, recordId: record.id, eventId, event, body }, now()));
    }),
  );
}

export function newDelivery(
  about: Pick<DeliveryDocument, 'tenantId' | 'projectId' | 'storageId' | 'endpointId' | 'recordId' | 'eventId' | 'event' | 'body'>,
  now: number,
): DeliveryDocument {
  return {
    ...about,
    state: 'pending',
    attempts: 0,
    tries: [],
    lane: `${about.endpointId}/${about.recordId ?? about.eventId}`,
    nextAt: Timestamp.fromMillis(now + firstSweepMillis),
    leaseUntil: null,
    createdAt: Timestamp.fromMillis(now),
    expiresAt: Timestamp.fromMillis(now + keptMillis),
  };
}
