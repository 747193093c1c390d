import type { BatchResult, BatchWrite } from './records/changes.ts';
import type { Declared } from './records/expansions.ts';
import type { AnyFields } from './records/records.ts';
import type { DeclaredResource } from './resources/declared-storage.ts';
import { type LiveSyncResource, livesyncResource } from './resources/livesync.ts';
import { type StorageResource, storageResource } from './resources/storage.ts';
import { type UsersResource, usersResource } from './resources/users.ts';
import { type ClientOptions, transportOf } from './transport/client-options.ts';
import type { CallOptions } from './transport/transport.ts';

export interface Bedplate<S extends Declared<S> = never> {
  /** Opens a storage by its key and id. `T` describes its fields, where the client knows no types of its own. */
  storage: OpenStorage<S>;
  /** Signs up and signs in the people of an app. `T` describes further fields of them. */
  users<T = AnyFields>(storageId: string): UsersResource<T>;
  /**
   * Writes up to 500 records of the project's storages in order: all of them, or none.
   * @example await bedplate.batch([{ op: 'update', storageId, id, data: { stock: { $increment: -1 } } }, { op: 'create', storageId: orders, data }]);
   * @throws {BedplateError} whose `details` name the write, as in `writes[1].ifUpdatedAt`
   */
  batch(writes: readonly BatchWrite[], options?: CallOptions): Promise<BatchResult[]>;
  livesync: LiveSyncResource;
}

type OpenStorage<S extends Declared<S>> = [S] extends [never]
  ? <T = AnyFields>(key: string, id: string) => StorageResource<T>
  : <K extends keyof S & string>(key: K, id: string) => DeclaredResource<S, K>;

/**
 * Makes the REST client. With the declarations of a project (`GET /api/types.d.ts`) its storages have their types:
 * `createClient<Storages>(…)`.
 * @example
 * const bedplate = createClient({ endpoint: 'https://app.example.com', projectId, apiKey, secretKey });
 * const orders = bedplate.storage<{ title: string; amount: number }>('orders', storageId);
 * await orders.create({ title: 'Tea', amount: 3 });
 */
export function createClient<S extends Declared<S> = never>(options: ClientOptions): Bedplate<S> {
  if (options.secretKey && typeof document !== 'undefined') {
    console.warn('Bedplate: everyone who opens this page can read its secret key. Use an access token, or keep the key on a server.');
  }
  const transport = transportOf(options);
  return {
    storage: ((key: string, id: string) => storageResource(transport, key, id)) as OpenStorage<S>, // the types are erased at run time
    users: (storageId) => usersResource(transport, storageId),
    async batch(writes, options) {
      return (await transport.send<{ data: BatchResult[] }>({ method: 'POST', path: '/batch', body: { writes }, options })).data;
    },
    livesync: livesyncResource(transport),
  };
}
