import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';

export interface StoragePath {
  readonly projectId: string;
  readonly storageId: string;
}

/** @throws {ApiError} not-found also for a storage without users */
export async function usersStorage(services: Services, caller: Caller, path: StoragePath): Promise<StorageRow> {
  const storage = await findStorage(services, { caller, ...path });
  if (!isUserStorage(storage)) throw notFound('Storage');
  return storage;
}
