import { type Backup, type BackupDetails, backupLimits } from '@bedplate/contract';
import { inEnglish, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import type { BackupDocument } from '../../store/documents/backup-documents.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { type BackupRow, backupsOf } from './find-backups.ts';

/** @returns a project's backups, newest first */
export async function listBackups(services: Services, caller: Caller, projectId: string): Promise<Backup[]> {
  await findProject(services, caller, projectId);
  return (await backupsOf(services, projectId, backupLimits.listed)).map(({ id, data }) => backupOut(id, data));
}

/** @throws {ApiError} not-found also for a backup of another project */
export async function findBackup(
  services: Services,
  { caller, projectId, backupId }: { caller: Caller; projectId: string; backupId: string },
): Promise<BackupRow> {
  await findProject(services, caller, projectId);
  const found = await services.store.backups.get(backupId);
  if (!found || found.data.projectId !== projectId) throw notFound('Backup');
  return found;
}

/** A backup with its storages. One read for each, and one for whether the project still has it. */
export async function backupDetails(services: Services, { id, data }: BackupRow): Promise<BackupDetails> {
  const [parts, present] = await Promise.all([
    services.store.in(backupParts(id)).getAll(data.storages),
    services.store.storages.getAll(data.storages),
  ]);
  const contents = parts.flatMap((part, i) => {
    if (!part) return [];
    const { storageName, storageKey, records, files, bytes } = part.data;
    const storage = present[i]?.data;
    const isPresent = storage !== undefined && !storage.archived;
    return [{ id: part.id, storageName, storageKey, records, files, bytes, isPresent, keepsHistory: (storage?.history ?? 0) > 0 }];
  });
  return { ...backupOut(id, data), contents };
}

export function backupOut(id: string, data: BackupDocument): Backup {
  const { cause, state, readTime, createdAt, finishedAt, expiresAt, author, storages, records, files, bytes, currentAt, failure } = data;
  const { damagedAt = null, reread = 0 } = data;
  return {
    id,
    cause,
    state,
    readTime: readTime && iso(readTime),
    createdAt: iso(createdAt),
    finishedAt: finishedAt && iso(finishedAt),
    expiresAt: iso(expiresAt),
    madeBy: author,
    storages: storages.length,
    records,
    files,
    bytes,
    currentAt: currentAt && iso(currentAt),
    // Staff alone read the words of what broke.
    failure: failure && inEnglish(say(state === 'failed' ? 'backupGivenUp' : 'backupBroke')),
    damagedAt: damagedAt && iso(damagedAt),
    reread,
  };
}

function iso(time: Timestamp): string {
  return time.toDate().toISOString();
}
