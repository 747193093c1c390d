import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import type { FoundStorage } from '../callers/find-project.ts';
import { copiedStorage } from './copied-storage.ts';

/** Bytes of one part of a file: a call ends long before its time is over, and an instance holds little. */
export const bytesOfPart = 4 * 1024 * 1024;

/** @returns paths of a storage's files below its folder, those of the trash and of archives as well */
export async function copiedFiles(
  services: Services,
  { caller, storageId, from }: { caller: Caller; storageId: string; from?: string },
): Promise<{ data: string[]; next: string | null }> {
  const prefix = folderOf(await copiedStorage(services, caller, storageId));
  const { paths, next } = await services.records.files.list(prefix, from ?? null);
  return { data: paths.map((path) => path.slice(prefix.length)), next };
}

/** Some bytes of a file. @throws {ApiError} not-found */
export async function copyFile(
  services: Services,
  { caller, storageId, query: { path, from } }: { caller: Caller; storageId: string; query: { path: string; from: number } },
): Promise<{ content: Buffer; next?: string }> {
  const prefix = folderOf(await copiedStorage(services, caller, storageId));
  const part = await services.records.files.part(prefix + path, from, bytesOfPart);
  if (!part) throw notFound('Document');
  const end = from + part.content.length;
  return { content: part.content, ...(end < part.size ? { next: String(end) } : {}) };
}

function folderOf({ id, data }: FoundStorage): string {
  return `tenants/${data.tenantId}/${data.projectId}/${id}/`;
}
