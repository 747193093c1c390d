import type { StorageDocument } from '@bedplate/contract';
import { startFirestore } from 'local-firestore';
import { Firestore, Timestamp } from '@google-cloud/firestore';
import { readFileSync } from 'node:fs';
import type { FileStore } from '../src/store/file-store.ts';
import type { RecordServices } from '../src/services/record-services.ts';
import type { StorageRow } from '../src/domain/records/model/storage-row.ts';
import { createStore, type Store } from '../src/store/access.ts';
import { assertServable } from '../src/store/query-guard.ts';
import { connectRest } from '../src/store/rest/connect.ts';
import { thumbnailPath } from '../src/store/thumbnail-path.ts';
import { createIdMaker } from '../src/store/time-ordered-id.ts';

const indexes = JSON.parse(readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8'));

/** Records' services on a Firestore server of their own, in memory, with the project's indexes and both guards. */
export async function startDataServices(): Promise<{ services: RecordServices; host: string; stop(): Promise<void> }> {
  const server = await startFirestore({ indexes, projectId: 'demo-test' });
  const firestore = new Firestore({
    projectId: 'demo-test',
    host: `${server.host}:${server.port}`,
    ssl: false,
    customHeaders: { Authorization: 'Bearer owner' },
  });
  const store = createStore(firestore, {
    guard: (spec) => assertServable(spec, indexes),
    rest: connectRest('demo-test', `${server.host}:${server.port}`),
  });
  databases.set(store, firestore);
  return {
    services: {
      store,
      makeId: createIdMaker(),
      now: Date.now,
      files: memoryFiles(),
      schemas: { newest: async (storage) => storage },
      cursorSecret: 'a secret of the tests',
    },
    host: `${server.host}:${server.port}`,
    stop: async () => {
      await firestore.terminate();
      await server.stop();
    },
  };
}

const databases = new WeakMap<Store, Firestore>();

/** The database behind the store of a test, to fill it and to look at it from outside. */
export function databaseOf(store: Store): Firestore {
  const firestore = databases.get(store);
  if (!firestore) throw new Error('not a store of startDataServices or storeOn');
  return firestore;
}

/** A guarded store that sends everything over the SDK. */
export function storeOn(firestore: Firestore): Store {
  const store = createStore(firestore, { guard: (spec) => assertServable(spec, indexes) });
  databases.set(store, firestore);
  return store;
}

/** A storage document as the console makes it. */
export async function makeStorage(
  services: RecordServices,
  change: Partial<StorageDocument<Timestamp>> = {},
): Promise<() => Promise<StorageRow>> {
  const ref = databaseOf(services.store).collection('storages').doc();
  const now = Timestamp.now();
  const storage: StorageDocument<Timestamp> = {
    tenantId: 't1',
    projectId: 'p1',
    userId: 'u1',
    ownerName: 'Owner',
    createdBy: 'u1',
    storageName: 'Things',
    storageKey: 'things',
    is_softDelete: false,
    archivedAt: null,
    archived: false,
    fields: {},
    shards: ['0'],
    indexForm: 2,
    profile: { grams: true },
    createdAt: now,
    updatedAt: now,
    ...change,
  };
  await ref.set(storage);
  return async () => {
    const row = await services.store.storages.get(ref.id);
    if (!row) throw new Error('the storage is gone');
    return row;
  };
}

interface MemoryFiles extends FileStore {
  readonly objects: Map<string, { content: Buffer; token: string | null; type: string }>;
  /** Begun and neither cancelled nor forgotten, by address. */
  readonly uploads: Map<string, { path: string; type: string }>;
  /** Sends the bytes to an upload's address, as an app does. */
  finish(uploadUrl: string, content: Buffer): void;
}

/** Objects in memory; a URL works while its token does. */
export function memoryFiles(): MemoryFiles {
  const uploads = new Map<string, { path: string; type: string }>();
  const objects = new Map<string, { content: Buffer; token: string | null; type: string }>();
  return {
    objects,
    async save(path, content, { token, type }) {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(Buffer.from(chunk));
      objects.set(path, { content: Buffer.concat(chunks), token, type });
    },
    async share(file, isShared) {
      for (const path of [file.path, ...(file.thumbnails ?? []).map((size) => thumbnailPath(file.path, size))]) {
        const object = objects.get(path);
        if (object) object.token = isShared ? file.token : null;
      }
    },
    async remove({ path, thumbnails = [] }) {
      for (const one of [path, ...thumbnails.map((size) => thumbnailPath(path, size))]) objects.delete(one);
    },
    async read(path) {
      const object = objects.get(path);
      if (!object) throw Object.assign(new Error('no such object'), { code: 404 });
      return object.content;
    },
    async part(path, from, length) {
      const object = objects.get(path);
      return object ? { content: object.content.subarray(from, from + length), size: object.content.length } : null;
    },
    async begin(path, { type }) {
      uploads.set(`memory-upload:${path}`, { path, type });
      return `memory-upload:${path}`;
    },
    async cancel(uploadUrl) {
      uploads.delete(uploadUrl);
      return true;
    },
    async list(prefix) {
      return { paths: [...objects.keys()].filter((path) => path.startsWith(prefix)), next: null };
    },
    async inspect(path) {
      const object = objects.get(path);
      return object ? { size: object.content.length, head: object.content.subarray(0, 8192) } : null;
    },
    async keep(path, content, type) {
      objects.set(path, { content, token: null, type });
    },
    finish(uploadUrl, content) {
      const upload = uploads.get(uploadUrl);
      if (!upload) throw new Error('no such upload');
      objects.set(upload.path, { content, token: null, type: upload.type });
    },
    uploads,
    url: (path, token) => `memory:${path}?token=${token}`,
  };
}
