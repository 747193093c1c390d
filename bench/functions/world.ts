import type { ProjectDocument, StorageDocument } from '@bedplate/contract';
import { Firestore, Timestamp } from '@google-cloud/firestore';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '@bedplate/functions/crypto/key-pair.ts';
import { createRecords } from '@bedplate/functions/domain/records/write/create-records.ts';
import type { RecordServices } from '@bedplate/functions/services/record-services.ts';
import type { StorageRow } from '@bedplate/functions/domain/records/model/storage-row.ts';
import { createStore } from '@bedplate/functions/store/access.ts';
import type { TenantDocument } from '@bedplate/functions/store/documents/documents.ts';
import { createIdMaker } from '@bedplate/functions/store/time-ordered-id.ts';
import { anOrder, type Fields } from './orders.ts';

export const projectId = 'demo-bench';

/** The account and the project of it that holds the storages. */
export const projectOf = { tenantId: 'bench', projectId: 'bench' };

export interface World {
  readonly firestore: Firestore;
  readonly storageId: string;
  readonly headers: Record<string, string>;
}

/** A bench asks for more than one key may. */
const endless = { requestsPerMinute: 1_000_000_000, requestsPerMinutePerClient: null };

/** One account with one storage of `count` orders, written as the API writes them. */
export async function makeWorld(
  host: string,
  secrets: { KEY_ENCRYPTION_KEY: string; TOKEN_PEPPER: string },
  count: number,
): Promise<World> {
  const firestore = new Firestore({ projectId, host, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
  const now = Timestamp.now();
  const pair = makeKeyPair(secrets.TOKEN_PEPPER);
  const id = apiKeyId(pair.apiKey);
  const key = apiKeyDocument(pair, Buffer.from(secrets.KEY_ENCRYPTION_KEY, 'base64'), { tenantId: 'bench', active: true, createdAt: now });
  const tenant: Partial<TenantDocument> = {
    active: true,
    plan: { tier: 'enterprise', usageLimit: 1_000_000_000, status: 'subscribed', isActive: true, product: null, expiresAt: null },
    apiKeyId: id,
  };
  const project: ProjectDocument<Timestamp> = {
    tenantId: 'bench',
    name: 'Bench',
    description: '',
    archivedAt: null,
    counters: { storages: 1 },
    createdAt: now,
    updatedAt: now,
  };
  await Promise.all([
    firestore.doc(`apiKeys/${id}`).set({ ...key, limits: endless }),
    firestore.doc('tenants/bench').set(tenant),
    firestore.doc('projects/bench').set(project),
    addStorage(firestore, 'orders'),
  ]);
  if (count > 0) await fill(firestore, 'orders', count);
  return {
    firestore,
    storageId: 'orders',
    headers: { 'x-api-key': pair.apiKey, 'x-secret-key': pair.secretKey, 'x-project-id': 'bench', 'content-type': 'application/json' },
  };
}

/** An empty storage whose key is its id. @param history days for which it keeps each change; without it none */
export async function addStorage(firestore: Firestore, id: string, history?: 7 | 30 | 90): Promise<void> {
  const now = Timestamp.now();
  const storage: StorageDocument<Timestamp> = {
    tenantId: 'bench',
    projectId: 'bench',
    userId: 'u',
    ownerName: 'Bench',
    createdBy: 'u',
    storageName: id,
    storageKey: id,
    is_softDelete: false,
    archivedAt: null,
    archived: false,
    fields: {},
    shards: ['0'],
    indexForm: 2,
    profile: { grams: true },
    ...(history ? { history } : {}),
    createdAt: now,
    updatedAt: now,
  };
  await firestore.doc(`storages/${id}`).set(storage);
}

/**
 * Writes records into a storage, the first one alone: it makes the fields known.
 * @param recordOf makes the record of a number
 * @returns their ids, in no order
 */
export async function fill(
  firestore: Firestore,
  storageId: string,
  count: number,
  recordOf: (i: number) => Fields = anOrder,
): Promise<string[]> {
  const store = createStore(firestore);
  const schemas = { newest: async <S>(storage: S) => storage }; // nobody changes them here
  const services: RecordServices = { store, makeId: createIdMaker(), now: Date.now, files: noFiles, schemas, cursorSecret: 'bench' };
  const storage = async () => (await store.storages.get(storageId)) ?? missing();
  const ids: string[] = [];
  const write = async (row: StorageRow, inputs: Fields[]) => {
    for (const { id } of await createRecords(services, row, { inputs, actor: 'bench' })) ids.push(id);
  };
  await write(await storage(), [recordOf(0)]);
  const row = await storage();
  let next = 1;
  const worker = async () => {
    while (next < count) {
      const first = next;
      next += 100;
      await write(
        row,
        Array.from({ length: Math.min(100, count - first) }, (_, i) => recordOf(first + i)),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return ids;
}

/** The orders have no files. */
const noFiles: RecordServices['files'] = {
  save: missing,
  share: missing,
  remove: missing,
  begin: missing,
  cancel: missing,
  list: missing,
  inspect: missing,
  part: missing,
  read: missing,
  keep: missing,
  url: missing,
};

function missing(): never {
  throw new Error('The benchmark has lost its storage, or asked for a file.');
}
