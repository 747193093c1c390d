import type { OfficeArchivedStorage, OfficeStorage, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import type { Listed } from './list-accounts.ts';
import { type OfficeQuery, listPage } from './list-page.ts';
import { projectsOf } from './names.ts';

/** Active storages of all accounts. A search matches the beginning of a name or key, or an id. */
export async function listAllStorages(services: Services, query: OfficeQuery): Promise<Listed<OfficeStorage>> {
  const { rows, project, pagination } = await storages(services, query, false);
  const data = rows.map(({ id, data: storage }) => ({
    id,
    user: { id: storage.userId, name: storage.ownerName },
    project: project(storage.projectId),
    tenantId: storage.tenantId,
    storageName: storage.storageName,
    storageKey: storage.storageKey,
    is_softDelete: storage.is_softDelete,
    createdAt: storage.createdAt.toDate().toISOString(),
  }));
  return { data, pagination };
}

/** Archived storages of all accounts, and those of archived projects. */
export async function listAllArchivedStorages(services: Services, query: OfficeQuery): Promise<Listed<OfficeArchivedStorage>> {
  const { rows, project, pagination } = await storages(services, query, true);
  const data = rows.map(({ id, data: storage }) => ({
    id,
    originalId: id,
    projectId: storage.projectId,
    userId: storage.userId,
    user: { id: storage.userId, name: storage.ownerName },
    project: project(storage.projectId),
    tenantId: storage.tenantId,
    storageName: storage.storageName,
    storageKey: storage.storageKey,
    isSoftDelete: storage.is_softDelete,
    originalCreatedAt: storage.createdAt.toDate().toISOString(),
    // Archived together with its project, it has no time of its own.
    createdAt: (storage.archivedAt ?? storage.updatedAt).toDate().toISOString(),
  }));
  return { data, pagination };
}

async function storages(services: Services, query: OfficeQuery, archived: boolean) {
  const list = {
    from: 'storages',
    where: [['archived', '==', archived] as const],
    timeOrderedIds: true,
    searched: ['storageName', 'storageKey'],
  };
  const { rows, pagination } = await listPage<StorageDocument<Timestamp>>(services, list, query);
  const project = await projectsOf(
    services,
    rows.map(({ data }) => data.projectId),
  );
  return { rows, project, pagination };
}
