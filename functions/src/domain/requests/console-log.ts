import type { Services } from '../../services/services.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';

/** The lines of an instance that serves the console. */
export function createConsoleLog(services: Services): RequestLog {
  return createRequestLog({ store: () => services.store, makeId: () => services.makeId(), now: services.clock });
}
