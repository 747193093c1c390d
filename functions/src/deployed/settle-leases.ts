import { creditsSwept } from '../domain/office/health/jobs.ts';
import { reservedByLog } from '../domain/usage/reserved-by-log.ts';
import { sweepLeases } from '../domain/usage/sweep-leases.ts';
import type { Services } from '../services/services.ts';

/** Settles what ended instances held, and notes the time for the health page. */
export async function settleLeases(services: Services): Promise<void> {
  await sweepLeases({ store: services.store, now: services.clock, reservedBy: reservedByLog(services.config) });
  await creditsSwept(services);
}
