import type { RestorePlace } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { freeKey, roomForStorage } from '../storages/storages.ts';
import type { BackupRow } from './find-backups.ts';
import type { BackedUpSettings } from './storage-settings.ts';

/**
 * Looks whether all storages of a restore can be made, before any is: one that was made before a refusal would stay without its records.
 * @throws {ApiError} already-exists where another storage has the key of one of them; quota-exceeded
 */
export async function requireRoom(
  { store }: Pick<Services, 'store'>,
  { data: { tenantId, projectId } }: BackupRow,
  { lost, place }: { lost: readonly BackedUpSettings[]; place: RestorePlace },
): Promise<void> {
  if (lost.length === 0) return;
  await store.transaction(async (tx) => {
    await roomForStorage(tx, { tenantId, projectId, count: lost.length });
    if (place === 'inPlace') for (const { settings } of lost) await freeKey(tx, { projectId, storageKey: settings.storageKey });
  });
}
