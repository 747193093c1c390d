import { type Delivery, type DeliveryState, type Pagination, totalPages } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { deliveries } from '../../store/collections.ts';
import type { DeliveryDocument } from '../../store/documents/endpoint-documents.ts';
import { type Condition, documentId } from '../../store/model/query-spec.ts';
import type { Caller } from '../callers/caller.ts';
import { deliverLeased, leased } from '../webhooks/deliver-lane.ts';
import { deliveryServices } from '../webhooks/delivery-services.ts';
import { newDelivery } from '../records/write/event-writes.ts';
import { openSecret } from '../webhooks/secrets.ts';
import { type FoundEndpoint, findEndpoint } from './find-endpoint.ts';

/** The longest wait for a requested delivery: the time of one attempt. */
const waitMillis = 12_000;

/** An endpoint's deliveries of the last 14 days, newest first. Those of a project that it has left are not shown. */
export async function listDeliveries(
  services: Services,
  {
    caller,
    endpointId,
    page: { page, limit, state },
  }: { caller: Caller; endpointId: string; page: { page: number; limit: number; state?: DeliveryState | undefined } },
): Promise<{ data: Delivery[]; pagination: Pagination }> {
  const { projectId } = (await findEndpoint(services, caller, endpointId)).data;
  const where: Condition[] = [
    ['endpointId', '==', endpointId],
    ['projectId', '==', projectId],
    ...(state ? [['state', '==', state] as const] : []),
  ];
  const [totalCount, { rows }] = await Promise.all([
    services.store.deliveries.count({ where }),
    // Ids come in descending order of their time.
    services.store.deliveries.query({ where, orderBy: [[documentId, 'asc']], offset: (page - 1) * limit, limit }),
  ]);
  const data = rows.map((row) => deliveryOut(row.id, row.data));
  return { data, pagination: { page, limit, totalCount, totalPages: totalPages(totalCount, limit) } };
}

/** One delivery with what was sent. */
export async function getDelivery(
  services: Services,
  { caller, endpointId, deliveryId }: { caller: Caller; endpointId: string; deliveryId: string },
): Promise<Delivery> {
  const { data } = await findDelivery(services, await findEndpoint(services, caller, endpointId), deliveryId);
  return { ...deliveryOut(deliveryId, data), body: data.body };
}

/** Sends the event again as a new delivery. @returns the delivery after its first attempt */
export async function replayDelivery(
  services: Services,
  { caller, endpointId, deliveryId }: { caller: Caller; endpointId: string; deliveryId: string },
): Promise<Delivery> {
  const endpoint = requireReceiver(await findEndpoint(services, caller, endpointId));
  const { data } = await findDelivery(services, endpoint, deliveryId);
  const { recordId, eventId, event, body } = data;
  return deliverNow(services, endpoint, { recordId, eventId, event, body });
}

/** Sends a test event, which has its own kind. */
export async function testEndpoint(services: Services, caller: Caller, endpointId: string): Promise<Delivery> {
  const endpoint = requireReceiver(await findEndpoint(services, caller, endpointId));
  const { id: eventId } = services.makeId();
  const { projectId, storageId } = endpoint.data;
  const about = { id: eventId, event: 'test', createdAt: new Date(services.clock()).toISOString(), projectId, storageId };
  const body = JSON.stringify({ ...about, storageKey: endpoint.storage.data.storageKey, record: { id: 'test', message: 'It works.' } });
  return deliverNow(services, endpoint, { recordId: null, eventId, event: 'test', body });
}

/** The secret that signs the endpoint's deliveries. */
export async function endpointSecret(services: Services, caller: Caller, endpointId: string): Promise<{ secret: string }> {
  const { id, data } = requireReceiver(await findEndpoint(services, caller, endpointId));
  return { secret: openSecret(services.config, id, data) };
}

async function deliverNow(
  services: Services,
  endpoint: FoundEndpoint,
  what: Pick<DeliveryDocument, 'recordId' | 'eventId' | 'event' | 'body'>,
): Promise<Delivery> {
  const {
    id: endpointId,
    data: { tenantId, projectId, storageId },
  } = endpoint;
  const { id } = services.makeId();
  const now = services.clock();
  // A lane of its own: it does not wait for pending deliveries, and its retries end soon.
  const lane = `${endpointId}/${id}`;
  const document = { ...newDelivery({ tenantId, projectId, storageId, endpointId, ...what }, now), lane, ...leased(now) };
  await services.store.commit([deliveries.create(id, document)]);
  await deliverLeased(deliveryServices(services), { id, path: deliveries.path(id), data: document, lane }, now + waitMillis);
  const { data } = await findDelivery(services, endpoint, id);
  return deliveryOut(id, data);
}

/** Viewers of an endpoint see the deliveries of its present project only. */
async function findDelivery(services: Services, { id, data }: FoundEndpoint, deliveryId: string): Promise<{ data: DeliveryDocument }> {
  const row = await services.store.deliveries.get(deliveryId);
  if (row?.data.endpointId !== id || row.data.projectId !== data.projectId) throw notFound('Delivery');
  return row;
}

function requireReceiver(endpoint: FoundEndpoint): FoundEndpoint {
  const { type, functionality } = endpoint.data;
  if (type === 'webhook' && functionality === 'receiver') return endpoint;
  throw new ApiError('invalid-argument', say('deliveriesOfReceivers'));
}

function deliveryOut(id: string, { eventId, event, recordId, state, attempts, nextAt, tries, createdAt }: DeliveryDocument): Delivery {
  return {
    id,
    eventId,
    event,
    recordId,
    state,
    attempts,
    nextAt: nextAt?.toDate().toISOString() ?? null,
    tries: tries.map((each) => ({ ...each, at: each.at.toDate().toISOString() })),
    createdAt: createdAt.toDate().toISOString(),
  };
}
