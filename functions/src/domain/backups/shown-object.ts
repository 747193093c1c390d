import { log } from '../../config/log.ts';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { backupFolder, DamagedObjectError, readObject } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';

/**
 * An object of a backup, for somebody who waits for it. Jobs try again instead.
 * @throws {ApiError} conflict for one that is damaged or missing: it stays so, and another backup is the way on
 */
export async function shownObject(
  { records }: Pick<Services, 'records'>,
  { id, data: { tenantId, projectId } }: Pick<BackupRow, 'id' | 'data'>,
  name: string,
): Promise<string> {
  try {
    return await readObject(records, backupFolder(tenantId, projectId), name);
  } catch (cause) {
    if (!(cause instanceof DamagedObjectError)) throw cause;
    log.error('backups.damaged', { backup: id, object: name }, cause);
    throw new ApiError('conflict', say('backupDamaged'), { cause });
  }
}
