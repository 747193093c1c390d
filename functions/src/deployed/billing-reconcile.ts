import { reconcile } from '../domain/billing/reconcile.ts';
import { keepReconcile } from '../domain/office/health/jobs.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Compares every account with the payment provider and repairs what differs. */
export const billingReconcile = job('billingReconcile', 'every day 03:10', async () => keepReconcile(services, await reconcile(services)));
