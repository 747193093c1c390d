import type { Services } from '../../services/services.ts';
import { hookPrefix } from '../api-keys/key-scope.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';

export const hookKey = (endpointId: string) => `${hookPrefix}${endpointId}`;
export const isHook = (keyId: string) => keyId.startsWith(hookPrefix);

/** @returns the storage that it writes into and the day when it was made: a webhook has no name of its own */
export function hookName({ storageName = '', createdAt }: Pick<EndpointDocument, 'storageName' | 'createdAt'>): string {
  return [storageName, createdAt.toDate().toISOString().slice(0, 10)].filter(Boolean).join(', ');
}

/**
 * Names the inbound webhooks among keys. One read for each.
 * @returns names by the key; none for one that is gone
 */
export async function hookNames(
  { store }: Pick<Services, 'store'>,
  { tenantId, projectId }: { readonly tenantId: string; readonly projectId: string },
  keyIds: readonly string[],
): Promise<[id: string, name: string][]> {
  const ids = keyIds.filter(isHook);
  const rows = await store.endpoints.getAll(ids.map((id) => id.slice(hookPrefix.length)));
  const isOwn = (data: EndpointDocument) => data.tenantId === tenantId && data.projectId === projectId;
  return rows.flatMap((row, i): [string, string][] => (row && isOwn(row.data) ? [[ids[i] ?? '', hookName(row.data)]] : []));
}
