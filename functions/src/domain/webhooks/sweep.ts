import { Timestamp } from '../../store/model/values.ts';
import type { DeliveryServices } from './delivery-services.ts';
import { deliverLane } from './deliver-lane.ts';

/** Deliveries looked at by one run; what remains is the next run's. */
const perRun = 500;
const atOnce = 20;

/** Sends what is due: retries, and what no trigger has sent. Runs on a schedule. @returns how many deliveries were due */
export async function sweepDeliveries(services: DeliveryServices, runMillis = 50_000): Promise<number> {
  if (!(await services.isOn())) return 0;
  const until = services.now() + runMillis;
  const { rows } = await services.store.deliveries.query({
    where: [['nextAt', '<=', Timestamp.fromMillis(services.now())]],
    orderBy: [['nextAt', 'asc']],
    select: ['lane'],
    limit: perRun,
  });
  const lanes = [...new Set(rows.map(({ data }) => data.lane).filter((lane) => lane !== undefined))];
  const worker = async () => {
    for (let lane = lanes.shift(); lane !== undefined && services.now() < until; lane = lanes.shift())
      await deliverLane(services, lane, until);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, lanes.length) }, worker));
  return rows.length;
}
