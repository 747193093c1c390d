import type { RequestHandler } from 'express';
import { createRateLimiter } from '../domain/rate-limits/rate-limiter.ts';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
import { callerOf } from './client-address.ts';

/** Calls a minute and instance that one machine of Google passes on: many times what a busy edge of Hosting does. */
const perMachine = 1200;
/** Calls that look at no session: whatever they carry as one, it is none. */
const openToAnyone = /^\/(?:authentication\/|contact-us$|documentation\/votes$|superadmin\/track$)/;

/**
 * Limits what comes without a session through one machine of Google. Whoever rents such a machine and imitates
 * Hosting chooses the address that other limits count. Such a caller meets this one.
 * @throws {ApiError} too-many-requests
 */
export function limitMachines(clock: () => number): RequestHandler {
  const limiter = createRateLimiter(clock);
  return (req, _res, next) => {
    const isOpen = req.method !== 'GET' && (!req.headers.authorization || openToAnyone.test(req.path));
    const { through } = isOpen ? callerOf(req) : {};
    const state = through === undefined ? null : limiter.take(through, perMachine, 1);
    if (state && !state.allowed) throw new ApiError('too-many-requests', say('busy'), { retryAfter: state.retryAfter });
    next();
  };
}
