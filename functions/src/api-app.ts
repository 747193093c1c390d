import { reservedStorageKeys } from '@bedplate/contract';
import express, { type Express, type RequestHandler } from 'express';
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
  const records = recordRoutes(services);
  app.use(
    '/api',
    directly(records),
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
    records,
  );
  return app.use(nothingHere, errorResponder);
}

/** First segments of other routes that may have the form of a storage's. */
const otherFirsts = new Set<string>([...reservedStorageKeys, 'users']);

/** Most calls are for records: they are not compared with the paths of everything else first. */
function directly(records: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const [, first = ''] = /^\/([^/]+)\/[^/]+(?:\/dataId\/[^/]+)?$/.exec(req.path) ?? [];
    if (first === '' || otherFirsts.has(first)) next();
    else records(req, res, next);
  };
}
