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

/** What every call of the data API carries; a scoped key goes without the secret. */
const restHeaders = ['X-API-Key', 'X-Secret-Key', 'X-Project-ID'];

/** @param storage as the endpoint's row shows it */
export function endpointOut(config: Config, caller: Caller, id: string, endpoint: EndpointDocument, storage: Named): Endpoint {
  return {
    id,
    userId: endpoint.userId,
    user: { name: endpoint.ownerName },
    projectId: endpoint.projectId,
    dataStorageId: storage.id,
    dataStorage: { storageName: storage.storageName, storageKey: storage.storageKey },
    endpoint: addressOf(config, caller, id, endpoint, storage),
    type: endpoint.type,
    functionality: endpoint.functionality,
    method: endpoint.method,
    headers: headersOf(endpoint),
    createdAt: endpoint.createdAt.toDate().toISOString(),
    updatedAt: endpoint.updatedAt.toDate().toISOString(),
  };
}

/** The public address of a storage's records, for one method. */
export function restAddress(config: Pick<Config, 'publicOrigin'>, storage: Named, method: Endpoint['method']): string {
  return `${config.publicOrigin}/api/${storage.storageKey}/${storage.id}${method === 'put' ? '/dataId/{id}' : ''}`;
}

function addressOf(config: Config, caller: Caller, id: string, endpoint: EndpointDocument, storage: Named): string {
  if (endpoint.tokenCipher !== null) {
    // Who has the token can write: it is shown to those who may.
    const token = can(caller.role, 'endpoints.write') ? openToken(config, id, endpoint.tokenCipher) : '********';
    return `${config.publicOrigin}/api/hooks/${token}`;
  }
  return endpoint.url ?? restAddress(config, storage, endpoint.method);
}

function headersOf({ type, functionality }: EndpointDocument): string[] {
  if (type === 'api') return restHeaders;
  return functionality === 'sender' ? ['Content-Type'] : [...deliveryHeaders];
}
