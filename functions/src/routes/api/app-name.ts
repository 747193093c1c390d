import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { projects } from '../../store/collections.ts';
import type { ApiServices } from './api-services.ts';

/** @returns the name by which mails call the app */
export async function appNameOf({ caches }: ApiServices, { data: { projectId, storageName } }: StorageRow): Promise<string> {
  return (await caches.projects.get(projects.path(projectId)))?.data.name ?? storageName;
}
