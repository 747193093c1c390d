import { settleLeases } from './settle-leases.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Credits that instances held which ended without notice. */
export const creditSweep = job('creditSweep', 'every 10 minutes', () => settleLeases(services));
