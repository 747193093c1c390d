import { Timestamp } from '@google-cloud/firestore';
import { apiKeyId, makeKeyPair } from '../src/crypto/key-pair.ts';
import type { ApiServer } from './api-server.ts';
import { databaseOf } from './data-services.ts';

/**
 * Stores a named key of the project.
 * @param change of a key that reads all storages
 * @returns the key, its id, and the headers of a call by it
 */
export async function namedKey({ services }: Pick<ApiServer, 'services'>, change: object = {}) {
  const { apiKey } = makeKeyPair(services.config.tokenPepper);
  const id = apiKeyId(apiKey);
  const now = Timestamp.now();
  const place = { tenantId: 't1', projectId: 'p1', createdBy: 'u1', createdAt: now, updatedAt: now };
  const key = { kind: 'scoped', name: 'Page', ending: apiKey.slice(-4), storages: ['*'], verbs: ['read'], origins: [] };
  await databaseOf(services.store)
    .doc(`apiKeys/${id}`)
    .set({ ...key, ...place, active: true, expiresAt: null, ...change });
  return { apiKey, id, headers: { 'x-api-key': apiKey, 'x-secret-key': '' } };
}
