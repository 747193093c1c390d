import { reconcile } from '../domain/billing/reconcile.ts';
import { keepReconcile, lastReconciled } from '../domain/office/health/jobs.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Shorter than the limit of the function: the rest is for the report. */
const runMillis = 1_600_000;

/** Compares every account with the payment provider and repairs what differs. */
export const billingReconcile = job('billingReconcile', 'every day 03:10', async () => {
  const until = services.clock() + runMillis;
  return keepReconcile(services, await reconcile(services, { after: await lastReconciled(services), until }));
});
