import type { RequestHandler } from 'express';
import { requireWritable } from '../domain/platform/require-on.ts';
import type { Services } from '../services/services.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AccountGuards } from './require-capability.ts';

/** Refuses changes of data during a read-only maintenance. Staff are exempt, because they end it. */
export function refuseInMaintenance(services: Services, { visitorOrSignedIn }: AccountGuards): RequestHandler {
  return async (req, _res, next) => {
    if (isChange(req.method, req.path)) {
      try {
        await requireWritable(services);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if ((await visitorOrSignedIn(req))?.role !== 'superadmin') throw error;
      }
    }
    next();
  };
}

/** @param path below /app */
function isChange(method: string, path: string): boolean {
  // Two calls write by GET. New keys wait; to confirm an address leads to a session, so it goes on as all below that does.
  if (path === '/authentication/changeUserKeys') return true;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  return !goesOn.some((pattern) => pattern.test(path));
}

const goesOn: readonly RegExp[] = [
  // Begin and end sessions; staff also log in this way.
  /^\/authentication\/(?!register$)/,
  /^\/users\/sessions(\/|$)/,
  // Reads that carry the ids of a selection.
  /^\/project\/[^/]+\/dataStorages\/[^/]+\/download$/,
  // The platform's own counts of page views and votes.
  /^\/superadmin\/track$/,
  /^\/documentation\/votes$/,
];
