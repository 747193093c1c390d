import type { ArchivedStorage, Pagination } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject, findStorage } from '../callers/find-project.ts';
import { freeKey, keyRef, roomForStorage } from './storages.ts';

interface Path {
  projectId: string;
  storageId: string;
}

/** Archives a storage; its key becomes free, its records stay. */
export async function archiveStorage(services: Services, caller: Caller, { projectId, storageId }: Path): Promise<void> {
  await findStorage(services, caller, projectId, storageId);
  const { projects, storages } = collections(services.db);
  await services.db.runTransaction(async (tx) => {
    const storage = (await tx.get(storages.doc(storageId))).data();
    const project = (await tx.get(projects.doc(projectId))).data();
    if (!storage || !project || storage.archived) throw notFound('Storage');
    tx.update(storages.doc(storageId), { archivedAt: Timestamp.fromMillis(services.clock()), archived: true });
    tx.delete(keyRef(services, projectId, storage.storageKey));
    tx.update(projects.doc(projectId), { 'counters.storages': Math.max(0, project.counters.storages - 1) });
    activityWrite(services, tx, {
      ...actorOf(caller),
      projectId,
      module: 'Data Storage',
      activity: 'Remove Storage',
      description: `${caller.name} archived the storage ${storage.storageName}.`,
    });
  });
}

/** Brings a storage back under its id and key. @throws {ApiError} not-found, already-exists (key in use), quota-exceeded */
export async function recoverStorage(services: Services, caller: Caller, { projectId, storageId }: Path): Promise<void> {
  await findProject(services, caller, projectId);
  const { tenantId } = accountOf(caller);
  const ref = collections(services.db).storages.doc(storageId);
  await services.db.runTransaction(async (tx) => {
    const storage = (await tx.get(ref)).data();
    if (!storage || storage.archivedAt === null || storage.projectId !== projectId || storage.tenantId !== tenantId)
      throw notFound('Archived storage');
    const room = await roomForStorage(services, tx, tenantId, projectId);
    const key = await freeKey(services, tx, projectId, storage.storageKey);
    tx.update(ref, { archivedAt: null, archived: false });
    key.take(storageId);
    room.fill();
    activityWrite(services, tx, {
      ...actorOf(caller),
      projectId,
      module: 'Data Storage',
      activity: 'Recover Storage',
      description: `${caller.name} recovered the storage ${storage.storageName}.`,
    });
  });
}

/** A project's archived storages, the last archived first. */
export async function listArchivedStorages(
  services: Services,
  caller: Caller,
  projectId: string,
  page: { page: number; limit: number },
): Promise<{ data: ArchivedStorage[]; pagination: Pagination }> {
  await findProject(services, caller, projectId);
  const { docs } = await collections(services.db).storages.where('projectId', '==', projectId).where('archived', '==', true).get();
  const archived = docs.flatMap((doc): ArchivedStorage[] => {
    const { userId, storageName, storageKey, is_softDelete, createdAt, archivedAt } = doc.data();
    if (!archivedAt) return [];
    const times = { originalCreatedAt: createdAt.toDate().toISOString(), createdAt: archivedAt.toDate().toISOString() };
    return [{ id: doc.id, originalId: doc.id, projectId, userId, storageName, storageKey, isSoftDelete: is_softDelete, ...times }];
  });
  return pageOf(
    archived.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    page,
  );
}
