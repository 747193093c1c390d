import type { CallPlace } from '../../domain/api-keys/key-scope.ts';
import { storagePath } from '../../domain/records/model/paths.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { ApiServices } from './api-services.ts';

/** Storages that an instance looks up for refused calls in a minute. */
const looksPerMinute = 30;

/**
 * The place of a refused call, for its line in the request log. Such a call costs nothing, and anybody can invent ids: of storages that
 * memory does not know, few are looked up.
 * @param find a storage of the caller's project
 */
export async function placeOfRefused(
  services: Pick<ApiServices, 'caches' | 'rateLimiter'>,
  { verb, storageId }: CallPlace,
  find: (storageId: string) => Promise<StorageRow | null>,
): Promise<CallPlace> {
  if (storageId === null) return { verb, storageId };
  const isFree = services.caches.storages.knows(storagePath(storageId));
  if (!isFree && !services.rateLimiter.take('refused-storages', looksPerMinute, 1).allowed) return { verb, storageId: null };
  const found = await find(storageId).catch(() => null); // the refusal is what the caller is told
  return { verb, storageId: found?.id ?? null };
}
