import type { OfficeEndpoint, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import type { EndpointDocument } from '../../store/endpoint-documents.ts';
import type { Caller } from '../accounts/caller.ts';
import { endpointOut } from '../endpoints/endpoint-out.ts';
import type { Listed } from './list-accounts.ts';
import { type OfficeQuery, listPage } from './list-page.ts';
import { byId, projectsOf } from './names.ts';

/** Endpoints of all accounts; tokens of inbound addresses are masked. A search matches the beginning of a customer's address, or an id. */
export async function listAllEndpoints(services: Services, caller: Caller, query: OfficeQuery): Promise<Listed<OfficeEndpoint>> {
  const list = { from: 'endpoints', timeOrderedIds: true, searched: ['url'] };
  const { rows, pagination } = await listPage<EndpointDocument>(services, list, query);
  const [project, storages] = await Promise.all([
    projectsOf(
      services,
      rows.map(({ data }) => data.projectId),
    ),
    byId<StorageDocument<Timestamp>>(
      services,
      'storages',
      rows.map(({ data }) => data.storageId),
    ),
  ]);
  const data = rows.map(({ id, data: endpoint }) => {
    const { storageName = '', storageKey = '' } = storages.get(endpoint.storageId) ?? {};
    const named = { id: endpoint.storageId, storageName, storageKey };
    const {
      user,
      dataStorage,
      endpoint: address,
      headers,
      functionality,
      method,
      createdAt,
    } = endpointOut(services.config, caller, id, endpoint, named);
    return {
      id,
      project: project(endpoint.projectId),
      user: { id: endpoint.userId, name: user.name },
      tenantId: endpoint.tenantId,
      dataStorage,
      endpoint: address,
      headers,
      functionality,
      method,
      createdAt,
    };
  });
  return { data, pagination };
}
