/** All functions, for the CLI. An instance loads its own file alone (functions/build.mjs). */
export { api } from './api.ts';
export { app } from './app.ts';
export { archivePurge } from './archive-purge.ts';
export { backupProjects } from './backup-projects.ts';
export { billingLapse } from './billing-lapse.ts';
export { billingReconcile } from './billing-reconcile.ts';
export { creditSweep } from './credit-sweep.ts';
export { dataMigrate } from './data-migrate.ts';
export { healthCheck } from './health-check.ts';
export { mailRetry } from './mail-retry.ts';
export { officeTotals } from './office-totals.ts';
export { recordJobs } from './record-jobs.ts';
export { stripe } from './stripe.ts';
export { uploadSweep } from './upload-sweep.ts';
export { webhookDeliver } from './webhook-deliver.ts';
export { webhookSweep } from './webhook-sweep.ts';
