import { type RefusedBy, usualRequestsPerMinute, usualRequestsPerMinutePerClient } from '@bedplate/contract';
import type { Request } from 'express';
import { type ApiCaller, apiCaller } from '../../domain/api-keys/api-caller.ts';
import { type CallPlace, hookPrefix, placeOf, requirePlace } from '../../domain/api-keys/key-scope.ts';
import { requireDataApiOpen } from '../../domain/platform/require-on.ts';
import { storagePath } from '../../domain/records/model/paths.ts';
import type { RateState } from '../../domain/rate-limits/rate-limiter.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { addHeader } from '../../http/answer-head.ts';
import type { Guard } from '../../http/handle.ts';
import { isLoopback, networkOf } from '../../network/address.ts';
import { chargeCredits } from '../../store/model/meter.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import { lazily } from '../../runtime/lazily.ts';
import type { ApiServices } from './api-services.ts';

const loadUserCaller = lazily(() => import('../../domain/app-users/user-caller.ts'));

/** The checks of an identified call, in order. A refusal before `charge` costs nothing. */
export const paidCall = [limitRate, requireOpen, charge, countUsage, requireScope] as const;

type Identify<C> = (services: ApiServices, req: Request) => Promise<C>;

interface GuardedCall {
  readonly services: ApiServices;
  readonly req: Request;
  readonly caller: ApiCaller;
  readonly place: CallPlace;
  /** Gives back what the steps have taken, when the call fails on our side. */
  readonly undo: (() => void)[];
}

type RateRule = Extract<RefusedBy, `rate-of-${string}`>;

type Step = (call: GuardedCall) => void | Promise<void>;

/** @param guards the first identifies the caller, the others are checks; a call without a caller skips them */
export function guarded<C extends ApiCaller | null>(
  services: ApiServices,
  [identify, ...steps]: readonly [Identify<C>, ...Step[]],
): Guard<C> {
  return async function guard(req) {
    const caller = await identified(services, req, identify);
    if (!caller) return caller;
    const call: GuardedCall = { services, req, caller, place: caller.place ?? placeOf(req.method, req.path), undo: [] };
    const notes = req.res?.locals.notes;
    if (notes) {
      notes.caller = caller;
      notes.place = { verb: call.place.verb, storageId: null };
    }
    undoAfterFailure(call);
    try {
      for (const step of steps) {
        const pending = step(call);
        if (pending) await pending; // most are done at once, and each turn of the event loop costs
      }
    } catch (error) {
      if (notes) {
        const { placeOfRefused } = await import('./place-of-refused.ts'); // most calls are not refused
        notes.place = await placeOfRefused(services, call.place, (id) => ownStorage(services, caller, id));
      }
      throw error;
    }
    return caller;
  };
}

/** A refusal before the caller is known is also a line of the request log, where it can be told whose. */
async function identified<C>(services: ApiServices, req: Request, identify: Identify<C>): Promise<C> {
  try {
    return await identify(services, req);
  } catch (error) {
    const { noteRefusedKey } = await import('./note-refused-key.ts'); // most keys are good
    await noteRefusedKey(services, req, (caller, id) => ownStorage(services, caller, id));
    throw error;
  }
}

/** Identifies the caller by an account's keys. @throws {ApiError} unauthenticated */
export function identifyKeys(services: ApiServices, req: Request): Promise<ApiCaller> {
  return apiCaller(services, req);
}

/** Identifies the caller by keys, or by an app user's access token. @throws {ApiError} unauthenticated */
export async function identifyCaller(services: ApiServices, req: Request): Promise<ApiCaller> {
  const token = accessTokenOf(req);
  if (token === undefined) return apiCaller(services, req);
  const { userCaller } = await loadUserCaller(); // most calls are by keys
  return userCaller(services, req, token);
}

/** @returns the access token of a call that has no key headers */
function accessTokenOf(req: Request): string | undefined {
  if (req.get('X-API-Key') !== undefined) return undefined;
  return /^Bearer\s+(bpu_\S+)\s*$/i.exec(req.get('Authorization') ?? '')?.[1];
}

/**
 * Finds the storage in a path. Key and id must match, and it must be in the caller's project.
 * @throws {ApiError} not-found, with the same message for every reason; also for an archived storage
 */
export async function storageOf(
  services: ApiServices,
  caller: ApiCaller,
  { params: { storageKey, storageId } }: Pick<Request, 'params'>,
): Promise<StorageRow> {
  const row = typeof storageId === 'string' ? await ownStorage(services, caller, storageId) : null;
  if (!row || row.data.storageKey !== storageKey) throw notFound('Storage');
  return row;
}

/** @returns a storage of the caller's project; null when it is archived or in another project */
export async function ownStorage(
  { caches }: Pick<ApiServices, 'caches'>,
  { tenantId, projectId }: Pick<ApiCaller, 'tenantId' | 'projectId'>,
  storageId: string,
): Promise<StorageRow | null> {
  if (!isDocumentId(storageId)) return null;
  const row = await caches.storages.get(storagePath(storageId));
  const isTheirs = row?.data.tenantId === tenantId && row.data.projectId === projectId && !row.data.archived;
  return isTheirs ? row : null;
}

/**
 * Limits the calls a minute of a key, and of the account if staff have set a limit. Each client of a named key or webhook also has its
 * own limit. The headers show the tighter one. Servers use the account's key pair, so their address does not identify users.
 * @throws {ApiError} too-many-requests
 */
function limitRate({ services: { rateLimiter, credits, addressOf }, caller, req }: GuardedCall): void {
  const { keyId, limits, tenantId, accountRate } = caller;
  const instances = credits.instancesOf(tenantId);
  const take = (by: RateRule, name: string, perMinute: number) => ({ by, ...rateLimiter.take(name, perMinute, instances) });
  const states = [take('rate-of-key', `key/${keyId}`, limits?.requestsPerMinute ?? usualRequestsPerMinute)];
  if (accountRate !== undefined) states.push(take('rate-of-account', `account/${tenantId}`, accountRate));
  const client = clientOf(caller, () => addressOf(req));
  if (client && states.every(({ allowed }) => allowed)) {
    states.push(take('rate-of-client', `client/${keyId}/${client}`, limits?.requestsPerMinutePerClient ?? usualRequestsPerMinutePerClient));
  }
  const tightest = states.reduce((one, other) => (isTighter(other, one) ? other : one));
  const { limit, remaining, reset, retryAfter, allowed, by } = tightest;
  if (req.res) {
    addHeader(req.res, 'RateLimit-Limit', String(limit));
    addHeader(req.res, 'RateLimit-Remaining', String(remaining));
    addHeader(req.res, 'RateLimit-Reset', String(reset));
  }
  if (!allowed)
    throw new ApiError('too-many-requests', `Too many calls: at most ${limit} a minute. Please try again in ${retryAfter} s.`, {
      retryAfter,
      by,
    });
}

function isTighter(one: RateState, other: RateState): boolean {
  return one.allowed === other.allowed ? one.remaining < other.remaining : !one.allowed;
}

/** @returns an app user's id, else the network; null on loopback, which never reaches a deployed function */
function clientOf({ scope, keyId, userId }: ApiCaller, addressOf: () => string): string | null {
  if (userId !== undefined) return `user/${userId}`;
  if (!scope && !keyId.startsWith(hookPrefix)) return null;
  const address = addressOf();
  return isLoopback(address) ? null : networkOf(address);
}

/** @throws {ApiError} maintenance, feature-off */
function requireOpen({ services, req }: GuardedCall): Promise<void> | undefined {
  return requireDataApiOpen(services, req.method, req.path);
}

/** Takes one credit of the account, and of each cap. @throws {ApiError} credits-exhausted, cap-reached */
async function charge({ services, caller, undo }: GuardedCall): Promise<void> {
  if (caller.projectCaps || caller.limits?.cap) undo.push(await services.caps.use(caller));
  undo.push(await services.credits.use(caller.tenantId));
  chargeCredits(1);
}

/** Counts only existing storages: invented ids would grow the account's figures without limit. */
async function countUsage({ services, req, caller, place, undo }: GuardedCall): Promise<void> {
  const { tenantId, projectId, userId, isPage } = caller;
  const storageId = place.storageId === null ? null : ((await ownStorage(services, caller, place.storageId))?.id ?? null);
  const keyId = userId === undefined && !isPage ? caller.keyId : 'users';
  undo.push(services.usageParts.count({ tenantId, projectId, keyId, verb: place.verb, storageId }));
  if (req.res?.locals.notes) req.res.locals.notes.place = { verb: place.verb, storageId };
}

/** @throws {ApiError} permission-denied for a place outside the key's scope */
function requireScope({ caller, req, place }: GuardedCall): void {
  requirePlace(caller, req.path, place);
}

/** Undoes charge and count when the call fails on our side, and after a refused sign-in or lockout: who guesses spends nothing. */
function undoAfterFailure({ req: { res }, undo }: GuardedCall): void {
  res?.once('finish', () => {
    const { statusCode } = res;
    if (statusCode >= 500 || statusCode === 401 || statusCode === 429) for (const each of undo) each();
  });
}
