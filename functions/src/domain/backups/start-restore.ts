import type { RestoreOrder, StartedRestore } from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import type { BackupPartDocument } from '../../store/documents/backup-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import { mostToldEach, toldOncePart } from '../records/jobs/told-once.ts';
import { newJob } from '../records/model/new-job.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { viewConditions } from '../records/query/view-conditions.ts';
import { linesWhere } from '../records/restore/lines-where.ts';
import type { RestoreInput } from '../records/restore/restore-input.ts';
import { backupFolder } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';
import { requireRoom } from './room-for-restored.ts';
import { restoreSetup } from './restored-setup.ts';
import { restoredStorage } from './restored-storage.ts';
import type { Restoring } from './restoring.ts';
import { shownObject } from './shown-object.ts';
import type { BackedUpSettings } from './storage-settings.ts';

interface Restore {
  readonly backup: BackupRow;
  readonly order: RestoreOrder;
}

/**
 * Begins a job for each storage that is restored, or that counts what a restore would change. Storages that the project does not have any
 * more are made again, with all that they had beside their records; the others keep theirs unless the order asks for it.
 * @throws {ApiError} conflict for a backup that is not complete; not-found for a storage that it does not hold; already-exists, quota-exceeded
 */
export async function startRestore(services: Services, caller: Caller, { backup, order }: Restore): Promise<StartedRestore[]> {
  if (backup.data.state !== 'ready') throw new ApiError('conflict', say('backupIncomplete'));
  const wanted = [...new Set(order.storages ?? backup.data.storages)];
  if (order.ids && order.where !== undefined) throw invalidField('where', say('backupIdsOrWhere'));
  if (isOfSome(order) && wanted.length !== 1) throw invalidField('storages', say('backupOneStorage'));
  const parts = await services.store.in(backupParts(backup.id)).getAll(wanted);
  const held = parts.map((part) => {
    if (!part) throw notFound('Storage');
    return part;
  });
  const targets = await Promise.all(held.map((part) => found(services, { backup, order, part })));
  for (const { id } of held) if (order.where !== undefined) checkWhere(order.where, await presentStorage(services, backup, id));
  const lost = targets.flatMap(({ storage, backed }) => (storage ? [] : [backed]));
  await requireRoom(services, backup, { lost, place: order.place });
  const all: Target[] = [];
  for (const target of targets) all.push(target.storage || order.dryRun ? target : await made(services, caller, { backup, order, target }));
  const setups = await restoreSetup(services, caller, restoringOf(all, order));
  const started: StartedRestore[] = [];
  for (const target of all) {
    const { setup = [], gaps = [] } = setups.get(target.part.id) ?? {};
    started.push({ ...(await begun(services, caller, { backup, order, target })), setup, gaps });
  }
  return started;
}

/** A storage of the backup, and the one that it is restored into. */
interface Target {
  readonly part: Row<BackupPartDocument>;
  readonly backed: BackedUpSettings;
  /** Null for one that is not there, or not yet. */
  readonly storage: StorageRow | null;
  readonly isNew: boolean;
}

function isOfSome({ ids, where }: RestoreOrder): boolean {
  return ids !== undefined || where !== undefined;
}

/** Before anything is made. @throws {ApiError} invalid-argument */
function checkWhere(where: string, storage: StorageRow | null): void {
  if (storage) linesWhere(storage, where);
  else viewConditions(where);
}

async function found(services: Services, { backup, order, part }: Restore & { readonly part: Row<BackupPartDocument> }): Promise<Target> {
  const backed = JSON.parse(await shownObject(services, backup, part.data.settings)) as BackedUpSettings; // written by `settingsOf`
  const storage = order.place === 'inPlace' ? await presentStorage(services, backup, part.id) : null;
  return { part, backed, storage, isNew: storage === null };
}

async function made(services: Services, caller: Caller, { backup, order, target }: Restore & { readonly target: Target }): Promise<Target> {
  return { ...target, storage: await restoredStorage(services, caller, { backup, backed: target.backed, place: order.place }) };
}

function restoringOf(all: readonly Target[], order: RestoreOrder): Restoring[] {
  const { place, setup = false, dryRun } = order;
  const isSome = isOfSome(order);
  const targets = new Map(all.flatMap(({ part, storage }) => (storage ? [[part.id, storage.id] as const] : [])));
  return all.flatMap(({ part, backed, storage, isNew }) =>
    isNew || (setup && !isSome) ? [{ from: part.id, place, backed, storage, isNew, ids: targets, isTrial: dryRun }] : [],
  );
}

async function begun(
  services: Services,
  caller: Caller,
  { backup, order, target: { part, storage: target, isNew } }: Restore & { readonly target: Target },
): Promise<Omit<StartedRestore, 'setup' | 'gaps'>> {
  const { storageName, records } = part.data;
  const about = { from: part.id, records, isNew };
  // The schema may have come meanwhile: a job begins with the storage as it is.
  const storage = target && (await services.store.storages.get(target.id));
  if (!storage) return { ...about, storageId: null, storageName, jobId: null };
  if (order.where !== undefined) checkWhere(order.where, storage);
  const total = order.ids?.length ?? records;
  const { id: jobId, write } = newJob(services.records, storage, {
    kind: 'restore',
    input: {
      folder: backupFolder(backup.data.tenantId, backup.data.projectId),
      backupId: backup.id,
      from: part.id,
      mode: isNew ? 'missing' : order.mode,
      isTrial: order.dryRun,
      hasHistory: (storage.data.history ?? 0) > 0 && !order.dryRun,
      ids: order.ids ?? null,
      where: order.where ?? null,
      ...toldOncePart(!order.dryRun && total > mostToldEach),
    } satisfies RestoreInput,
    actor: caller.uid,
    total,
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
