import type { Request, RequestHandler, Response } from 'express';
import type { LoggedAs } from '../domain/api-keys/api-caller.ts';
import type { CallSums } from '../domain/call-sums/call-sums.ts';
import type { WaitingLine } from '../domain/requests/chunk.ts';
import type { RequestLog } from '../domain/requests/request-log.ts';
import { shortNetworkOf } from '../network/short-network.ts';
import { currentMeter } from '../store/model/meter.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestNotes } from './request-notes.ts';
import { traceIdOf } from './trace-parent.ts';

interface Services {
  readonly requestLog: RequestLog;
  readonly callSums: CallSums;
  readonly clock: () => number;
  readonly addressOf: (req: Request) => string;
}

/** The longest time that an answer waits for its line to be written. */
const longestWaitMillis = 300;

/** Adds a line to the request log for each call with a known caller. The line has no header, no value of a query and no body. */
export function logRequests(services: Services): RequestHandler {
  return (req, res, next) => {
    services.requestLog.flushDue();
    const began = performance.now();
    const meter = currentMeter();
    const notes: RequestNotes = {};
    res.locals.notes = notes;
    let isTaken = false;

    /** Called at the end of the answer, or when the caller has hung up before. */
    const take = (status: number): Promise<void> | null => {
      if (isTaken) return null;
      isTaken = true;
      const { caller } = notes;
      if (!caller) return null;
      const line = { ...lineOf(services, { req, res, notes }), status, ms: Math.round(performance.now() - began) };
      const { reads = 0, writes = 0, deletes = 0, credits = 0 } = meter ?? {};
      const paid = isGivenBack(status) ? 0 : credits;
      const whole = { ...line, reads, writes, deletes, credits: paid };
      services.callSums.count(whole, caller.tenantId);
      return services.requestLog.add(whole, caller.logged ?? unwatched);
    };

    const end = res.end.bind(res) as (...args: unknown[]) => Response; // its overloads take the same arguments through
    res.end = (...args: unknown[]) => {
      const written = take(res.statusCode);
      if (!written) return end(...args);
      void Promise.race([written, new Promise((resolve) => setTimeout(resolve, longestWaitMillis))]).finally(() => end(...args));
      return res;
    };
    res.once('close', () => void take(hungUp));
    next();
  };
}

const unwatched: LoggedAs = { tier: 'free', watchedUntil: 0 };
/** As other servers note a caller who did not wait for the answer. */
const hungUp = 499;

type Unmeasured = Omit<WaitingLine, 'status' | 'ms' | 'reads' | 'writes' | 'deletes' | 'credits'>;

function lineOf({ clock, addressOf }: Services, { req, res, notes }: { req: Request; res: Response; notes: RequestNotes }): Unmeasured {
  const { caller, place, route = routeOf(req), code = null, refusedBy = null, plan = null, asks = null, rules = null } = notes;
  return {
    id: requestIdOf(res),
    projectId: caller?.projectId ?? '',
    millis: clock(),
    method: req.method,
    route: route.replaceAll(/:(\w+)/g, '{$1}'),
    verb: place?.verb ?? 'read',
    storageId: place?.storageId ?? null,
    key: caller?.userId === undefined ? (caller?.keyId ?? null) : null,
    user: caller?.userId ?? null,
    code,
    refusedBy,
    plan,
    asks,
    rules,
    trace: traceIdOf(req.headers.traceparent),
    network: shortNetworkOf(addressOf(req)),
    n: 1,
  };
}

/** @returns the path of the table of routes, such as /batch; '' where none was found */
function routeOf({ route }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? ''; // Express' own
}

/** Credits of such calls are given back, see guards.ts. */
const isGivenBack = (status: number) => status >= 500 || status === 401 || status === 429;
