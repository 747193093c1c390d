import { healthLimits } from '@bedplate/contract';
import { setGlobalOptions } from 'firebase-functions';
import { onRequest } from 'firebase-functions/https';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { createApiApp } from './api-app.ts';
import { createApiServices } from './routes/api/api-services.ts';
import { createApp } from './app.ts';
import { secrets } from './config/config.ts';
import { runsJobs } from './config/process.ts';
import { isPlain } from './config/process.ts';
import { sweepUploads } from './domain/files/resumable-upload.ts';
import { lapse, reconcile } from './domain/billing/reconcile.ts';
import { stripeWebhook } from './routes/stripe/stripe-webhook.ts';
import { createHealthCheck } from './domain/office/health/check-health.ts';
import { creditsSwept, keepReconcile } from './domain/office/health/jobs.ts';
import { retryMail } from './domain/mail/outbox.ts';
import { countLists } from './domain/office/lists/count-lists.ts';
import { reservedByLog } from './domain/usage/reserved-by-log.ts';
import { sweepLeases } from './domain/usage/sweep-leases.ts';
import { deliverLane, laneOf } from './domain/webhooks/deliver-lane.ts';
import { deliveryServices } from './domain/webhooks/delivery-services.ts';
import { sweepDeliveries } from './domain/webhooks/sweep.ts';
import { sweepFileChanges } from './domain/records/write/file-changes.ts';
import { ownRequests } from './runtime/own-requests.ts';
import { withoutDomains } from './runtime/without-domains.ts';
import { runEvery } from './runtime/run-every.ts';
import { createServices } from './services/services.ts';

// Less memory than this would not hold the nursery that functions/build.mjs gives every function.
setGlobalOptions({ region: 'us-central1', memory: '512MiB', concurrency: 80, maxInstances: 50, secrets });
ownRequests();
if (!isPlain) withoutDomains();

const services = createServices();

/** The console's API at /app. */
export const app = onRequest({ invoker: 'public' }, createApp(services));

const apiServices = createApiServices(services);
// The instance returns its unused credits before it ends: ten seconds remain from here.
process.once('SIGTERM', () => {
  void apiServices.close().finally(() => {
    // The Functions Framework ends the process itself, after the requests in flight; elsewhere a listener must.
    if (process.listenerCount('SIGTERM') === 0) process.exit();
  });
});

/** The public data API at /api. A large export takes minutes; behind Hosting every answer ends after one. */
export const api = onRequest({ timeoutSeconds: 900, invoker: 'public' }, createApiApp(apiServices));

/** The payment provider's events; a function of its own, so that no middleware touches the bytes that are signed. */
export const stripe = onRequest({ invoker: 'public', timeoutSeconds: 60 }, stripeWebhook(services));

/** Compares every account with the payment provider and repairs what differs. */
export const billingReconcile = onSchedule({ schedule: 'every day 03:10', retryCount: 0, timeoutSeconds: 1800 }, async () => {
  await keepReconcile(services, await reconcile(services));
});

/** Updates plans that have ended, or should have been renewed, without an event. */
export const billingLapse = onSchedule({ schedule: 'every 10 minutes', retryCount: 0 }, async () => {
  await lapse(services);
});

/** Mails that a request could not send. */
export const mailRetry = onSchedule({ schedule: 'every 5 minutes', retryCount: 0 }, async () => {
  await retryMail(services);
});

async function sweepFiles(): Promise<void> {
  await sweepFileChanges(services.records);
  await sweepUploads(services.records);
}

/** Files that have not followed their records, and large ones that were begun and never completed. */
export const uploadSweep = onSchedule({ schedule: 'every 5 minutes', retryCount: 0, timeoutSeconds: 300 }, async () => {
  await sweepFiles();
});

const deliveries = () => deliveryServices(services);

/** Sends a delivery right after its change; deliveries exist only for storages with a receiver. */
export const webhookDeliver = onDocumentCreated(
  { document: 'deliveries/{deliveryId}', retry: false, timeoutSeconds: 120 },
  async ({ data }) => {
    const lane = laneOf(data?.data());
    if (lane) await deliverLane(deliveries(), lane, services.clock() + 60_000);
  },
);

/** Deliveries that are due again, and those that no trigger has sent. */
export const webhookSweep = onSchedule({ schedule: 'every 1 minutes', retryCount: 0, timeoutSeconds: 120 }, async () => {
  await sweepDeliveries(deliveries());
});

/** Recounts the totals of staff's lists. */
export const officeTotals = onSchedule({ schedule: 'every day 03:40', retryCount: 0, timeoutSeconds: 540 }, async () => {
  await countLists(services);
});

async function settleLeases(): Promise<void> {
  await sweepLeases({ store: services.store, now: services.clock, reservedBy: reservedByLog(services.config) });
  await creditsSwept(services);
}

/** Credits that instances held which ended without notice. */
export const creditSweep = onSchedule({ schedule: 'every 10 minutes', retryCount: 0 }, async () => {
  await settleLeases();
});

const checkHealth = createHealthCheck(services);

/** Whether every part answers; staff get a mail when one does not. One instance: it remembers what it could not store. */
export const healthCheck = onSchedule({ schedule: 'every 5 minutes', retryCount: 0, timeoutSeconds: 60, maxInstances: 1 }, async () => {
  await checkHealth();
});

if (runsJobs) {
  runEvery(5_000, () => sweepDeliveries(deliveries(), 4_000));
  runEvery(60_000, settleLeases);
  runEvery(60_000, sweepFiles);
  runEvery(60_000, () => lapse(services));
  runEvery(3_600_000, () => countLists(services));
  runEvery(healthLimits.checkMillis, checkHealth);
}
