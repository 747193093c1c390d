import type { ProjectDocument, RecordDocument, StorageDocument } from '@bedplate/contract';
import { messages } from '@bedplate/contract';
import type { RequestHeaders } from '../../network/request-headers.ts';
import { ApiError, notFound, say } from '../../errors/api-error.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { LiveDocuments } from '../../store/live-documents.ts';
import { projects, tenants } from '../../store/collections.ts';
import { type ApiCaller, loggedAs, rateOf, suspended } from '../api-keys/api-caller.ts';
import { recordPath, storagePath } from '../records/model/paths.ts';
import { readAccessToken } from './access-token.ts';

interface UserServices {
  readonly config: { readonly tokenPepper: string };
  readonly clock: () => number;
  readonly caches: {
    readonly projects: LiveDocuments<ProjectDocument<Timestamp>>;
    readonly tenants: LiveDocuments<TenantDocument>;
    readonly storages: LiveDocuments<StorageDocument<Timestamp>>;
    readonly appUsers: LiveDocuments<RecordDocument<Timestamp>>;
  };
}

/**
 * The app user of an access token, in the project that X-Project-ID names.
 * @throws {ApiError} unauthenticated for a missing X-Project-ID, which is named, for a wrong or ended token, for a user that is gone,
 * for a password that was changed or a session that was ended since, and while the users storage is archived; not-found for an archived project
 */
export async function userCaller({ config, clock, caches }: UserServices, req: RequestHeaders, token: string): Promise<ApiCaller> {
  const user = readAccessToken(config.tokenPepper, token, clock());
  if (!user) throw ended();
  if (!req.get('X-Project-ID')) throw new ApiError('unauthenticated', say('projectHeaderMissing'));
  if (user.projectId !== req.get('X-Project-ID')) throw ended();
  const [project, storage, record] = await Promise.all([
    caches.projects.get(projects.path(user.projectId)),
    caches.storages.get(storagePath(user.storageId)),
    caches.appUsers.get(recordPath(user.storageId, user.key)),
  ]);
  const tenant = project && (await caches.tenants.get(tenants.path(project.data.tenantId)));
  if (!storage || storage.data.archived || storage.data.projectId !== user.projectId) throw ended();
  if ((record?.data.passwordMark ?? '') !== (user.mark ?? '')) throw ended();
  if (user.session !== undefined && record?.data.endedSessions?.[user.session]) throw ended();
  if (!project || !record || !tenant) throw ended();
  if (!tenant.data.active) throw suspended();
  if (project.data.archivedAt !== null) throw notFound('Project');
  const { projectId, userId, storageId, key, mark, session, expiresAt } = user;
  return {
    tenantId: project.data.tenantId,
    projectId,
    keyId: `user:${userId}`,
    userId,
    userRecord: { storageId, key, ...(mark ? { mark } : {}), ...(session ? { session } : {}) },
    expiresAt,
    ...rateOf(tenant.data),
    logged: loggedAs(tenant.data, project.data),
    projectCaps: project.data.caps,
  };
}

function ended(): ApiError {
  return new ApiError('unauthenticated', messages.sessionEnded);
}
