import { type Endpoint, can } from '@bedplate/contract';
import type { Config } from '../../config/config.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Caller } from '../callers/caller.ts';
import { openToken } from '../webhooks/secrets.ts';
import { deliveryHeaders } from '../webhooks/send.ts';

interface Named {
  id: string;
  storageName: string;
  storageKey: string;
}

/** Headers of every call of the data API; a scoped key needs no secret. */
const restHeaders = ['X-API-Key', 'X-Secret-Key', 'X-Project-ID'];

interface ShownEndpoint {
  id: string;
  data: EndpointDocument;
  /** As the endpoint's row shows it. */
  storage: Named;
}

export function endpointOut(config: Config, caller: Caller, shown: ShownEndpoint): Endpoint {
  const { id, data: endpoint, storage } = shown;
  return {
    id,
    userId: endpoint.userId,
    user: { name: endpoint.ownerName },
    projectId: endpoint.projectId,
    dataStorageId: storage.id,
    dataStorage: { storageName: storage.storageName, storageKey: storage.storageKey },
    endpoint: addressOf(config, caller, shown),
    type: endpoint.type,
    functionality: endpoint.functionality,
    method: endpoint.method,
    generated: isGenerated(endpoint),
    headers: headersOf(endpoint),
    endedAt: endpoint.endedAt?.toDate().toISOString() ?? null,
    createdAt: endpoint.createdAt.toDate().toISOString(),
    updatedAt: endpoint.updatedAt.toDate().toISOString(),
  };
}

/** @returns whether the row was made with its storage, and says how to reach it */
export function isGenerated({ generated, type, url }: EndpointDocument): boolean {
  return generated ?? (type === 'api' && url === null);
}

/** The public address of a storage's records, for one method. */
export function restAddress(config: Pick<Config, 'publicOrigin'>, storage: Named, method: Endpoint['method']): string {
  return `${config.publicOrigin}/api/${storage.storageKey}/${storage.id}${method === 'put' ? '/dataId/{id}' : ''}`;
}

function addressOf(config: Config, caller: Caller, { id, data: endpoint, storage }: ShownEndpoint): string {
  if (endpoint.tokenCipher !== null) {
    // The token is enough to write, so only callers who may write see it.
    const token = can(caller.role, 'endpoints.write') ? openToken(config, id, endpoint.tokenCipher) : '********';
    return `${config.publicOrigin}/api/hooks/${token}`;
  }
  return endpoint.url ?? restAddress(config, storage, endpoint.method);
}

/** A foreign address gets no header of ours. */
function headersOf({ type, functionality, url }: EndpointDocument): string[] {
  if (type === 'api') return url === null ? restHeaders : [];
  return functionality === 'sender' ? ['Content-Type'] : [...deliveryHeaders];
}
