import type { RestoreOrder, StartedRestore } from '@bedplate/contract';
import { ApiError, invalidField, notFound, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import type { BackupPartDocument } from '../../store/documents/backup-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import { newJob } from '../records/model/new-job.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { RestoreInput } from '../records/restore/restore-input.ts';
import { backupFolder } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';
import { restoredStorage } from './restored-storage.ts';

interface Restore {
  readonly backup: BackupRow;
  readonly order: RestoreOrder;
}

/**
 * Begins a job for each storage that is restored, or that counts what a restore would change. Storages that the project does not have any
 * more are made again.
 * @throws {ApiError} conflict for a backup that is not complete; not-found for a storage that it does not hold; quota-exceeded
 */
export async function startRestore(services: Services, caller: Caller, { backup, order }: Restore): Promise<StartedRestore[]> {
  if (backup.data.state !== 'ready') throw new ApiError('conflict', say('backupIncomplete'));
  const wanted = order.storages ?? backup.data.storages;
  if (order.ids && (wanted.length !== 1 || order.place !== 'inPlace')) throw invalidField('storages', say('backupOneStorage'));
  const parts = await services.store.in(backupParts(backup.id)).getAll(wanted);
  const started: StartedRestore[] = [];
  for (const part of parts) {
    if (!part) throw notFound('Storage');
    started.push(await restorePart(services, caller, { backup, order, part }));
  }
  return started;
}

async function restorePart(
  services: Services,
  caller: Caller,
  { backup, order, part }: Restore & { readonly part: Row<BackupPartDocument> },
): Promise<StartedRestore> {
  const { storageName, records } = part.data;
  const present = order.place === 'inPlace' ? await presentStorage(services, backup, part.id) : null;
  const about = { from: part.id, records, isNew: present === null };
  if (!present && order.dryRun) return { ...about, storageId: null, storageName, jobId: null };
  const storage = present ?? (await restoredStorage(services, caller, { backup, part: part.data, place: order.place }));
  const { id: jobId, write } = newJob(services.records, storage, {
    kind: 'restore',
    input: {
      folder: backupFolder(backup.data.tenantId, backup.data.projectId),
      backupId: backup.id,
      from: part.id,
      mode: present ? order.mode : 'missing',
      isTrial: order.dryRun,
      hasHistory: (storage.data.history ?? 0) > 0 && !order.dryRun,
      ids: order.ids ?? null,
    } satisfies RestoreInput,
    actor: caller.uid,
    total: order.ids?.length ?? records,
  });
  await services.store.commit([write, ...(order.dryRun ? [] : [restored(services, caller, storage)])]);
  return { ...about, storageId: storage.id, storageName: storage.data.storageName, jobId };
}

async function presentStorage({ store }: Services, { data: { projectId } }: BackupRow, id: string): Promise<StorageRow | null> {
  const found = await store.storages.get(id);
  return found && !found.data.archived && found.data.projectId === projectId ? found : null;
}

function restored(services: Services, caller: Caller, { data }: StorageRow) {
  return activityWrite(services, {
    ...actorOf(caller),
    projectId: data.projectId,
    module: 'Storage Data',
    activity: 'Restore Storage Data',
    kind: 'backupRestored',
    values: { who: caller.name, name: data.storageName },
  });
}
