import type { ProjectDocument } from '@bedplate/contract';
import { messages } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Request } from 'express';
import { ApiError, notFound } from '../../http/api-error.ts';
import type { ApiKeyDocument } from '../../store/documents.ts';
import type { LiveCache } from '../../store/live-cache.ts';
import { equalTexts, sha256 } from '../keys/crypt.ts';
import { apiKeyId, isOurApiKey } from '../keys/key-pair.ts';

/** An app that calls with the account's key pair for one of its projects, or one of its users with an access token. */
export interface ApiCaller {
  readonly tenantId: string;
  readonly projectId: string;
  /** Written into records as their author: the key's id, or the user's after "user:". */
  readonly keyId: string;
  /** The app user's id; absent for keys, which may do everything in the project. */
  readonly userId?: string;
}

export interface KeyServices {
  readonly config: { readonly tokenPepper: string };
  readonly caches: {
    readonly apiKeys: LiveCache<ApiKeyDocument>;
    readonly projects: LiveCache<ProjectDocument<Timestamp>>;
  };
}

/**
 * Checks the three headers. A made-up key costs no read; a known one none either while its document is in the cache.
 * @throws {ApiError} unauthenticated, with one message for a missing, wrong, revoked or foreign key, secret or project;
 * not-found for an archived project
 */
export async function apiCaller({ config, caches }: KeyServices, req: Request): Promise<ApiCaller> {
  const apiKey = req.get('X-API-Key') ?? '';
  const secret = req.get('X-Secret-Key') ?? '';
  const projectId = req.get('X-Project-ID') ?? '';
  if (!isOurApiKey(config.tokenPepper, apiKey) || secret.length > 200 || !/^[\w-]{1,64}$/.test(projectId)) throw badKeys();
  const keyId = apiKeyId(apiKey);
  const [key, project] = await Promise.all([caches.apiKeys.get(`apiKeys/${keyId}`), caches.projects.get(`projects/${projectId}`)]);
  if (!key?.data.active || !equalTexts(sha256(secret), key.data.secretHash)) throw badKeys();
  if (!project || project.data.tenantId !== key.data.tenantId) throw badKeys();
  if (project.data.archivedAt !== null) throw notFound('Project');
  return { tenantId: key.data.tenantId, projectId, keyId };
}

function badKeys(): ApiError {
  return new ApiError('unauthenticated', messages.badKeys);
}
