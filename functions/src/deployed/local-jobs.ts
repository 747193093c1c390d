import { healthLimits } from '@bedplate/contract';
import { log } from '../config/log.ts';
import { keepBackups } from '../domain/backups/keep-backups.ts';
import { lapse } from '../domain/billing/reconcile.ts';
import { createHealthCheck } from '../domain/office/health/check-health.ts';
import { countLists } from '../domain/office/lists/count-lists.ts';
import { retryMail } from '../domain/mail/outbox.ts';
import { runMigrations } from '../domain/migrations/run-migrations.ts';
import { removeOld } from '../domain/office/remove-old.ts';
import { jobKinds } from '../domain/records/job-kinds/job-kinds.ts';
import { runJobs } from '../domain/records/jobs/run-jobs.ts';
import { deliveryServices } from '../domain/webhooks/delivery-services.ts';
import { sweepDeliveries } from '../domain/webhooks/sweep.ts';
import { runEvery } from '../runtime/run-every.ts';
import { endArchives } from './end-archives.ts';
import { services } from './services.ts';
import { settleLeases } from './settle-leases.ts';
import { sweepFiles } from './sweep-files.ts';

/** The jobs of one machine, which has no scheduler, in the process of the console's API. */
export function runLocalJobs(): void {
  const migrate = () => runMigrations(services, services.clock() + 60_000);
  void migrate().catch((error: unknown) => log.error('job.failed', {}, error));
  runEvery(60_000, migrate);
  runEvery(2_000, () => runJobs(services.records, jobKinds, services.clock() + 1_500));
  runEvery(5_000, () => sweepDeliveries(deliveryServices(services), 4_000));
  runEvery(10_000, () => keepBackups(services, services.clock() + 9_000));
  runEvery(60_000, () => settleLeases(services));
  runEvery(60_000, () => sweepFiles(services));
  runEvery(60_000, () => lapse(services));
  runEvery(300_000, () => retryMail(services));
  runEvery(3_600_000, () => endArchives(services));
  runEvery(3_600_000, () => countLists(services));
  runEvery(3_600_000, () => removeOld(services));
  runEvery(healthLimits.checkMillis, createHealthCheck(services));
}
