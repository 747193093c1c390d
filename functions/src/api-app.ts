import { reservedStorageKeys } from '@bedplate/contract';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ApiServices } from './routes/api/api-services.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { errorResponder, nothingHere } from './http/error-responder.ts';
import { meterHeaders } from './http/meter-headers.ts';
import { requestId } from './http/request-id.ts';
import { type RouteTable, routes, type Verb } from './http/routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { together } from './http/together.ts';
import { aggregateRoutes } from './routes/api/aggregate.ts';
import { batchRoutes } from './routes/api/batch.ts';
import { exportRoutes } from './routes/api/export.ts';
import { log } from './config/log.ts';
import { healthRoutes } from './routes/api/health.ts';
import { hookRoutes } from './routes/api/hooks.ts';
import { importRoutes } from './routes/api/import.ts';
import { liveSyncRoutes } from './routes/api/livesync.ts';
import { openApiRoutes } from './routes/api/openapi.ts';
import { listPath, recordPath, type RecordTable, recordTable } from './routes/api/records.ts';
import { uploadRoutes } from './routes/api/upload.ts';
import { userRoutes } from './routes/api/users.ts';

/**
 * The public data API at /api. Fixed routes stand before those with a storage's key. A router, for the platform has an
 * application already: another one inside it would give every request and answer another prototype, which slows down both.
 */
export function createApiApp(services: ApiServices): (req: Request, res: Response) => void {
  const records = recordTable(services);
  const router = Router({ caseSensitive: true })
    .use(together(requestId, securityHeaders, crossOrigin, meterHeaders))
    .use(
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
      routes(records),
    )
    .use(nothingHere, errorResponder);
  return (req, res) =>
    router(req, res, (thrown: unknown) => {
      log.error('request.unanswered', { method: req.method, path: req.path }, thrown);
      res.destroy();
    });
}

/** First segments of other routes that may have the form of a storage's. */
const otherFirsts = new Set<string>([...reservedStorageKeys, 'users']);

/** Most calls are for records: they are not compared with the paths of everything else first. */
function directly(records: RecordTable): RequestHandler {
  return (req, res, next) => {
    const [, storageKey = '', storageId = '', recordId] = /^\/([^/%]+)\/([^/%]+)(?:\/dataId\/([^/%]+))?$/.exec(req.path) ?? [];
    const endpoints: RouteTable[string] = recordId === undefined ? records[listPath] : records[recordPath];
    const endpoint = storageKey === '' || otherFirsts.has(storageKey) ? undefined : endpoints[req.method.toLowerCase() as Verb];
    if (!endpoint) return next();
    req.params = recordId === undefined ? { storageKey, storageId } : { storageKey, storageId, recordId };
    return endpoint(req, res, next);
  };
}
