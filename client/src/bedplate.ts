import type { BatchResult, BatchWrite } from './records/changes.ts';
import { BedplateError } from './transport/errors.ts';
import type { Declared } from './records/expansions.ts';
import type { AnyFields } from './records/records.ts';
import type { DeclaredResource } from './resources/declared-storage.ts';
import { type LiveSyncResource, livesyncResource } from './resources/livesync.ts';
import { type StorageResource, storageResource } from './resources/storage.ts';
import { type UsersResource, usersResource } from './resources/users.ts';
import { type CallOptions, createTransport } from './transport/transport.ts';

export interface ClientOptions {
  /** The address of the product, for example https://app.example.com. */
  endpoint: string;
  projectId: string;
  /**
   * A named key, also for web pages; or the key pair of the Administration page, whose secret key
   * belongs on servers only.
   */
  apiKey?: string;
  secretKey?: string;
  /**
   * The access token of a person (from `users(…).authenticate`) instead of keys, or a function that
   * returns a fresh one. When the function throws, the call fails with `unauthenticated`.
   */
  token?: string | (() => string | Promise<string>);
  fetch?: typeof globalThis.fetch;
  /**
   * Milliseconds for one attempt; the default is 30,000. A file gets one more second for each 32
   * KB.
   */
  timeout?: number;
  /** Attempts after the first one; the default is 2. */
  retries?: number;
}

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
  const transport = createTransport({ ...options, headers: () => credentials(options) });
  return {
    storage: ((key: string, id: string) => storageResource(transport, key, id)) as OpenStorage<S>, // the types are erased at run time
    users: (storageId) => usersResource(transport, storageId),
    async batch(writes, options) {
      return (await transport.send<{ data: BatchResult[] }>({ method: 'POST', path: '/batch', body: { writes }, options })).data;
    },
    livesync: livesyncResource(transport),
  };
}

/**
 * @throws {BedplateError} `unauthenticated`, with the function's error as its cause. A
 * BedplateError of the function itself, for example of a refresh, is thrown as it is.
 */
async function given(token: () => string | Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (cause) {
    if (cause instanceof BedplateError) throw cause;
    throw new BedplateError('unauthenticated', 'The token function gave no token.', { cause });
  }
}

async function credentials({ projectId, apiKey, secretKey, token }: ClientOptions): Promise<Record<string, string>> {
  const bearer = typeof token === 'function' ? await given(token) : token;
  return {
    'X-Project-ID': projectId,
    ...(apiKey && { 'X-API-Key': apiKey }),
    ...(secretKey && { 'X-Secret-Key': secretKey }),
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
  };
}
