import { type Firestore, Timestamp } from '@google-cloud/firestore';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '@bedplate/functions/crypto/key-pair.ts';
import { instanceSecrets } from './api-instances.ts';

/** An account with one storage, `orders`, for instances of `apiInstances`. @returns the headers of its calls */
export async function seedAccount(firestore: Firestore, { usageLimit }: { usageLimit: number }): Promise<Record<string, string>> {
  const pair = makeKeyPair(instanceSecrets.TOKEN_PEPPER);
  const now = Timestamp.now();
  const id = apiKeyId(pair.apiKey);
  const encryption = Buffer.from(instanceSecrets.KEY_ENCRYPTION_KEY, 'base64');
  const owner = { tenantId: 't1', active: true, createdAt: now };
  await Promise.all([
    firestore.doc(`apiKeys/${id}`).set(apiKeyDocument(pair, encryption, owner)),
    firestore.doc('tenants/t1').set({ active: true, ownerUid: 'nobody', plan: { tier: 'free', usageLimit }, apiKeyId: id }),
    firestore.doc('projects/p1').set({ tenantId: 't1', name: 'Shop', archivedAt: null, createdAt: now }),
    firestore.doc('storages/orders').set({
      tenantId: 't1',
      projectId: 'p1',
      storageKey: 'orders',
      storageName: 'Orders',
      is_softDelete: false,
      archived: false,
      archivedAt: null,
      fields: {},
      shards: ['0'],
      indexForm: 2,
      profile: { grams: true },
      createdAt: now,
      updatedAt: now,
    }),
  ]);
  return { 'x-api-key': pair.apiKey, 'x-secret-key': pair.secretKey, 'x-project-id': 'p1' };
}
