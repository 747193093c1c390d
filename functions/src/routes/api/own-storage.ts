import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { storagePath } from '../../domain/records/model/paths.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import type { ApiServices } from './api-services.ts';

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
