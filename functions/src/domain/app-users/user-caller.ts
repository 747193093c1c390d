import type { ProjectDocument, RecordDocument, StorageDocument } from '@bedplate/contract';
import { messages } from '@bedplate/contract';
import type { RequestHeaders } from '../../network/request-headers.ts';
import { ApiError, notFound, say } from '../../errors/api-error.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Row } from '../../store/model/row.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { LiveDocuments } from '../../store/live-documents.ts';
import { projects, tenants } from '../../store/collections.ts';
import { type ApiCaller, loggedAs, rateOf, suspended } from '../api-keys/api-caller.ts';
import { recordPath, storagePath } from '../records/model/paths.ts';
import { accessMillis, type AppUser, readAccessToken } from './access-token.ts';

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
    recordOf(caches, user),
  ]);
  const tenant = project && (await caches.tenants.get(tenants.path(project.data.tenantId)));
  if (!storage || storage.data.archived || storage.data.projectId !== user.projectId) throw ended();
  if (!tenant || !record) throw ended();
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

/**
 * Looks again where the cache may be older than the token: after another password, or for a user who is back. Once the value is as new as
 * the token, none is read for it.
 * @returns the user's record; null where the token's time is over
 */
async function recordOf({ appUsers }: UserServices['caches'], user: AppUser): Promise<Row<RecordDocument<Timestamp>> | null> {
  const path = recordPath(user.storageId, user.key);
  const isGood = ({ data }: Row<RecordDocument<Timestamp>>) =>
    (data.passwordMark ?? '') === (user.mark ?? '') && !(user.session !== undefined && data.endedSessions?.[user.session]);
  const known = await appUsers.get(path);
  if (known && isGood(known)) return known;
  const record = await appUsers.get(path, user.expiresAt - accessMillis);
  return record && isGood(record) ? record : null;
}

function ended(): ApiError {
  return new ApiError('unauthenticated', messages.sessionEnded);
}
