import { type ProjectDocument, type StorageDocument, can, isProjectBound } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import type { Caller } from './caller.ts';

export interface FoundProject {
  id: string;
  data: ProjectDocument<Timestamp>;
}

export interface FoundStorage {
  id: string;
  data: StorageDocument<Timestamp>;
}

/**
 * A project as far as the caller reaches: the tenant's for an admin, their own one for a member, every one for a superadmin.
 * @throws {ApiError} not-found alike for what is unknown, archived, another tenant's or another project's
 */
export async function findProject(services: Services, caller: Caller, projectId: string): Promise<FoundProject> {
  if (!reaches(caller, projectId)) throw notFound('Project');
  const data = (await services.store.projects.get(projectId))?.data;
  if (!data || data.archivedAt !== null || !inTenant(caller, data.tenantId)) throw notFound('Project');
  return { id: projectId, data };
}

/** A storage of a project, under the same conditions. */
export async function findStorage(
  services: Services,
  { caller, projectId, storageId }: { caller: Caller; projectId: string; storageId: string },
): Promise<FoundStorage> {
  if (!reaches(caller, projectId) || !isDocumentId(storageId)) throw notFound('Storage');
  const data = (await services.store.storages.get(storageId))?.data;
  if (!data || data.archived || data.projectId !== projectId || !inTenant(caller, data.tenantId)) throw notFound('Storage');
  return { id: storageId, data };
}

export function inTenant(caller: Caller, tenantId: string): boolean {
  return can(caller.role, 'tenants.read') || tenantId === caller.tenantId;
}

export function reaches(caller: Caller, projectId: string): boolean {
  return isDocumentId(projectId) && (!isProjectBound(caller.role) || caller.projectId === projectId);
}
