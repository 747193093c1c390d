import { limits, type RestorePlace, StorageInput } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { BackupPartDocument } from '../../store/documents/backup-documents.ts';
import type { Caller } from '../callers/caller.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { backupFolder, readObject } from '../records/snapshots/segment.ts';
import { createStorage } from '../storages/storages.ts';
import type { BackupRow } from './find-backups.ts';
import type { BackedUpSettings } from './storage-settings.ts';

const mostCopies = 20;

/**
 * Makes a storage with the settings of the backup: under its old key where the project has lost it, and under another one beside it. Schema,
 * access rules, endpoints and providers of sign-in are not set up again: a person looks at them first.
 * @throws {ApiError} quota-exceeded; already-exists where another storage has the old key
 */
export async function restoredStorage(
  services: Services,
  caller: Caller,
  { backup, part, place }: { backup: BackupRow; part: BackupPartDocument; place: RestorePlace },
): Promise<StorageRow> {
  const { tenantId, projectId, readTime } = backup.data;
  const folder = backupFolder(tenantId, projectId);
  const { settings } = JSON.parse(await readObject(services.records, folder, part.settings)) as BackedUpSettings; // written by `settingsOf`
  const day = readTime?.toDate().toISOString().slice(0, 10) ?? '';
  const { is_softDelete, endUserAccess, passwordRules, history, trashDays } = settings;
  const open = settings.hasRules ? {} : { endUserAccess };
  const again = {
    storageName: settings.storageName,
    storageKey: settings.storageKey,
    is_softDelete,
    passwordRules,
    history,
    trashDays,
    ...open,
  };
  if (place === 'inPlace') return made(services, caller, { projectId, input: again });
  for (let copy = 1; ; copy += 1) {
    const mark = copy === 1 ? day : `${day}-${copy}`;
    const storageName = `${settings.storageName.slice(0, limits.nameLength - mark.length - 3)} (${mark})`;
    const storageKey = `${settings.storageKey.slice(0, limits.storageKeyLength - mark.length - 1)}-${mark}`;
    try {
      return await made(services, caller, { projectId, input: { storageName, storageKey, is_softDelete } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'already-exists' || copy === mostCopies) throw error;
    }
  }
}

async function made(services: Services, caller: Caller, { projectId, input }: { projectId: string; input: unknown }): Promise<StorageRow> {
  const { id } = await createStorage(services, { caller, projectId, input: StorageInput.parse(input) });
  const row = await services.store.storages.get(id);
  if (!row) throw notFound('Storage');
  return row;
}
