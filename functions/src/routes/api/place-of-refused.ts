import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import type { CallPlace } from '../../domain/api-keys/key-scope.ts';
import { storagePath } from '../../domain/records/model/paths.ts';
import type { ApiServices } from './api-services.ts';
import { ownStorage } from './own-storage.ts';

/** Storages that an instance looks up for refused calls in a minute. */
const looksPerMinute = 30;

/**
 * The place of a refused call, for its line in the request log. Such a call costs nothing, and anybody can invent ids: of storages that
 * memory does not know, few are looked up.
 */
export async function placeOfRefused(
  services: Pick<ApiServices, 'caches' | 'rateLimiter'>,
  caller: Pick<ApiCaller, 'tenantId' | 'projectId'>,
  { verb, storageId }: CallPlace,
): Promise<CallPlace> {
  if (storageId === null) return { verb, storageId };
  const isFree = services.caches.storages.knows(storagePath(storageId));
  if (!isFree && !services.rateLimiter.take('refused-storages', looksPerMinute, 1).allowed) return { verb, storageId: null };
  const found = await ownStorage(services, caller, storageId).catch(() => null); // the refusal is what the caller is told
  return { verb, storageId: found?.id ?? null };
}
