import type { Request } from 'express';
import { notFound } from '../../errors/api-error.ts';
import type { ApiServices } from './api-services.ts';
import { type ApiCaller, apiCaller } from '../../domain/api-keys/api-caller.ts';
import { type CallPlace, placeOf } from '../../domain/api-keys/call-place.ts';
import { requirePlace } from '../../domain/api-keys/key-scope.ts';
import { accessTokenOf, userCaller } from '../../domain/app-users/user-caller.ts';
import type { StorageRow } from '../../domain/records/model/record-services.ts';
import { requireDataApiOpen } from '../../domain/platform/data-api-switches.ts';
import { storagePath } from '../../domain/records/model/paths.ts';
import type { Guard } from '../../http/handle.ts';
import { isDocumentId } from '../../store/model/document-id.ts';
import { limitRate } from './limit-rate.ts';

/** Checks the keys, their rate and scope, and takes one credit, which a failure on our side gives back. */
export function keysAndCredit(services: ApiServices): Guard<ApiCaller> {
  return async (req) => charged(services, req, await apiCaller(services, req));
}

/** The same for calls that an app user may make with an access token: what it opens is for the storage to say. */
export function callerAndCredit(services: ApiServices): Guard<ApiCaller> {
  return async function guard(req) {
    const token = accessTokenOf(req);
    return charged(services, req, token === undefined ? await apiCaller(services, req) : await userCaller(services, req, token));
  };
}

async function charged(services: ApiServices, req: Request, caller: ApiCaller): Promise<ApiCaller> {
  await creditFor(services, caller, req, placeOf(req.method, req.path));
  return caller;
}

/**
 * Takes one credit for a call of a known caller, and gives it back when the answer is a failure on our side.
 * @throws {ApiError} too-many-requests, maintenance, feature-off, which cost none; permission-denied for what the caller's key does not name; credits-exhausted
 */
export async function creditFor(services: ApiServices, caller: ApiCaller, req: Request, place: CallPlace): Promise<void> {
  limitRate(services, caller, req);
  await requireDataApiOpen(services, req.method, req.path);
  const { tenantId, projectId, userId } = caller;
  const giveBack = await services.credits.use(tenantId);
  const keyId = userId === undefined ? caller.keyId : 'users';
  // By storages that there are: whoever makes ids up would make the account's figures grow without end.
  const counted = place.storageId === null ? null : ((await ownStorage(services, caller, place.storageId))?.id ?? null);
  const uncount = services.usageParts.count({ tenantId, projectId, keyId, verb: place.verb, storageId: counted });
  req.res?.once('finish', () => {
    if ((req.res?.statusCode ?? 500) < 500) return;
    giveBack();
    uncount();
  });
  requirePlace(caller, req.path, place);
}

/**
 * The storage that a path names. Key and id must agree, and it must be in the caller's project.
 * @throws {ApiError} not-found, the same for all of these and for an archived storage
 */
export async function storageOf(
  services: ApiServices,
  caller: ApiCaller,
  req: Request,
  storageKey = req.params.storageKey,
): Promise<StorageRow> {
  const { storageId } = req.params;
  const row = typeof storageId === 'string' ? await ownStorage(services, caller, storageId) : null;
  if (!row || row.data.storageKey !== storageKey) throw notFound('Storage');
  return row;
}

/** @returns a storage of the caller's project that is not archived, or null */
export async function ownStorage(services: ApiServices, { tenantId, projectId }: ApiCaller, storageId: string): Promise<StorageRow | null> {
  if (!isDocumentId(storageId)) return null;
  const row = await services.caches.storages.get(storagePath(storageId));
  const isTheirs = row?.data.tenantId === tenantId && row.data.projectId === projectId && !row.data.archived;
  return isTheirs ? row : null;
}
