import type { ProjectCaps, ProjectDocument, RefusedBy, Tier } from '@bedplate/contract';
import type { RequestHeaders } from '../../network/request-headers.ts';
import { ApiError, notFound, say } from '../../errors/api-error.ts';
import { apiKeys, projects, tenants } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import type { ApiKeyDocument, TenantDocument } from '../../store/documents/documents.ts';
import type { LiveDocuments } from '../../store/live-documents.ts';
import { equalTexts, sha256 } from '../../crypto/crypt.ts';
import { ourApiKeyId } from '../../crypto/key-pair.ts';
import { type CallPlace, type KeyScope, requireUsable } from './key-scope.ts';

/** An app with keys for one project, or one of its users with an access token. */
export interface ApiCaller {
  readonly tenantId: string;
  readonly projectId: string;
  /** Written into records as their author: the key's id, or the user's after "user:". */
  readonly keyId: string;
  /** The app user's id; absent for keys. */
  readonly userId?: string;
  /** The app user's record, the mark of the password that the token was made for, and its session. */
  readonly userRecord?: { readonly storageId: string; readonly key: string; readonly mark?: string; readonly session?: string };
  /** A page that a users storage lets sign people in, without a key. */
  readonly isPage?: true;
  /** When the app user's token ends, milliseconds since 1970. */
  readonly expiresAt?: number;
  /** For a caller whose path does not show it; by default the path does. */
  readonly place?: CallPlace;
  /** Of a named key: what it may do. Absent: everything in the project. */
  readonly scope?: KeyScope;
  readonly limits?: ApiKeyDocument['limits'];
  readonly projectCaps?: ProjectCaps | undefined;
  /** Calls a minute of the whole account, where staff have set them. */
  readonly accountRate?: number;
  /** How the request log keeps its calls; absent: as of a free plan, and nobody looks. */
  readonly logged?: LoggedAs;
}

export interface LoggedAs {
  readonly tier: Tier;
  /** Until then somebody looks at the project's calls as they come; milliseconds since 1970. */
  readonly watchedUntil: number;
}

export interface KeyServices {
  readonly config: { readonly tokenPepper: string };
  readonly clock: () => number;
  readonly caches: {
    readonly apiKeys: LiveDocuments<ApiKeyDocument>;
    readonly projects: LiveDocuments<ProjectDocument<Timestamp>>;
    readonly tenants: LiveDocuments<TenantDocument>;
  };
}

/**
 * Checks the headers. An invented key costs no read, and neither does a cached one.
 * @throws {ApiError} unauthenticated, with one message for a missing, wrong, revoked or foreign key, secret or project;
 * permission-denied for a suspended account, and for a named key that has ended or is used from another origin; not-found for an archived project
 */
export async function apiCaller({ config, caches, clock }: KeyServices, req: RequestHeaders): Promise<ApiCaller> {
  const apiKey = req.get('X-API-Key') ?? '';
  const secret = req.get('X-Secret-Key') ?? '';
  const projectId = req.get('X-Project-ID') ?? '';
  const keyId = ourApiKeyId(config.tokenPepper, apiKey);
  if (keyId === undefined || secret.length > 200 || !isDocumentId(projectId)) throw badKeys();
  const [row, project] = await Promise.all([caches.apiKeys.get(apiKeys.path(keyId)), caches.projects.get(projects.path(projectId))]);
  const key = row?.data;
  if (!key || project?.data.tenantId !== key.tenantId) throw badKeys();
  // The account's pair belongs to the account: it opens also while the person who founded it is deactivated.
  const fault = faultOf(key, { secret, projectId, now: clock() });
  if (fault) throw badKeys(fault);
  const tenant = await caches.tenants.get(tenants.path(key.tenantId));
  if (tenant?.data.active === false) throw suspended();
  if (key.kind === 'scoped') requireUsable(key, req.get('Origin'), clock());
  if (project.data.archivedAt !== null) throw notFound('Project');
  return {
    tenantId: key.tenantId,
    projectId,
    keyId,
    ...rateOf(tenant?.data),
    logged: loggedAs(tenant?.data, project.data),
    projectCaps: project.data.caps,
    ...(key.limits ? { limits: key.limits } : {}),
    ...(key.kind === 'scoped' ? { scope: key } : {}),
  };
}

/**
 * The pair needs its secret and opens all projects; a named key is for one project and needs none, because pages keep no secret.
 * @returns why the key does not open the project, for its owner alone; null where it does
 */
function faultOf(
  key: ApiKeyDocument,
  { secret, projectId, now }: { secret: string; projectId: string; now: number },
): 'key-paused' | 'key-project' | 'key-ended' | 'key-secret' | null {
  if (key.kind === 'scoped') return !key.active ? 'key-paused' : key.projectId === projectId ? null : 'key-project';
  if (key.expiresAt != null && key.expiresAt.toMillis() <= now) return 'key-ended';
  return equalTexts(sha256(secret), key.secretHash) ? null : 'key-secret';
}

/** @returns the account's own calls a minute, for the caller */
export function rateOf(tenant: TenantDocument | undefined): Pick<ApiCaller, 'accountRate'> {
  const rate = tenant?.limits?.requestsPerMinute;
  return rate == null ? {} : { accountRate: rate };
}

/** @returns how the request log keeps the caller's calls */
export function loggedAs(tenant: TenantDocument | undefined, project: ProjectDocument<Timestamp>): LoggedAs {
  return { tier: tenant?.plan.tier ?? 'free', watchedUntil: project.requestsWatchedUntil?.toMillis() ?? 0 };
}

/** Gives the reason, because a caller with valid keys may know it. */
export function suspended(): ApiError {
  return new ApiError('permission-denied', 'The account of this project is suspended. Its owner has got a mail with the reason.', {
    by: 'account-suspended',
  });
}

/** @param by for the request log of the key's account: the answer is the same */
function badKeys(by?: RefusedBy): ApiError {
  return new ApiError('unauthenticated', say('badKeys'), by && { by });
}
