import type { Request, RequestHandler, Response } from 'express';
import type { LoggedAs } from '../domain/api-keys/api-caller.ts';
import type { CallSums } from '../domain/call-sums/call-sums.ts';
import type { WaitingLine } from '../domain/requests/chunk.ts';
import type { RequestLog } from '../domain/requests/request-log.ts';
import { createCache } from '../memory/cache.ts';
import { shortNetworkOf } from '../network/short-network.ts';
import { currentMeter, type Meter } from '../store/model/meter.ts';
import { beforeEnd } from './before-end.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestNotes } from './request-notes.ts';
import { traceIdOf } from './trace-parent.ts';

interface Services {
  readonly requestLog: RequestLog;
  readonly callSums: CallSums;
  readonly clock: () => number;
  readonly addressOf: (req: Request) => string;
}

/** Adds a line to the request log for each call with a known caller, and for some of strangers who name the project. The line has no header, no value of a query and no body. */
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
      const line = lineOf(services, { req, res, notes, status, ms: Math.round(performance.now() - began), meter });
      // Calls of strangers are none of the project.
      if (caller.keyId !== null) services.callSums.count(line, caller.tenantId);
      return services.requestLog.add(line, caller.logged ?? unwatched);
    };

    beforeEnd(res, take);
    res.once('close', () => void take(hungUp));
    next();
  };
}

const unwatched: LoggedAs = { tier: 'free', watchedUntil: 0 };
/** As other servers note a caller who did not wait for the answer. */
const hungUp = 499;

interface AnsweredCall {
  readonly req: Request;
  readonly res: Response;
  readonly notes: RequestNotes;
  readonly status: number;
  readonly ms: number;
  readonly meter: Meter | undefined;
}

function lineOf({ clock, addressOf }: Services, { req, res, notes, status, ms, meter }: AnsweredCall): WaitingLine {
  const { caller, place, route = routeOf(req), code = null, refusedBy = null, plan = null, asks = null, rules = null } = notes;
  const { reads = 0, writes = 0, deletes = 0, credits = 0 } = meter ?? {};
  return {
    id: requestIdOf(res),
    projectId: caller?.projectId ?? '',
    millis: clock(),
    method: req.method,
    route: named(route),
    verb: place?.verb ?? 'read',
    storageId: place?.storageId ?? null,
    key: caller?.userId === undefined ? (caller?.keyId ?? null) : null,
    user: caller?.userId ?? null,
    member: null,
    status,
    code,
    refusedBy,
    ms,
    reads,
    writes,
    deletes,
    credits: isGivenBack(status) ? 0 : credits,
    plan,
    asks,
    rules,
    trace: traceIdOf(req.headers.traceparent),
    network: shortNetworkOf(addressOf(req)),
    n: 1,
  };
}

/** Routes are few and calls many. */
const names = createCache<string>({ max: 500 });

/** @returns the route with its parameters as the documentation writes them: `/{storageKey}/{storageId}` */
function named(route: string): string {
  const known = names.get(route);
  if (known !== undefined) return known;
  const name = route.replaceAll(/:(\w+)/g, '{$1}');
  names.set(route, name);
  return name;
}

/** @returns the path of the table of routes, such as /batch; '' where none was found */
function routeOf({ route }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? ''; // Express' own
}

/** Credits of such calls are given back, see guards.ts. */
const isGivenBack = (status: number) => status >= 500 || status === 401 || status === 429;
