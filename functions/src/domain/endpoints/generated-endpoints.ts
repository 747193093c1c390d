import type { StorageDocument } from '@bedplate/contract';
import { endpointMethods } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { endpoints } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { Write } from '../../store/model/writes.ts';
import { changedSearchFields, searchFields } from '../search-text/search-fields.ts';
import { endpointTexts } from './endpoint-texts.ts';

type Described = Pick<
  StorageDocument<Timestamp>,
  'tenantId' | 'projectId' | 'userId' | 'ownerName' | 'createdBy' | 'storageName' | 'storageKey'
>;

/** @returns the writes of a new storage's REST endpoints, one for each method; their addresses follow the storage's key */
export function generatedEndpoints(services: Services, storageId: string, storage: Described): Write[] {
  const { tenantId, projectId, userId, ownerName, createdBy, storageName, storageKey } = storage;
  return endpointMethods.map((method) => {
    const { id, millis, micros } = services.makeId();
    const createdAt = new Timestamp(Math.floor(millis / 1000), ((millis % 1000) * 1000 + micros) * 1000);
    return endpoints.create(id, {
      tenantId,
      projectId,
      storageId,
      storageName,
      storageKey,
      userId,
      ownerName,
      createdBy,
      generated: true,
      type: 'api',
      functionality: method === 'get' ? 'receiver' : 'sender',
      method,
      url: null,
      tokenCipher: null,
      secretCipher: null,
      ...searchFields(endpointTexts({ storageName, storageKey, method, url: null })),
      createdAt,
      updatedAt: createdAt,
    });
  });
}

/** @returns the write that copies a storage's new name and key to an endpoint, for staff's list */
export function withStorageName(
  { id, data }: Row<EndpointDocument>,
  { storageName, storageKey }: Pick<Described, 'storageName' | 'storageKey'>,
): Write {
  const after = { ...data, storageName, storageKey };
  return endpoints.update(id, { storageName, storageKey, ...changedSearchFields(endpointTexts(data), endpointTexts(after)) });
}
