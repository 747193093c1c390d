import { lapse } from '../domain/billing/reconcile.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Updates plans that have ended, or should have been renewed, without an event. */
export const billingLapse = job('billingLapse', 'every 10 minutes', () => lapse(services));
