import type { StorageDocument } from '@bedplate/contract';
import { endpointMethods } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { Transaction } from 'firebase-admin/firestore';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { endpointTexts } from './endpoint-texts.ts';

/** Adds the REST endpoints of a new storage to its commit, one for each method; their addresses follow the storage's key. */
export function generateEndpoints(
  services: Services,
  commit: Pick<Transaction, 'create'>,
  storageId: string,
  storage: Pick<StorageDocument<Timestamp>, 'tenantId' | 'projectId' | 'userId' | 'ownerName' | 'createdBy' | 'storageName' | 'storageKey'>,
): void {
  const { tenantId, projectId, userId, ownerName, createdBy, storageName, storageKey } = storage;
  for (const method of endpointMethods) {
    const { id, millis, micros } = services.makeId();
    const createdAt = new Timestamp(Math.floor(millis / 1000), ((millis % 1000) * 1000 + micros) * 1000);
    commit.create(collections(services.db).endpoints.doc(id), {
      tenantId,
      projectId,
      storageId,
      storageName,
      storageKey,
      userId,
      ownerName,
      createdBy,
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
  }
}
