import { setGlobalOptions } from 'firebase-functions';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { createApiApp } from './api-app.ts';
import { createApiServices } from './api-services.ts';
import { createApp } from './app.ts';
import { secrets } from './config.ts';
import { retryMail } from './domain/mail/outbox.ts';
import { ownRequests } from './http/own-requests.ts';
import { createServices } from './services.ts';

setGlobalOptions({ region: 'us-central1', concurrency: 80, maxInstances: 50, secrets });
ownRequests();

const services = createServices();

/** The console's API at /app. */
export const app = onRequest({ memory: '512MiB', invoker: 'public' }, createApp(services));

const apiServices = createApiServices(services);
// What an instance holds of an account's credits goes back before it ends: ten seconds remain from here.
process.once('SIGTERM', () => {
  void apiServices.close().finally(() => {
    // The Functions Framework ends the process itself, after the requests in flight; elsewhere a listener must.
    if (process.listenerCount('SIGTERM') === 0) process.exit();
  });
});

/** The public data API at /api. */
export const api = onRequest({ memory: '512MiB', invoker: 'public' }, createApiApp(apiServices));

/** Mails that a request could not send. */
export const mailRetry = onSchedule({ schedule: 'every 5 minutes', retryCount: 0 }, async () => {
  await retryMail(services);
});
