import { limits, type RestorePlace, StorageInput } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { storages } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { createStorage } from '../storages/storages.ts';
import type { BackupRow } from './find-backups.ts';
import { settingsOfNew } from './restored-settings.ts';
import type { BackedUpSettings } from './storage-settings.ts';

const mostCopies = 20;

/**
 * Makes a storage with the settings of the backup: under its old key where the project has lost it, and under another one beside it. A copy
 * keeps no history, and is no storage of app users.
 * @throws {ApiError} quota-exceeded; already-exists where another storage has the old key
 */
export async function restoredStorage(
  services: Services,
  caller: Caller,
  { backup, backed, place }: { backup: BackupRow; backed: BackedUpSettings; place: RestorePlace },
): Promise<StorageRow> {
  const { projectId, readTime } = backup.data;
  const { storageName, storageKey } = backed.settings;
  const input = settingsOfNew(backed);
  if (place === 'inPlace') return madeAgain(services, caller, { projectId, backed, input: { ...input, storageName, storageKey } });
  const { history: _, signIn: __, ...ofCopy } = input;
  const day = readTime?.toDate().toISOString().slice(0, 10) ?? '';
  for (let copy = 1; ; copy += 1) {
    const mark = copy === 1 ? day : `${day}-${copy}`;
    const names = {
      storageName: `${storageName.slice(0, limits.nameLength - mark.length - 3)} (${mark})`,
      storageKey: `${storageKey.slice(0, limits.storageKeyLength - mark.length - 1)}-${mark}`,
    };
    try {
      return await made(services, caller, { projectId, input: { ...ofCopy, ...names } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'already-exists' || copy === mostCopies) throw error;
    }
  }
}

/** Notes the storage that it was: an erasure has to know. */
async function madeAgain(
  services: Services,
  caller: Caller,
  { projectId, backed, input }: { projectId: string; backed: BackedUpSettings; input: unknown },
): Promise<StorageRow> {
  const { id, data } = await made(services, caller, { projectId, input });
  const restoredFrom = [backed.settings.id, ...(backed.restoredFrom ?? [])];
  await services.store.commit([storages.update(id, { restoredFrom })]);
  return { id, data: { ...data, restoredFrom } };
}

async function made(services: Services, caller: Caller, { projectId, input }: { projectId: string; input: unknown }): Promise<StorageRow> {
  const { id } = await createStorage(services, { caller, projectId, input: StorageInput.parse(input) });
  const row = await services.store.storages.get(id);
  if (!row) throw notFound('Storage');
  return row;
}
