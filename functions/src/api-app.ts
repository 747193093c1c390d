import express, { type Express } from 'express';
import type { ApiServices } from './api-services.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { errorResponder, nothingHere } from './http/error-responder.ts';
import { meterHeaders } from './http/meter-headers.ts';
import { requestId } from './http/request-id.ts';
import { securityHeaders } from './http/security-headers.ts';
import { aggregateRoutes } from './routes/api/aggregate.ts';
import { batchRoutes } from './routes/api/batch.ts';
import { exportRoutes } from './routes/api/export.ts';
import { healthRoutes } from './routes/api/health.ts';
import { hookRoutes } from './routes/api/hooks.ts';
import { importRoutes } from './routes/api/import.ts';
import { liveSyncRoutes } from './routes/api/livesync.ts';
import { openApiRoutes } from './routes/api/openapi.ts';
import { recordRoutes } from './routes/api/records.ts';
import { uploadRoutes } from './routes/api/upload.ts';
import { userRoutes } from './routes/api/users.ts';

/** The public data API at /api. Fixed routes stand before those with a storage's key. */
export function createApiApp(services: ApiServices): Express {
  const app = express().disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use(requestId, securityHeaders, crossOrigin, meterHeaders);
  app.use(
    '/api',
    healthRoutes(),
    hookRoutes(services),
    liveSyncRoutes(services),
    openApiRoutes(services),
    batchRoutes(services),
    userRoutes(services),
    uploadRoutes(services),
    aggregateRoutes(services),
    exportRoutes(services),
    importRoutes(services),
    recordRoutes(services),
  );
  return app.use(nothingHere, errorResponder);
}
