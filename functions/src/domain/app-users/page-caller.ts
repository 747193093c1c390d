import { type ProjectDocument, signInOf, type StorageDocument } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { RequestHeaders } from '../../network/request-headers.ts';
import { projects, tenants } from '../../store/collections.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { LiveDocuments } from '../../store/live-documents.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { type ApiCaller, loggedAs, rateOf, suspended } from '../api-keys/api-caller.ts';
import { storagePath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { holdsUsers } from '../records/model/user-storage.ts';

interface PageServices {
  readonly caches: {
    readonly projects: LiveDocuments<ProjectDocument<Timestamp>>;
    readonly tenants: LiveDocuments<TenantDocument>;
    readonly storages: LiveDocuments<StorageDocument<Timestamp>>;
  };
}

/**
 * A page that calls without a key, because a key in a page is known to everybody who opens it. Any program can claim an origin, so the
 * origin keeps other pages out, and the limits keep programs from more than a person does. Decision 071.
 * @returns null where the storage has no such pages: the call then lacks its keys
 * @throws {ApiError} permission-denied for a page that the storage does not name, and for a suspended account; not-found for an archived project
 */
export async function pageCaller(
  { caches }: PageServices,
  req: RequestHeaders,
  { storageId, origin }: { storageId: string; origin: string },
): Promise<ApiCaller | null> {
  const storage = isDocumentId(storageId) ? await caches.storages.get(storagePath(storageId)) : null;
  const projectId = req.get('X-Project-ID');
  if (!storage || storage.data.archived || !holdsUsers(storage.data) || storage.data.projectId !== projectId) return null;
  const { origins } = signInOf(storage.data);
  if (origins.length === 0) return null;
  if (!origins.includes(origin)) throw denied(`This users storage does not let the page ${origin.slice(0, 200)} sign people in.`);
  return callerOfPage({ caches }, storage);
}

/** A call for a storage that lets pages sign people in. @returns null where the project is gone @throws {ApiError} as `pageCaller` */
export async function callerOfPage({ caches }: PageServices, { id: storageId, data }: StorageRow): Promise<ApiCaller | null> {
  const { projectId } = data;
  const { requestsPerMinute, requestsPerMinutePerClient } = signInOf(data);
  const project = await caches.projects.get(projects.path(projectId));
  const tenant = project && (await caches.tenants.get(tenants.path(project.data.tenantId)));
  if (!tenant) return null;
  if (!tenant.data.active) throw suspended();
  if (project.data.archivedAt !== null) throw notFound('Project');
  return {
    tenantId: project.data.tenantId,
    projectId,
    keyId: `page:${storageId}`,
    isPage: true,
    scope: { name: 'sign-in without a key', storages: [storageId], verbs: ['authenticate', 'create'] },
    limits: { requestsPerMinute, requestsPerMinutePerClient },
    ...rateOf(tenant.data),
    logged: loggedAs(tenant.data, project.data),
    projectCaps: project.data.caps,
  };
}

function denied(message: string): ApiError {
  return new ApiError('permission-denied', message);
}
