import type { Router } from 'express';
import { anyone, handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';

/** Shows that the function runs and can be reached, without keys or the database. */
export function healthRoutes(): Router {
  return routes({ '/health': { get: handle(anyone, {}, () => ({ status: 'ok' })) } });
}
