import type { RequestHeaders } from '../../network/request-headers.ts';
import { ourApiKeyId } from '../../crypto/key-pair.ts';
import { apiKeys, projects, tenants } from '../../store/collections.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import { type ApiCaller, type KeyServices, loggedAs } from './api-caller.ts';

/**
 * Finds the project of a key that was refused, so that its account sees the refusal in its request log. Reads nothing that `apiCaller`
 * has not read.
 * @returns null for an unknown key and a foreign project
 */
export async function ownerOfKey(
  { config, caches }: KeyServices,
  req: RequestHeaders,
): Promise<Pick<ApiCaller, 'tenantId' | 'projectId' | 'keyId' | 'logged'> | null> {
  const apiKey = req.get('X-API-Key') ?? '';
  const projectId = req.get('X-Project-ID') ?? '';
  const keyId = ourApiKeyId(config.tokenPepper, apiKey);
  if (keyId === undefined || !isDocumentId(projectId)) return null;
  const [row, project] = await Promise.all([caches.apiKeys.get(apiKeys.path(keyId)), caches.projects.get(projects.path(projectId))]);
  if (!row || !project || project.data.tenantId !== row.data.tenantId) return null;
  const tenant = await caches.tenants.get(tenants.path(row.data.tenantId));
  return { tenantId: row.data.tenantId, projectId, keyId, logged: loggedAs(tenant?.data, project.data) };
}
