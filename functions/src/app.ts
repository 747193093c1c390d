import express, { type Express } from 'express';
import { errorResponder, nothingHere } from './http/error-responder.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { logRefusals } from './http/log-refusals.ts';
import { limitMachines } from './http/limit-machines.ts';
import { plainPath } from './http/plain-path.ts';
import { refuseInMaintenance } from './http/refuse-in-maintenance.ts';
import { accountGuards } from './http/require-capability.ts';
import { activityRoutes } from './routes/app/activity.ts';
import { archivedProjectRoutes } from './routes/app/archived-projects.ts';
import { archivedStorageRoutes } from './routes/app/archived-storages.ts';
import { billingRoutes } from './routes/app/billing.ts';
import { superadminBillingRoutes } from './routes/app/superadmin-billing.ts';
import { authenticationRoutes } from './routes/app/authentication.ts';
import { copyRoutes } from './routes/app/copy.ts';
import { endpointRoutes } from './routes/app/endpoints.ts';
import { keyRoutes } from './routes/app/keys.ts';
import { feedbackRoutes } from './routes/app/feedback.ts';
import { fileStorageRoutes } from './routes/app/file-storage.ts';
import { platformRoutes } from './routes/app/platform.ts';
import { productRoutes } from './routes/app/products.ts';
import { projectRoutes } from './routes/app/projects.ts';
import { reportingRoutes } from './routes/app/reporting.ts';
import { capRoutes } from './routes/app/caps.ts';
import { backupRoutes } from './routes/app/backups.ts';
import { requestRoutes } from './routes/app/requests.ts';
import { sandboxRoutes } from './routes/app/sandbox.ts';
import { storageBulkRoutes } from './routes/app/storage-bulk.ts';
import { undoRoutes } from './routes/app/undo.ts';
import { storageJobRoutes } from './routes/app/storage-jobs.ts';
import { storageAccessRoutes } from './routes/app/storage-access.ts';
import { userInvitationRoutes } from './routes/app/user-invitations.ts';
import { userMailRoutes } from './routes/app/user-mails.ts';
import { savedViewRoutes } from './routes/app/saved-views.ts';
import { userTeamRoutes } from './routes/app/user-teams.ts';
import { storageSchemaRoutes } from './routes/app/storage-schema.ts';
import { storageDataRoutes } from './routes/app/storage-data.ts';
import { storageDownloadRoutes } from './routes/app/storage-download.ts';
import { storageImportRoutes } from './routes/app/storage-import.ts';
import { storageRoutes } from './routes/app/storages.ts';
import { projectTypeRoutes } from './routes/app/types.ts';
import { usageRoutes } from './routes/app/usage.ts';
import { userRoutes } from './routes/app/users.ts';
import { healthRoutes } from './routes/app/health.ts';
import { inboxRoutes } from './routes/app/inbox.ts';
import { superadminPlatformRoutes } from './routes/app/superadmin-platform.ts';
import { superadminTenantRoutes } from './routes/app/superadmin-tenants.ts';
import { superadminRoutes } from './routes/app/superadmin.ts';
import { createConsoleLog } from './domain/requests/console-log.ts';
import { keepLogs } from './domain/office/system-logs/keep-logs.ts';
import { trackingRoutes, visitorRoutes } from './routes/app/visitors.ts';
import type { Services } from './services/services.ts';

/** The console's API: all of /app, and two calls below /api. Literal paths are registered before ids. */
export function createApp(services: Services, requestLog = createConsoleLog(services)): Express {
  const guards = accountGuards(services);
  keepLogs(services);
  const app = express().disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use(plainPath, answerHeaders, logRefusals(services, requestLog));
  app.use(['/app', '/api'], limitMachines(services.clock));
  app.use('/app', refuseInMaintenance(services, guards));
  app.use(
    '/app',
    platformRoutes(services),
    authenticationRoutes(services, guards),
    userRoutes(services, guards),
    projectRoutes(services, guards),
    archivedProjectRoutes(services, guards),
    sandboxRoutes(services, guards),
    storageRoutes(services, guards),
    archivedStorageRoutes(services, guards),
    copyRoutes(services, guards),
    storageDataRoutes(services, guards),
    storageDownloadRoutes(services, guards),
    storageBulkRoutes(services, guards),
    storageJobRoutes(services, guards),
    undoRoutes(services, guards),
    storageAccessRoutes(services, guards),
    userInvitationRoutes(services, guards),
    userMailRoutes(services, guards),
    userTeamRoutes(services, guards),
    storageSchemaRoutes(services, guards),
    savedViewRoutes(services, guards),
    projectTypeRoutes(services, guards),
    storageImportRoutes(services, guards),
    activityRoutes(services, guards),
    fileStorageRoutes(services, guards),
    reportingRoutes(services, guards),
    backupRoutes(services, guards),
    requestRoutes(services, guards, requestLog),
    capRoutes(services, guards),
    feedbackRoutes(services, guards),
    endpointRoutes(services, guards),
    keyRoutes(services, guards),
    usageRoutes(services, guards),
    billingRoutes(services, guards),
    superadminBillingRoutes(services, guards),
    productRoutes(services),
    inboxRoutes(services, guards),
    superadminRoutes(services, guards),
    superadminTenantRoutes(services, guards),
    healthRoutes(services, guards),
    superadminPlatformRoutes(services, guards),
    visitorRoutes(services),
    trackingRoutes(services),
  );
  app.use('/api', productRoutes(services), trackingRoutes(services));
  return app.use(nothingHere, errorResponder);
}
