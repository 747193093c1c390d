import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../../config/log.ts';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { gone, Timestamp } from '../../store/model/values.ts';
import { update } from '../../store/model/writes.ts';
import type { DeliveryDocument, EndpointDocument, StoredTry } from '../../store/documents/endpoint-documents.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { isNotFound } from '../../store/model/firestore-errors.ts';
import type { Row } from '../../store/model/row.ts';
import { deliveries, endpoints } from '../../store/collections.ts';
import { pauseOf, shortWait, waitAfter } from './backoff.ts';
import { send } from './send.ts';
import { unanswered } from './unanswered.ts';
import type { DeliveryServices } from './delivery-services.ts';

/** Longer than a try can take. */
const leaseMillis = 30_000;

/** The answer to the last try of a run; `none` where it tried nothing. */
export type LastTry = 'answered' | 'silent' | 'none';

/**
 * Sends what is pending in a lane, oldest first, until it is empty, its head has to wait, another run has it, or deliveries are switched off. At least once:
 * a run that dies after its request leaves a delivery that is sent again.
 * Decision 011.
 * @param until milliseconds since the epoch after which no further delivery is begun
 */
export async function deliverLane(services: DeliveryServices, lane: string, until: number): Promise<LastTry> {
  let last: LastTry = 'none';
  while (services.now() < until && (await services.isOn())) {
    const head = await oldest(services, lane);
    const delivery = head && (await claim(services, head));
    if (!delivery) break;
    const { wait, got } = await attempt(services, delivery);
    last = got;
    if (!(await passes(services, wait))) break;
  }
  return last;
}

/** Sends a delivery that was stored with `leased`, so that no trigger can take it first, then the rest of its lane. */
export async function deliverLeased(services: DeliveryServices, delivery: Claimed & { lane: string }, until: number): Promise<void> {
  if (!(await services.isOn())) return;
  const { wait } = await attempt(services, delivery);
  if (await passes(services, wait)) await deliverLane(services, delivery.lane, until);
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
async function passes(services: DeliveryServices, wait: number | null): Promise<boolean> {
  if (wait === null) return true;
  if (wait > shortWait) return false;
  await (services.wait ?? pause)(wait);
  return true;
}

interface Outcome {
  /** Milliseconds to the next try, null when the delivery is done. */
  readonly wait: number | null;
  readonly got: LastTry;
}

async function attempt(services: DeliveryServices, row: Claimed): Promise<Outcome> {
  const { store, now } = services;
  const { data: delivery } = row;
  const endpoint = await store.endpoints.get(delivery.endpointId);
  const receives = endpoint && receivesFor(delivery, endpoint.data);
  const pause = receives ? (endpoint.data.pausedUntil?.toMillis() ?? 0) - now() : 0;
  if (pause > 0 && !isSentByHand(row)) {
    await keep(services, row, { leaseUntil: null, nextAt: Timestamp.fromMillis(now() + pause) });
    return { wait: pause, got: 'none' };
  }
  const { tried, retryAfter } = receives
    ? await send(services, { deliveryId: row.id, delivery, endpoint })
    : { tried: notReceiving(now()), retryAfter: 0 };
  const isDelivered = tried.status !== null && tried.status >= 200 && tried.status < 300;
  const attempts = delivery.attempts + 1;
  const isGone = receives && tried.status === 410;
  if (isGone) await services.endReceiver(endpoint);
  const asked = receives && !isDelivered && !isGone && retryAfter > 0 ? pauseOf(retryAfter) : 0;
  if (asked > 0) await leaveAlone(services, delivery.endpointId, asked);
  const usual = isDelivered || isGone || !receives ? null : waitAfter(attempts);
  const wait = usual === null ? null : Math.max(usual, asked);
  const tries = [...delivery.tries, tried];
  const done = { lane: gone, nextAt: gone, state: isDelivered ? 'delivered' : 'failed' };
  const next = wait === null ? done : { nextAt: Timestamp.fromMillis(now() + wait) };
  log.info('webhook.tried', {
    deliveryId: row.id,
    endpointId: delivery.endpointId,
    attempts,
    status: tried.status,
    millis: tried.millis,
  });
  await keep(services, row, { attempts, tries, leaseUntil: null, ...next });
  return { wait, got: receives ? answerOf(tried) : 'none' };
}

function answerOf({ status }: StoredTry): LastTry {
  return status === null ? 'silent' : 'answered';
}

/** A person's test or replay, which has a lane of its own: it goes out at once, to see whether the receiver works again. */
function isSentByHand({ id, data: { lane, endpointId } }: Claimed): boolean {
  return lane === `${endpointId}/${id}`;
}

async function keep({ store }: DeliveryServices, { path }: Claimed, fields: Record<string, unknown>): Promise<void> {
  try {
    await store.commit([update(path, fields)]);
  } catch (error) {
    if (!isNotFound(error)) throw error; // removed with its endpoint meanwhile
  }
}

/** Events of the endpoint wait: the receiver has said that it cannot take any, or says nothing. */
export async function leaveAlone({ store, now }: Pick<DeliveryServices, 'store' | 'now'>, id: string, millis: number): Promise<void> {
  try {
    await store.commit([endpoints.update(id, { pausedUntil: Timestamp.fromMillis(now() + millis) })]);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/**
 * An endpoint that has moved to another project is in other hands: they do not get what the old one had to say. One that has ended
 * gets only what a person sends it since, as a test or again.
 */
function receivesFor(
  { projectId: project, createdAt }: Pick<DeliveryDocument, 'projectId' | 'createdAt'>,
  { type, functionality, projectId, endedAt }: EndpointDocument,
): boolean {
  const isOver = endedAt !== undefined && createdAt.toMillis() <= endedAt.toMillis();
  return type === 'webhook' && functionality === 'receiver' && projectId === project && !isOver;
}

function notReceiving(now: number): StoredTry {
  return unanswered(Timestamp.fromMillis(now), 0, new ApiError('conflict', say('receiverOver')));
}
