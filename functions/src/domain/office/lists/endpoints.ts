import * as collections from '../../../store/collections.ts';
import type { OfficeEndpoint } from '@bedplate/contract';
import type { EndpointDocument } from '../../../store/documents/endpoint-documents.ts';
import { endpointOut } from '../../endpoints/endpoint-out.ts';
import { endpointTexts } from '../../endpoints/endpoint-texts.ts';
import { byId } from '../../../store/by-id.ts';
import { projectsOf } from './names.ts';
import { officeList } from './office-list.ts';

/** Endpoints of all accounts; tokens of inbound addresses are masked. */
export const endpoints = officeList<EndpointDocument, OfficeEndpoint>({
  from: collections.endpoints.name,
  order: 'key',
  ofTenants: true,
  search: { parts: endpointTexts },
  columns: [
    'id',
    'project.id',
    'project.name',
    'user.id',
    'user.name',
    'tenantId',
    'dataStorage.storageName',
    'endpoint',
    'headers',
    'functionality',
    'method',
    'createdAt',
  ],
  async show(services, rows, caller) {
    const [project, storages] = await Promise.all([
      projectsOf(
        services,
        rows.map(({ data }) => data.projectId),
      ),
      // Endpoints carry their storage's name; those that were written before they did are looked up.
      byId(
        services.store.storages,
        rows.flatMap(({ data }) => (data.storageKey === undefined ? [data.storageId] : [])),
      ),
    ]);
    return rows.map(({ id, data: endpoint }) => {
      const { storageName = '', storageKey = '' } = storages.get(endpoint.storageId) ?? endpoint;
      const shown = endpointOut(services.config, caller, {
        id,
        data: endpoint,
        storage: { id: endpoint.storageId, storageName, storageKey },
      });
      return {
        id,
        project: project(endpoint.projectId),
        user: { id: endpoint.userId, name: shown.user.name },
        tenantId: endpoint.tenantId,
        dataStorage: { storageName },
        endpoint: shown.endpoint,
        headers: shown.headers,
        functionality: shown.functionality,
        method: shown.method,
        createdAt: shown.createdAt,
      };
    });
  },
});
