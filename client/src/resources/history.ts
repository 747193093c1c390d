import type { ChangeJob } from '../records/change-where.ts';
import type { HistoryAnswer, UndoneStorage, UndoOrder, UndoPreview } from '../records/history.ts';
import type { AnyFields, Stored } from '../records/records.ts';
import { type ClientOptions, transportOf } from '../transport/client-options.ts';
import type { CallOptions } from '../transport/transport.ts';

/** A storage by its key and id, such as one that `bedplate.storage` has opened. */
export interface HistoryPlace {
  readonly key: string;
  readonly id: string;
}

/** Calls with the key pair of the account, for a server. A named key may read the history of what it sees as a whole. */
export interface History {
  /**
   * Lists the changes of a record, newest first.
   * @param part at most 100 entries (`limit`, else 50); `before` is that of the answer before
   * @throws {BedplateError} `not-found`, `permission-denied` for app users
   */
  changes(
    storage: HistoryPlace,
    recordId: string,
    part?: { limit?: number; before?: number },
    options?: CallOptions,
  ): Promise<HistoryAnswer>;
  /**
   * Reads a record as it was at a moment, without its files.
   * @throws {BedplateError} `not-found` with the moment since which it is known; `invalid-argument` for one that is still to come
   */
  recordAt<T = AnyFields>(storage: HistoryPlace, recordId: string, at: string | Date, options?: CallOptions): Promise<Stored<T>>;
  /**
   * Takes changes back, field by field: what somebody else has changed since stays. With `dryRun` nothing is written.
   * @example const [outcome] = await history.undo({ key: keyId, from: '2026-05-01T12:00:00Z' }, { dryRun: true });
   * @throws {BedplateError} `invalid-argument` for an order that names too much or too little
   */
  undo(order: UndoOrder, options: CallOptions & { dryRun: true }): Promise<UndoPreview[]>;
  undo(order: UndoOrder, options?: CallOptions): Promise<UndoneStorage[]>;
  /**
   * Tells how far an undo is; each call works on it for two seconds.
   * @example while (job.state === 'running') job = await history.undoJob(storageId, job.id);
   */
  undoJob(storageId: string, jobId: string, options?: CallOptions): Promise<ChangeJob>;
}

/**
 * The earlier states of records, and the way back to them.
 * @example
 * const history = createHistory({ endpoint, projectId, apiKey, secretKey });
 * const { data } = await history.changes(orders, 'order-17');
 */
export function createHistory(options: ClientOptions): History {
  const transport = transportOf(options);
  const part = encodeURIComponent;
  const pathOf = ({ key, id }: HistoryPlace, recordId: string) => `/${part(key)}/${part(id)}/dataId/${part(recordId)}`;
  return {
    changes: (storage, recordId, { limit, before } = {}, call) => {
      const query = Object.entries({ limit, before }).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`));
      return transport.send({ method: 'GET', path: `${pathOf(storage, recordId)}/history`, query: query.join('&'), options: call });
    },
    recordAt: async <T>(storage: HistoryPlace, recordId: string, at: string | Date, call?: CallOptions) => {
      const query = `asOf=${part(timeOf(at))}`;
      return (await transport.send<{ data: Stored<T> }>({ method: 'GET', path: pathOf(storage, recordId), query, options: call })).data;
    },
    undo: async <R>({ from, until, ...order }: UndoOrder, { dryRun, ...call }: CallOptions & { dryRun?: true } = {}) => {
      const span = { ...(from !== undefined && { from: timeOf(from) }), ...(until !== undefined && { until: timeOf(until) }) };
      const body = { ...order, ...span, ...(dryRun && { dryRun }) };
      return (await transport.send<{ data: R }>({ method: 'POST', path: '/undo', body, options: call })).data;
    },
    undoJob: async (storageId, jobId, call) =>
      (await transport.send<{ data: ChangeJob }>({ method: 'GET', path: `/undo/${part(storageId)}/${part(jobId)}`, options: call })).data,
  };
}

function timeOf(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}
