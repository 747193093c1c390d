import { usualRequestsPerMinute, usualRequestsPerMinutePerClient } from '@bedplate/contract';
import type { Request } from 'express';
import type { ApiServices } from './api-services.ts';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { ApiError } from '../../errors/api-error.ts';
import { clientAddress } from '../../http/client-address.ts';
import { isLoopback, networkOf } from '../../network/address.ts';

/**
 * Holds the caller to the calls a minute of its key, and of the whole account where staff have set them, and each client of a named key or webhook to its own. The headers tell of the
 * tighter one. The account's pair is used by servers, whose address says nothing about their users.
 * @throws {ApiError} too-many-requests
 */
export function limitRate({ rateLimiter, credits }: ApiServices, caller: ApiCaller, req: Request): void {
  const { keyId, limits, tenantId, accountRate } = caller;
  const instances = credits.instancesOf(tenantId);
  const states = [rateLimiter.take(`key/${keyId}`, limits?.requestsPerMinute ?? usualRequestsPerMinute, instances)];
  if (accountRate !== undefined) states.push(rateLimiter.take(`account/${tenantId}`, accountRate, instances));
  const client = clientOf(caller, req);
  if (client && states[0]?.allowed) {
    states.push(
      rateLimiter.take(`client/${keyId}/${client}`, limits?.requestsPerMinutePerClient ?? usualRequestsPerMinutePerClient, instances),
    );
  }
  const [state] = states.sort((a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining);
  if (!state) return;
  const { limit, remaining, reset, retryAfter, allowed } = state;
  req.res?.setHeader('RateLimit-Limit', limit);
  req.res?.setHeader('RateLimit-Remaining', remaining);
  req.res?.setHeader('RateLimit-Reset', reset);
  if (!allowed)
    throw new ApiError('too-many-requests', `Too many calls: at most ${limit} a minute. Please try again in ${retryAfter} s.`, {
      retryAfter,
    });
}

/** An end user by id, else a network; loopback never reaches a deployed function. */
function clientOf({ scope, keyId, userId }: ApiCaller, req: Request): string | null {
  if (userId !== undefined) return `user/${userId}`;
  if (!scope && !keyId.startsWith('hook_')) return null;
  const address = clientAddress(req);
  return isLoopback(address) ? null : networkOf(address);
}
