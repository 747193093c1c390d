import pLimit from 'p-limit';
import { Timestamp } from '../../store/model/values.ts';
import { pauseOf } from './backoff.ts';
import type { DeliveryServices } from './delivery-services.ts';
import { deliverLane, leaveAlone } from './deliver-lane.ts';

/** Deliveries looked at by one run; what remains is the next run's. */
const perRun = 5_000;
const atOnce = 20;
/** Tries of one receiver at the same time, so that a slow one does not have the run for itself. */
const perReceiver = 4;
/** Lanes of a receiver that got no answer, one after the other, until it is left alone: ten seconds of waiting for each are the others' time. */
const silentLanes = 3;
const silentPause = 10 * 60_000;

/** Sends what is due: retries, and what no trigger has sent. Runs on a schedule. @returns how many deliveries were due */
export async function sweepDeliveries(services: DeliveryServices, runMillis = 50_000): Promise<number> {
  if (!(await services.isOn())) return 0;
  const until = services.now() + runMillis;
  const { rows } = await services.store.deliveries.query({
    where: [['nextAt', '<=', Timestamp.fromMillis(services.now())]],
    orderBy: [['nextAt', 'asc']],
    select: ['lane', 'endpointId'],
    limit: perRun,
  });
  const limit = pLimit(atOnce);
  const receivers = Map.groupBy(rows, ({ data }) => data.endpointId);
  await Promise.all(
    [...receivers].map(([id, due]) => {
      const lanes = new Set(due.flatMap(({ data }) => data.lane ?? []));
      return sweepReceiver(services, { id, lanes, until, limit });
    }),
  );
  return rows.length;
}

interface Receiver {
  readonly id: string;
  readonly lanes: ReadonlySet<string>;
  readonly until: number;
  /** Shared by all receivers of the run. */
  readonly limit: pLimit.Limit;
}

/** A lane asks for its share of the run only when its receiver lets it, so receivers take turns. */
async function sweepReceiver(services: DeliveryServices, { id, lanes, until, limit }: Receiver): Promise<void> {
  const own = pLimit(perReceiver);
  let silent = 0;
  const deliver = async (lane: string) => {
    const last = services.now() < until ? await deliverLane(services, lane, until) : 'none';
    if (last === 'answered') silent = 0;
    if (last === 'silent' && ++silent === silentLanes) await leaveAlone(services, id, pauseOf(silentPause));
  };
  await Promise.all([...lanes].map((lane) => own(() => limit(() => deliver(lane)))));
}
