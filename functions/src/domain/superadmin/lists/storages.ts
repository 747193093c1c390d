import type { OfficeArchivedStorage, OfficeStorage, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Row } from '../../../store/row.ts';
import { projectsOf } from '../names.ts';
import { iso, officeList } from './office-list.ts';

type Stored = StorageDocument<Timestamp>;

const common = {
  from: 'storages',
  order: 'key',
  ofTenants: true,
  search: { parts: ({ storageName, storageKey }: Stored) => [storageName, storageKey] },
} as const;

/** Active storages of all accounts. */
export const storages = officeList<Stored, OfficeStorage>({
  ...common,
  where: () => [['archived', '==', false]],
  columns: [
    'id',
    'user.id',
    'user.name',
    'project.id',
    'project.name',
    'tenantId',
    'storageName',
    'storageKey',
    'is_softDelete',
    'createdAt',
  ],
  async show(services, rows) {
    const project = await projectsOf(services, projectIds(rows));
    return rows.map(({ id, data: storage }) => ({
      id,
      ...placeOf(storage, project),
      is_softDelete: storage.is_softDelete,
      createdAt: iso(storage.createdAt),
    }));
  },
});

/** Archived storages of all accounts, and those of archived projects. */
export const archivedStorages = officeList<Stored, OfficeArchivedStorage>({
  ...common,
  where: () => [['archived', '==', true]],
  columns: [
    'id',
    'user.id',
    'user.name',
    'project.id',
    'project.name',
    'tenantId',
    'storageName',
    'storageKey',
    'isSoftDelete',
    'originalCreatedAt',
    'createdAt',
  ],
  async show(services, rows) {
    const project = await projectsOf(services, projectIds(rows));
    return rows.map(({ id, data: storage }) => ({
      id,
      originalId: id,
      projectId: storage.projectId,
      userId: storage.userId,
      ...placeOf(storage, project),
      isSoftDelete: storage.is_softDelete,
      originalCreatedAt: iso(storage.createdAt),
      // Archived together with its project, it has no time of its own.
      createdAt: iso(storage.archivedAt ?? storage.updatedAt),
    }));
  },
});

function projectIds(rows: readonly Row<Stored>[]): string[] {
  return rows.map(({ data }) => data.projectId);
}

function placeOf(
  { userId, ownerName, projectId, tenantId, storageName, storageKey }: Stored,
  project: Awaited<ReturnType<typeof projectsOf>>,
) {
  return { user: { id: userId, name: ownerName }, project: project(projectId), tenantId, storageName, storageKey };
}
