import { type ChangeAnswer, type ChangeJob, type ChangePreview, type ChangeQuery, changeString } from '../records/change-where.ts';
import type { Change, Preconditions } from '../records/changes.ts';
import type { FieldPath } from '../records/field-paths.ts';
import type { AnyFields, Expanded, Fields, ListAnswer, QueryWarning, Stored, With } from '../records/records.ts';
import { type CountQuery, expandPair, type ListQuery, nameInList, queryString } from '../records/query.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';
import { largestForm, type UploadAnswer, uploadLarge } from './upload.ts';

/** The calls on records `T`; `C` is what a create takes, `U` what an update takes, `P` what an upsert takes. */
export interface StorageResource<T, C = T, U = Change<T>, P = Change<C>> {
  readonly key: string;
  readonly id: string;
  /**
   * Adds a record.
   * @example const order = await orders.create({ title: 'Tea', amount: 3 });
   * @throws {BedplateError} `invalid-argument`, `payload-too-large`, `credits-exhausted`, …
   */
  create(fields: Fields<C>, options?: CallOptions): Promise<Stored<T>>;
  /**
   * Adds up to 100 records: all of them, or none.
   * @throws {BedplateError} `invalid-argument`, which names the first wrong record
   */
  createMany(records: readonly Fields<C>[], options?: CallOptions): Promise<Stored<T>[]>;
  /**
   * @example const { data } = await orders.list({ where: { amount: { gte: 100 }, status: ['open', 'new'] }, sortBy: 'amount' });
   * @example const { data } = await posts.list<{ author: Author }>({ expand: 'author' }); // data[0].expand.author
   * @throws {BedplateError} `invalid-argument`, `query-too-broad`
   */
  list<X extends Expanded = never>(query?: ListQuery<T>, options?: CallOptions): Promise<ListAnswer<With<T, X>>>;
  /**
   * Reads one record.
   * @throws {BedplateError} `not-found`, also for a soft-deleted record
   */
  get<X extends Expanded = never>(id: string, options?: CallOptions & { expand?: ListQuery<T>['expand'] }): Promise<Stored<With<T, X>>>;
  /**
   * Changes the given fields and keeps the others. Null clears a field, an operator changes the
   * stored value.
   * @example await parts.update(part.id, { stock: { $increment: -1 } }, { ifUpdatedAt: part.updatedAt });
   * @throws {BedplateError} `not-found`, `invalid-argument`; `conflict` when it has changed since
   * `ifUpdatedAt`
   */
  update(id: string, fields: U, options?: CallOptions & Preconditions): Promise<Stored<T>>;
  /**
   * Creates a record with an id of your choice, or changes the record that has this id.
   * @example await orders.upsert('order-17', { title: 'Tea', amount: 3 });
   * @throws {BedplateError} `invalid-argument` for an id that is not allowed; `conflict` while a
   * record with this id is in the trash
   */
  upsert(id: string, fields: P, options?: CallOptions & Preconditions): Promise<Stored<T>>;
  /**
   * Deletes a record. In a storage with soft delete it can be restored unless `permanent` is set.
   * @throws {BedplateError} `not-found`
   */
  delete(id: string, options?: CallOptions & Preconditions & { permanent?: boolean }): Promise<void>;
  /**
   * Restores a soft-deleted record with its id.
   * @throws {BedplateError} `not-found`
   */
  restore(id: string, options?: CallOptions): Promise<Stored<T>>;
  /**
   * Makes the same change of all records that match: up to a hundred in one commit, all or none, more as a job that goes on by
   * itself. With `dryRun` nothing is written.
   * @example const { changed } = await orders.updateWhere({ where: { status: 'open', due: { lt: today } } }, { status: 'late' });
   * @throws {BedplateError} `invalid-argument` without a condition (for all records say `{ all: true }`), and for one that may mean
   * more than you think; the refusals of an update, which name the record
   */
  updateWhere(query: ChangeQuery<T>, fields: U, options: CallOptions & { dryRun: true }): Promise<ChangePreview<T>>;
  updateWhere(query: ChangeQuery<T>, fields: U, options?: CallOptions): Promise<ChangeAnswer>;
  /**
   * Deletes all records that match, as `updateWhere` changes them.
   * @example const { undo } = await orders.deleteWhere({ where: { status: 'draft' } });
   * @throws {BedplateError} as `updateWhere`
   */
  deleteWhere(query: ChangeQuery<T>, options: CallOptions & { dryRun: true; permanent?: boolean }): Promise<ChangePreview<T>>;
  deleteWhere(query: ChangeQuery<T>, options?: CallOptions & { permanent?: boolean }): Promise<ChangeAnswer>;
  /**
   * Tells how far the job of such a change is; each call works on it for two seconds.
   * @example while (job?.state === 'running') job = await orders.changeJob(job.id);
   * @throws {BedplateError} `not-found`, also for the job of another key or user
   */
  changeJob(id: string, options?: CallOptions): Promise<ChangeJob>;
  /**
   * Stores a file of up to 1 GiB in the field `fieldName`. A file above 25 MiB goes straight to the
   * file store.
   * @example await orders.upload(order.id, 'attachment', input.files[0]);
   * @throws {BedplateError} `payload-too-large`, `not-found`
   */
  upload(id: string, fieldName: keyof T & string, file: Blob, options?: CallOptions & { name?: string }): Promise<UploadAnswer>;
  /**
   * Iterates over all records that match, page after page.
   * @example for await (const order of orders.each({ where: { status: 'open' } })) …
   */
  each<X extends Expanded = never>(
    query?: Omit<ListQuery<T>, 'page' | 'cursor'>,
    options?: CallOptions,
  ): AsyncIterableIterator<Stored<With<T, X>>>;
  /**
   * Calculates totals over the records that match. They are exact, or the call is refused. With
   * `groupBy` the answer is a list with one entry for each group.
   * @example const { data } = await orders.aggregate({ op: ['count', 'sum:amount'], groupBy: 'status' });
   * @throws {BedplateError} `query-too-broad`
   */
  aggregate<A = AggregateTotals>(query: AggregateQuery<T> & { groupBy?: undefined }, options?: CallOptions): Promise<AggregateAnswer<A>>;
  aggregate<A = AggregateGroup[]>(query: AggregateQuery<T> & { groupBy: string }, options?: CallOptions): Promise<AggregateAnswer<A>>;
  aggregate<A = AggregatePair[]>(
    query: AggregateQuery<T> & { groupBy: readonly string[] },
    options?: CallOptions,
  ): Promise<AggregateAnswer<A>>;
  aggregate<A = AggregateTotals | AggregateGroup[] | AggregatePair[]>(
    query: AggregateQuery<T>,
    options?: CallOptions,
  ): Promise<AggregateAnswer<A>>;
  /** Counts the records that match. `isExact` is false when there are at least that many. */
  count(query?: CountQuery<T>, options?: CallOptions): Promise<CountAnswer>;
}

export interface AggregateQuery<T> extends CountQuery<T> {
  op: readonly ('count' | `${'sum' | 'avg'}:${FieldPath<T>}` | `${'min' | 'max'}:${FieldPath<T> | Time}`)[];
  /**
   * A field, or a period in `zone`: `month` of `createdAt`, `month:paidAt` of a field; or two of them. `data` is then a list with one entry
   * for each group.
   */
  groupBy?: GroupedBy<T> | readonly [GroupedBy<T>, GroupedBy<T>];
}

type Time = 'createdAt' | 'updatedAt';
type Period = 'hour' | 'day' | 'week' | 'month';
type GroupedBy<T> = FieldPath<T> | Time | Period | `${Period}:${FieldPath<T> | Time}`;

export interface AggregateTotals {
  count?: number;
  /** Of declared integers and decimals it is a text with all digits. */
  sum?: Record<string, number | string | null>;
  avg?: Record<string, number | null>;
  min?: Record<string, number | string | null>;
  max?: Record<string, number | string | null>;
}

/**
 * The totals of the records that have the same value, or were created in the same hour (2026-05-01T14:00Z), on the same day
 * (2026-05-01), in the same week (2026-W18) or month (2026-05).
 */
export interface AggregateGroup extends AggregateTotals {
  group: GroupValue;
}

type GroupValue = string | number | boolean | null;

/** The same for two: the values that the records share. */
export interface AggregatePair extends AggregateTotals {
  group: [GroupValue, GroupValue];
}

export interface AggregateAnswer<A> {
  data: A;
  /** The number of Firestore reads that the totals took. */
  reads: number;
  /** Names of the query that no record of the storage has. */
  warnings?: QueryWarning[];
}

export interface CountAnswer {
  count: number;
  isExact: boolean;
}

/** @returns the calls on one storage, with its key and its id as the console shows them */
export function storageResource<T = AnyFields>(transport: Transport, key: string, id: string): StorageResource<T> {
  const path = `/${encodeURIComponent(key)}/${encodeURIComponent(id)}`;
  const one = (recordId: string) => `${path}/dataId/${encodeURIComponent(recordId)}`;
  return {
    key,
    id,
    create: (fields, options) => data(transport.send({ method: 'POST', path, body: fields, options })),
    createMany: (records, options) => data(transport.send({ method: 'POST', path, body: records, options })),
    list: async (query = {}, options) => transport.send({ method: 'GET', path, query: queryString(query), options }),
    get: (recordId, { expand, ...options } = {}) => {
      const query = expand === undefined ? {} : { query: expandPair(expand) };
      return data(transport.send({ method: 'GET', path: one(recordId), ...query, options }));
    },
    update: (recordId, fields, options) =>
      data(transport.send({ method: 'PUT', path: one(recordId), query: parameters({}, options), body: fields, options })),
    upsert: (recordId, fields, options) =>
      data(transport.send({ method: 'PUT', path: one(recordId), query: parameters({ upsert: true }, options), body: fields, options })),
    async delete(recordId, options) {
      const query = parameters({ permanent: options?.permanent }, options);
      await transport.send({ method: 'DELETE', path: one(recordId), query, options });
    },
    updateWhere: <R>(query: ChangeQuery<T>, fields: Change<T>, options?: CallOptions & { dryRun?: true }) => {
      const parts = [changeString(query), parameters({ dryRun: options?.dryRun })].filter(Boolean);
      return data(transport.send<{ data: R }>({ method: 'PUT', path, query: parts.join('&'), body: fields, options }));
    },
    deleteWhere: <R>(query: ChangeQuery<T>, options?: CallOptions & { dryRun?: true; permanent?: boolean }) => {
      const parts = [changeString(query), parameters({ dryRun: options?.dryRun, permanent: options?.permanent })].filter(Boolean);
      return data(transport.send<{ data: R }>({ method: 'DELETE', path, query: parts.join('&'), options }));
    },
    changeJob: (jobId, options) => data(transport.send({ method: 'GET', path: `${path}/jobs/${encodeURIComponent(jobId)}`, options })),
    restore: (recordId, options) => data(transport.send({ method: 'POST', path: `${one(recordId)}/restore`, options })),
    async upload(recordId, fieldName, file, options) {
      const name = nameOf(file, options?.name);
      if (file.size > largestForm) return uploadLarge(transport, { record: one(recordId), fieldName, file, name }, options);
      return transport.send({
        method: 'POST',
        path: `${one(recordId)}/upload`,
        query: `fieldName=${encodeURIComponent(fieldName)}`,
        body: formOf(file, name),
        fileSize: file.size,
        options,
      });
    },
    async *each<X extends Expanded = never>(query: Omit<ListQuery<T>, 'page' | 'cursor'> = {}, options?: CallOptions) {
      let cursor: string | null | undefined;
      do {
        const list: ListAnswer<With<T, X>> = await transport.send({
          method: 'GET',
          path,
          query: queryString({ limit: 100, ...query, ...(cursor ? { cursor } : {}) }),
          options,
        });
        yield* list.data;
        cursor = list.pagination.nextCursor;
      } while (cursor);
    },
    aggregate: async <A>({ op, groupBy, ...query }: AggregateQuery<T>, options?: CallOptions) => {
      const parts = [
        parameters({
          op: op.join(','),
          groupBy: groupBy === undefined || typeof groupBy === 'string' ? groupBy : groupBy.map(nameInList).join(','),
        }),
        queryString(query),
      ].filter(Boolean);
      return transport.send<AggregateAnswer<A>>({ method: 'GET', path: `${path}/aggregate`, query: parts.join('&'), options });
    },
    count: async (query = {}, options) =>
      data(transport.send({ method: 'GET', path: `${path}/count`, query: queryString(query), options })),
  };
}

async function data<R>(answer: Promise<{ data: R }>): Promise<R> {
  return (await answer).data;
}

function parameters(given: Record<string, string | boolean | undefined>, { ifUpdatedAt }: Preconditions = {}): string {
  const all = Object.entries<string | boolean | undefined>({ ...given, ifUpdatedAt }).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  return all.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}

function nameOf(file: Blob, name?: string): string {
  return name ?? ('name' in file && typeof file.name === 'string' ? file.name : 'file');
}

function formOf(file: Blob, name: string): FormData {
  const form = new FormData();
  form.append('file', file, name);
  return form;
}
