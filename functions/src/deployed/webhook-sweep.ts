import { deliveryServices } from '../domain/webhooks/delivery-services.ts';
import { sweepDeliveries } from '../domain/webhooks/sweep.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Deliveries that are due again, and those that no trigger has sent. */
export const webhookSweep = job('webhookSweep', 'every 1 minutes', () => sweepDeliveries(deliveryServices(services)));
