import type { KeyVerb } from '@bedplate/contract';
import type { Request, RequestHandler, Response } from 'express';
import { log } from '../config/log.ts';
import { loggedAs } from '../domain/api-keys/api-caller.ts';
import type { Caller } from '../domain/callers/caller.ts';
import { absent } from '../domain/requests/chunk.ts';
import type { RequestLog } from '../domain/requests/request-log.ts';
import { shortNetworkOf } from '../network/short-network.ts';
import type { Services } from '../services/services.ts';
import { isDocumentId } from '../store/model/collection.ts';
import { unmetered } from '../store/model/meter.ts';
import { beforeEnd } from './before-end.ts';
import { calledProject } from './called-project.ts';
import { clientAddress } from './client-address.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestNotes } from './request-notes.ts';
import { traceIdOf } from './trace-parent.ts';

type LogServices = Pick<Services, 'store' | 'clock'>;

/**
 * Adds a line to the request log for each call of the console on a project, or from a page of one, that is refused or fails, so that whoever
 * sees the refusal finds it there. What the console is served is in the activity log. Three or four reads more for such a call: it tells of
 * the account's own project alone.
 */
export function logRefusals(services: LogServices, requestLog: RequestLog): RequestHandler {
  return (req, res, next) => {
    requestLog.flushDue();
    const began = performance.now();
    const notes: RequestNotes = {};
    res.locals.notes = notes;
    beforeEnd(res, (status) => {
      if (status < 400 || !notes.member) return null;
      return note(services, requestLog, {
        req,
        res,
        notes,
        member: notes.member,
        status,
        ms: Math.round(performance.now() - began),
      });
    });
    next();
  };
}

interface RefusedCall {
  readonly req: Request;
  readonly res: Response;
  readonly notes: RequestNotes;
  readonly member: Caller;
  readonly status: number;
  readonly ms: number;
}

/** A refusal stays one, whatever becomes of its line. */
async function note(services: LogServices, requestLog: RequestLog, call: RefusedCall): Promise<void> {
  try {
    await unmetered(() => addLine(services, requestLog, call));
  } catch (error) {
    log.warn('requests.notNoted', { requestId: requestIdOf(call.res) }, error);
  }
}

async function addLine({ store, clock }: LogServices, requestLog: RequestLog, call: RefusedCall): Promise<void> {
  const { req, res, notes, member, status, ms } = call;
  const { tenantId } = member;
  if (tenantId === null || member.viewing) return;
  const projectId = await calledProject(store, req);
  if (projectId === null) return;
  const [, asked = ''] = /\/(?:dataStorages|archivedStorage|copy)\/([^/?]+)/.exec(req.originalUrl) ?? [];
  const [project, storage, tenant] = await Promise.all([
    store.projects.get(projectId),
    isDocumentId(asked) ? store.storages.get(asked, ['projectId']) : null,
    store.tenants.get(tenantId),
  ]);
  if (project?.data.tenantId !== tenantId) return;
  const written = requestLog.add(
    {
      ...absent,
      id: requestIdOf(res),
      projectId,
      millis: clock(),
      method: req.method,
      route: `/app${routeOf(req)}`,
      verb: verbOf(req.method),
      storageId: storage?.data.projectId === projectId ? asked : null,
      member: member.uid,
      status,
      code: notes.code ?? null,
      refusedBy: notes.refusedBy ?? null,
      ms,
      trace: traceIdOf(req.headers.traceparent),
      network: shortNetworkOf(clientAddress(req)),
    },
    loggedAs(tenant?.data, project.data),
  );
  await written;
}

function routeOf({ route }: Request): string {
  return String((route as { path?: string } | undefined)?.path ?? '').replaceAll(/:(\w+)/g, '{$1}'); // Express' own
}

function verbOf(method: string): KeyVerb {
  if (method === 'GET' || method === 'HEAD') return 'read';
  if (method === 'DELETE') return 'delete';
  return method === 'POST' ? 'create' : 'update';
}
