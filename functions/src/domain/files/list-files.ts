import type { FileFolder, FileOrder, FilePage, FileUsage } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { listFolders, listObjects } from '../../store/object-list.ts';
import { thumbnailPath } from '../../store/thumbnail-path.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject, type FoundProject } from '../callers/find-project.ts';
import { readFileUsage } from '../plans/file-quota.ts';
import { activeStorages } from '../storages/list-storages.ts';
import { pageOfFiles } from './page-of-files.ts';

/**
 * Lists a project's storages with files, by one listing of the file store and without an index. Files
 * of records in the trash do not count; an archived storage is not active.
 */
export async function listFileFolders(services: Services, caller: Caller, projectId: string): Promise<FileFolder[]> {
  const project = await findProject(services, caller, projectId);
  const [active, used] = await Promise.all([activeStorages(services, projectId), listFolders(services.bucket, prefixOf(project))]);
  const candidates = active.filter(({ id }) => used.includes(id));
  const hold = await Promise.all(candidates.map(({ id }) => holdsFiles(services, `${prefixOf(project)}${id}/`)));
  return candidates
    .filter((_, at) => hold[at])
    .map(({ id, storageKey, storageName }) => ({ name: storageKey, storageId: id, storageName }));
}

/** The space of all files of the account, also for a member of one project. */
export async function fileUsageOf(services: Services, caller: Caller, projectId: string): Promise<FileUsage> {
  const { data } = await findProject(services, caller, projectId);
  const { bytes, pending, kept, limit } = await readFileUsage(services.store, data.tenantId);
  return { bytes: bytes + pending, kept, limit };
}

/** Of the thumbnails that a list shows, in pixels. */
const tileSize = 512;

/** One page of a folder's files. @throws {ApiError} not-found for an unknown key */
export async function listFolderFiles(
  services: Services,
  {
    caller,
    params: { projectId, storageKey },
    page,
  }: {
    caller: Caller;
    params: { projectId: string; storageKey: string };
    page: { order: FileOrder; limit: number; cursor?: string | undefined };
  },
): Promise<FilePage> {
  const project = await findProject(services, caller, projectId);
  const storage = await folderStorage(services, projectId, storageKey);
  const prefix = `${prefixOf(project)}${storage.id}/`;
  const { objects, order, next } = await pageOfFiles(services.bucket, { prefix, ...page });
  const { url } = services.records.files;
  const data = objects.map(({ path, name, size, type, token, createdAt, thumbnails }) => ({
    name,
    url: url(path, token),
    size,
    type,
    recordId: path.slice(prefix.length).split('/', 1)[0] ?? '',
    uploadedAt: createdAt,
    ...(thumbnails.includes(tileSize) ? { thumbnail: url(thumbnailPath(path, tileSize), token) } : {}),
  }));
  return { storageId: storage.id, storageName: storage.storageName, data, order, nextCursor: next };
}

/** @throws {ApiError} not-found */
export async function folderStorage(services: Services, projectId: string, storageKey: string) {
  const storage = (await activeStorages(services, projectId)).find((one) => one.storageKey === storageKey);
  if (!storage) throw notFound('Folder');
  return storage;
}

function prefixOf({ id, data }: FoundProject): string {
  return `tenants/${data.tenantId}/${id}/`;
}

/** Checks only the objects of one listing call: a folder with more withheld files is shown and may be empty. */
async function holdsFiles(services: Services, prefix: string): Promise<boolean> {
  const { objects, next } = await listObjects(services.bucket, { prefix, limit: 100, from: null });
  return objects.length > 0 || next !== null;
}
