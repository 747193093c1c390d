import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../../config/log.ts';
import { gone, Timestamp } from '../../store/model/values.ts';
import { update } from '../../store/model/writes.ts';
import type { DeliveryDocument, EndpointDocument, StoredTry } from '../../store/documents/endpoint-documents.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { isNotFound } from '../../store/model/firestore-errors.ts';
import type { Row } from '../../store/model/row.ts';
import { deliveries } from '../../store/collections.ts';
import { shortWait, waitAfter } from './backoff.ts';
import { send } from './send.ts';
import type { DeliveryServices } from './delivery-services.ts';

/** Longer than a try can take. */
const leaseMillis = 30_000;

/**
 * Sends what is pending in a lane, oldest first, until it is empty, its head has to wait, another run has it, or deliveries are switched off. At least once:
 * a run that dies after its request leaves a delivery that is sent again.
 * Decision 011.
 * @param until milliseconds since the epoch after which no further delivery is begun
 */
export async function deliverLane(services: DeliveryServices, lane: string, until: number): Promise<void> {
  while (services.now() < until && (await services.isOn())) {
    const head = await oldest(services, lane);
    const delivery = head && (await claim(services, head));
    if (!delivery || !(await goesOn(services, delivery))) return;
  }
}

/** Sends a delivery that was stored with `leased`, so that no trigger can take it first, then the rest of its lane. */
export async function deliverLeased(services: DeliveryServices, delivery: Claimed & { lane: string }, until: number): Promise<void> {
  if ((await services.isOn()) && (await goesOn(services, delivery))) await deliverLane(services, delivery.lane, until);
}

/** The fields of a delivery that one run has for itself; the sweeper takes it when that run has died. */
export function leased(now: number): Pick<DeliveryDocument, 'leaseUntil' | 'nextAt'> {
  const leaseUntil = Timestamp.fromMillis(now + leaseMillis);
  return { leaseUntil, nextAt: leaseUntil };
}

type Claimed = Pick<Row<DeliveryDocument>, 'id' | 'path' | 'data'>;

/** @param data a document of deliveries, as a trigger gives it */
export function laneOf(data: Readonly<Record<string, unknown>> | undefined): string | null {
  return typeof data?.lane === 'string' ? data.lane : null;
}

/** Ids come in descending order of their time. */
async function oldest({ store }: DeliveryServices, lane: string): Promise<Row<DeliveryDocument> | null> {
  const { rows } = await store.deliveries.query({
    where: [['lane', '==', lane]],
    orderBy: [[documentId, 'desc']],
    limit: 1,
  });
  return rows[0] ?? null;
}

/** Two runs cannot have the same delivery; one that died loses it with its lease. */
function claim({ store, now }: DeliveryServices, { id }: Row<DeliveryDocument>): Promise<Row<DeliveryDocument> | null> {
  return store.transaction(async (tx) => {
    const row = await tx.deliveries.get(id);
    const at = now();
    if (row?.data.state !== 'pending' || (row.data.leaseUntil?.toMillis() ?? 0) > at) return null;
    // Before the first try `nextAt` is only the sweeper's turn.
    if (row.data.attempts > 0 && (row.data.nextAt?.toMillis() ?? 0) > at) return null;
    tx.write(deliveries.update(id, leased(at)));
    return row;
  });
}

/** @returns whether the lane may go on: the delivery is done, or the pause before its next try is over */
async function goesOn(services: DeliveryServices, delivery: Claimed): Promise<boolean> {
  const wait = await attempt(services, delivery);
  if (wait === null) return true;
  if (wait > shortWait) return false;
  await (services.wait ?? pause)(wait);
  return true;
}

/** @returns milliseconds to wait before the next try, null when the delivery is done */
async function attempt(services: DeliveryServices, row: Claimed): Promise<number | null> {
  const { store, now } = services;
  const { path, data: delivery } = row;
  const endpoint = await store.endpoints.get(delivery.endpointId);
  const receives = endpoint && receivesFor(delivery.projectId, endpoint.data);
  const result = receives ? await send(services, row.id, delivery, endpoint) : notReceiving(now());
  const isDelivered = result.status !== null && result.status >= 200 && result.status < 300;
  const attempts = delivery.attempts + 1;
  const wait = isDelivered || !receives ? null : waitAfter(attempts);
  const tries = [...delivery.tries, result];
  const done = { lane: gone, nextAt: gone, state: isDelivered ? 'delivered' : 'failed' };
  const next = wait === null ? done : { nextAt: Timestamp.fromMillis(now() + wait) };
  log.info('webhook.tried', {
    deliveryId: row.id,
    endpointId: delivery.endpointId,
    attempts,
    status: result.status,
    millis: result.millis,
  });
  try {
    await store.commit([update(path, { attempts, tries, leaseUntil: null, ...next })]);
  } catch (error) {
    if (!isNotFound(error)) throw error; // removed with its endpoint meanwhile
  }
  return wait;
}

/** An endpoint that has moved to another project is in other hands: they do not get what the old one had to say. */
function receivesFor(project: string, { type, functionality, projectId }: EndpointDocument): boolean {
  return type === 'webhook' && functionality === 'receiver' && projectId === project;
}

function notReceiving(now: number): StoredTry {
  const error = 'The endpoint was removed, has moved to another project, or does not receive any more.';
  return { at: Timestamp.fromMillis(now), status: null, millis: 0, answer: '', error };
}
