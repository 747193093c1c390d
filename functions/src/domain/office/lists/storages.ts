import * as collections from '../../../store/collections.ts';
import type { OfficeArchivedStorage, OfficeStorage, StorageDocument } from '@bedplate/contract';
import { projectsOf } from './names.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { iso } from '../../../store/model/iso.ts';
import { type OfficeList, officeList } from './office-list.ts';

type Stored = StorageDocument<Timestamp>;

const ownColumns = ['user.id', 'user.name', 'project.id', 'project.name', 'tenantId', 'storageName', 'storageKey'];

/** Storages of all accounts, archived or not. @param own what a row of this list has besides its place */
function storageList<R extends object>(archived: boolean, columns: readonly string[], own: (id: string, storage: Stored) => R) {
  return officeList<Stored, R & ReturnType<typeof placeOf> & { id: string }>({
    from: collections.storages.name,
    order: 'key',
    ofTenants: true,
    search: { parts: ({ storageName, storageKey }) => [storageName, storageKey] },
    where: () => [['archived', '==', archived]],
    columns: ['id', ...ownColumns, ...columns],
    async show(services, rows) {
      const project = await projectsOf(
        services,
        rows.map(({ data }) => data.projectId),
      );
      return rows.map(({ id, data }) => ({ id, ...placeOf(data, project), ...own(id, data) }));
    },
  });
}

/** Active storages of all accounts. */
export const storages: OfficeList<Stored, OfficeStorage> = storageList(false, ['is_softDelete', 'createdAt'], (_, storage) => ({
  is_softDelete: storage.is_softDelete,
  createdAt: iso(storage.createdAt),
}));

/** Archived storages of all accounts, and those of archived projects. */
export const archivedStorages: OfficeList<Stored, OfficeArchivedStorage> = storageList(
  true,
  ['isSoftDelete', 'originalCreatedAt', 'createdAt'],
  (id, storage) => ({
    originalId: id,
    projectId: storage.projectId,
    userId: storage.userId,
    isSoftDelete: storage.is_softDelete,
    originalCreatedAt: iso(storage.createdAt),
    // Archived together with its project, it has no time of its own.
    createdAt: iso(storage.archivedAt ?? storage.updatedAt),
  }),
);

function placeOf(
  { userId, ownerName, projectId, tenantId, storageName, storageKey }: Stored,
  project: Awaited<ReturnType<typeof projectsOf>>,
) {
  return { user: { id: userId, name: ownerName }, project: project(projectId), tenantId, storageName, storageKey };
}
