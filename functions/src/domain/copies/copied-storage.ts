import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import type { FoundStorage } from '../callers/find-project.ts';
import { accountOf } from '../callers/member-of.ts';

/** A storage of the account, in the archive or not. @throws {ApiError} not-found */
export async function copiedStorage(services: Services, caller: Caller, storageId: string): Promise<FoundStorage> {
  const { tenantId } = accountOf(caller);
  const data = (await services.store.storages.get(storageId))?.data;
  if (!data || data.tenantId !== tenantId) throw notFound('Storage');
  return { id: storageId, data };
}
