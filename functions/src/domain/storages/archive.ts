import type { ArchivedStorage, Pagination } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { projects, storages, unique } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject, findStorage } from '../callers/find-project.ts';
import { filesFollow, followArchive } from '../records/write/archived-files.ts';
import { storageKeyId } from './storage-by-key.ts';
import { freeKey, roomForStorage } from './storages.ts';

interface Path {
  projectId: string;
  storageId: string;
}

/** Archives a storage; its key becomes free, its records stay, its files are withheld. */
export async function archiveStorage(services: Services, caller: Caller, { projectId, storageId }: Path): Promise<void> {
  await findStorage(services, { caller, projectId, storageId });
  await services.store.transaction(async (tx) => {
    const storage = (await tx.storages.get(storageId))?.data;
    const project = (await tx.projects.get(projectId))?.data;
    if (!storage || !project || storage.archived) throw notFound('Storage');
    tx.write(
      storages.update(storageId, { archivedAt: Timestamp.fromMillis(services.clock()), archived: true }),
      filesFollow(services.records, { tenantId: storage.tenantId, projectId, storageId }),
      unique.remove(storageKeyId(projectId, storage.storageKey)),
      projects.update(projectId, { 'counters.storages': Math.max(0, project.counters.storages - 1) }),
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Data Storage',
        activity: 'Remove Storage',
        kind: 'storageArchived',
        values: { who: caller.name, name: storage.storageName },
      }),
    );
  });
  await followArchive(services.records, storageId);
}

/** Brings a storage back under its id and key. @throws {ApiError} not-found, already-exists (key in use), quota-exceeded */
export async function recoverStorage(services: Services, caller: Caller, { projectId, storageId }: Path): Promise<void> {
  await findProject(services, caller, projectId);
  const { tenantId } = accountOf(caller);
  await services.store.transaction(async (tx) => {
    const storage = (await tx.storages.get(storageId))?.data;
    if (!storage || storage.archivedAt === null || storage.projectId !== projectId || storage.tenantId !== tenantId)
      throw notFound('Archived storage');
    const room = await roomForStorage(tx, { tenantId, projectId });
    const key = await freeKey(tx, { projectId, storageKey: storage.storageKey, taken: 'storageKeyGiven' });
    tx.write(
      storages.update(storageId, { archivedAt: null, archived: false, trashSince: Timestamp.fromMillis(services.clock()) }),
      filesFollow(services.records, { tenantId, projectId, storageId }),
      key.take(storageId),
      room.fill,
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Data Storage',
        activity: 'Recover Storage',
        kind: 'storageRecovered',
        values: { who: caller.name, name: storage.storageName },
      }),
    );
  });
  await followArchive(services.records, storageId);
}

/** A project's archived storages, the last archived first. */
export async function listArchivedStorages(
  services: Services,
  { caller, projectId, page }: { caller: Caller; projectId: string; page: { page: number; limit: number } },
): Promise<{ data: ArchivedStorage[]; pagination: Pagination }> {
  await findProject(services, caller, projectId);
  const { rows } = await services.store.storages.query({
    where: [
      ['projectId', '==', projectId],
      ['archived', '==', true],
    ],
  });
  const archived = rows.flatMap(({ id, data }): ArchivedStorage[] => {
    const { userId, storageName, storageKey, is_softDelete, createdAt, archivedAt } = data;
    if (!archivedAt) return [];
    const times = { originalCreatedAt: createdAt.toDate().toISOString(), createdAt: archivedAt.toDate().toISOString() };
    return [{ id, originalId: id, projectId, userId, storageName, storageKey, isSoftDelete: is_softDelete, ...times }];
  });
  return pageOf(
    archived.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    page,
  );
}
