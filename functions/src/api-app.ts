import { reservedStorageKeys } from '@bedplate/contract';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ApiServices } from './routes/api/api-services.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { errorResponder, nothingHere } from './http/error-responder.ts';
import { logRequests } from './http/log-requests.ts';
import { meterHeaders } from './http/meter-headers.ts';
import { plainPath } from './http/plain-path.ts';
import { type RouteTable, routes, type Verb } from './http/routes.ts';
import { singleHeaders } from './http/single-headers.ts';
import { aggregateRoutes } from './routes/api/aggregate.ts';
import { batchRoutes } from './routes/api/batch.ts';
import { eraseRoutes } from './routes/api/erase.ts';
import { exportRoutes } from './routes/api/export.ts';
import { log } from './config/log.ts';
import { healthRoutes } from './routes/api/health.ts';
import { historyRoutes } from './routes/api/history.ts';
import { hookRoutes } from './routes/api/hooks.ts';
import { importRoutes } from './routes/api/import.ts';
import { liveSyncRoutes } from './routes/api/livesync.ts';
import { openApiRoutes } from './routes/api/openapi.ts';
import { listPath, recordPath, type RecordTable, recordTable } from './routes/api/records.ts';
import { trashRoutes } from './routes/api/trash.ts';
import { typeRoutes } from './routes/api/types.ts';
import { undoRoutes } from './routes/api/undo.ts';
import { uploadRoutes } from './routes/api/upload.ts';
import { userRoutes } from './routes/api/users.ts';

/**
 * The public data API at /api. A first segment of a fixed route never reaches the routes with a
 * storage's key first. It is a router: a nested application would slow down requests and answers by
 * changing their prototypes.
 */
export function createApiApp(services: ApiServices): (req: Request, res: Response) => void {
  const records = recordTable(services);
  const router = Router({ caseSensitive: true })
    .use(plainPath, answerHeaders, crossOrigin, meterHeaders, logRequests(services), singleHeaders)
    .use(
      '/api',
      directly(records),
      healthRoutes(),
      hookRoutes(services),
      liveSyncRoutes(services),
      openApiRoutes(services),
      typeRoutes(services),
      batchRoutes(services),
      userRoutes(services),
      uploadRoutes(services),
      undoRoutes(services),
      trashRoutes(services),
      historyRoutes(services),
      eraseRoutes(services),
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

/** First segments of the fixed routes. */
const fixed = new Set<string>([...reservedStorageKeys, 'users']);

/** Most calls are for records: their two paths are compared once, before all others (decision 031). */
function directly(table: RecordTable): RequestHandler {
  const [list, record]: RouteTable[string][] = [table[listPath], table[recordPath]];
  return (req, res, next) => {
    const [, storageKey = '', storageId = '', recordId] = /^\/([^/%]+)\/([^/%]+)(?:\/dataId\/([^/%]+))?$/.exec(req.path) ?? [];
    const endpoint = (recordId === undefined ? list : record)?.[req.method.toLowerCase() as Verb]; // another method has none
    if (!endpoint || storageKey === '' || fixed.has(storageKey)) return next();
    if (res.locals.notes) res.locals.notes.route = recordId === undefined ? listPath : recordPath;
    req.params = recordId === undefined ? { storageKey, storageId } : { storageKey, storageId, recordId };
    return endpoint(req, res, next);
  };
}
