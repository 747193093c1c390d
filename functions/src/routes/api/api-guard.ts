import type { Request } from 'express';
import { notFound } from '../../http/api-error.ts';
import type { ApiServices } from '../../api-services.ts';
import { type ApiCaller, apiCaller } from '../../domain/api-keys/api-caller.ts';
import type { StorageRow } from '../../domain/records/record-services.ts';
import { storagePath } from '../../domain/records/paths.ts';
import type { Guard } from '../../http/handle.ts';

/** Checks the keys and takes one credit, which a failure on our side gives back. */
export function keysAndCredit(services: ApiServices): Guard<ApiCaller> {
  return async function guard(req) {
    const caller = await apiCaller(services, req);
    const giveBack = await services.credits.use(caller.tenantId);
    req.res?.once('finish', () => {
      if ((req.res?.statusCode ?? 500) >= 500) giveBack();
    });
    return caller;
  };
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
  if (typeof storageId !== 'string' || !/^[\w-]{1,64}$/.test(storageId)) throw notFound('Storage');
  const row = await services.caches.storages.get(storagePath(storageId));
  const { tenantId, projectId } = caller;
  const isTheirs = row?.data.tenantId === tenantId && row.data.projectId === projectId && row.data.storageKey === storageKey;
  if (!row || !isTheirs || row.data.archived) throw notFound('Storage');
  return row;
}

export function recordIdOf(req: Request): string {
  return String(req.params.recordId ?? '');
}

/** The query string as it came: operators are part of its names. */
export function rawQuery(req: Request): string {
  const start = req.originalUrl.indexOf('?');
  return start < 0 ? '' : req.originalUrl.slice(start + 1);
}
