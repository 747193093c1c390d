import type { Router } from 'express';
import { anyone, handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';

/** Answers without keys and without touching the database: that the function runs and is reached. */
export function healthRoutes(): Router {
  return routes({ '/health': { get: handle(anyone, {}, () => ({ status: 'ok' })) } });
}
