import type { ApiTrash } from '@bedplate/contract/trash-entry';
import type { BatchResult } from '../records/changes.ts';
import { type ListQuery, queryString } from '../records/query.ts';
import type { AnyFields, ListAnswer } from '../records/records.ts';
import { type ClientOptions, transportOf } from '../transport/client-options.ts';
import type { CallOptions } from '../transport/transport.ts';
import type { HistoryPlace } from './history.ts';

/** An archived storage of the project, or an archived project of the account, by its id. */
export type Archived = { storage: string } | { project: string };

/** Calls with the key pair of the account, for a server. A named key lists, restores and deletes records as its verbs and the rules say. */
export interface Trash {
  /**
   * Lists archived projects and storages, and how many records are deleted in the others.
   * @param part `after` is `next` of the answer before
   * @throws {BedplateError} `permission-denied` for others than the key pair
   */
  list(part?: { after?: string }, options?: CallOptions): Promise<ApiTrash>;
  /** Brings an archived storage or project back. @throws {BedplateError} `not-found`, `quota-exceeded` */
  restore(archived: Archived, options?: CallOptions): Promise<void>;
  /**
   * Deletes an archived storage or project for good, by its name.
   * @throws {BedplateError} `not-found`, `invalid-argument` for another name
   */
  purge(archived: Archived, name: string, options?: CallOptions): Promise<void>;
  /** Lists the deleted records of a storage. @throws {BedplateError} `not-found`, `permission-denied` */
  records<T = AnyFields>(storage: HistoryPlace, query?: Omit<ListQuery<T>, 'deleted'>, options?: CallOptions): Promise<ListAnswer<T>>;
  /**
   * Restores up to 500 deleted records, all or none.
   * @example await trash.restoreRecords(orders, (await trash.records(orders)).data.map(({ id }) => id));
   * @throws {BedplateError} `not-found` for one that is not in the trash; `conflict` for a value that another record has by now
   */
  restoreRecords(storage: HistoryPlace, ids: readonly string[], options?: CallOptions): Promise<BatchResult[]>;
  /** Deletes up to 500 records for good, all or none. @throws {BedplateError} `not-found` */
  purgeRecords(storage: HistoryPlace, ids: readonly string[], options?: CallOptions): Promise<BatchResult[]>;
}

/**
 * Everything that is deleted and can come back.
 * @example
 * const trash = createTrash({ endpoint, projectId, apiKey, secretKey });
 * const { entries } = await trash.list();
 */
export function createTrash(options: ClientOptions): Trash {
  const transport = transportOf(options);
  const part = encodeURIComponent;
  const order = async (body: object, call?: CallOptions) =>
    void (await transport.send({ method: 'POST', path: '/trash', body, options: { ...call, idempotencyKey: false } }));
  const batch = async (writes: readonly object[], call?: CallOptions) =>
    (await transport.send<{ data: BatchResult[] }>({ method: 'POST', path: '/batch', body: { writes }, options: call })).data;
  return {
    list: async ({ after } = {}, call) => {
      const query = after === undefined ? {} : { query: `after=${part(after)}` };
      return (await transport.send<{ data: ApiTrash }>({ method: 'GET', path: '/trash', ...query, options: call })).data;
    },
    restore: (it, call) => order('project' in it ? { restoreProject: it.project } : { restore: it.storage }, call),
    purge: (it, name, call) => order({ ...('project' in it ? { purgeProject: it.project } : { purge: it.storage }), name }, call),
    records: <T>({ key, id }: HistoryPlace, query: Omit<ListQuery<T>, 'deleted'> = {}, call?: CallOptions) => {
      const asked = queryString<T>({ ...query, deleted: 'only' });
      return transport.send({ method: 'GET', path: `/${part(key)}/${part(id)}`, query: asked, options: call });
    },
    restoreRecords: ({ id: storageId }, ids, call) =>
      batch(
        ids.map((id) => ({ op: 'restore', storageId, id })),
        call,
      ),
    purgeRecords: ({ id: storageId }, ids, call) =>
      batch(
        ids.map((id) => ({ op: 'delete', storageId, id, permanent: true })),
        call,
      ),
  };
}
