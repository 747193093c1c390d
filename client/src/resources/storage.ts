import type { AnyFields, Fields, ListAnswer, Stored } from '../records.ts';
import { type CountQuery, type ListQuery, queryString } from '../query.ts';
import type { CallOptions, Transport } from '../transport.ts';

export interface StorageResource<T> {
  /**
   * Adds a record.
   * @example const order = await orders.create({ title: 'Tea', amount: 3 });
   * @throws {BedplateError} `invalid-argument`, `payload-too-large`, `credits-exhausted`, …
   */
  create(fields: Fields<T>, options?: CallOptions): Promise<Stored<T>>;
  /**
   * Adds up to 100 records: all of them, or none.
   * @throws {BedplateError} `invalid-argument` names the first wrong record
   */
  createMany(records: readonly Fields<T>[], options?: CallOptions): Promise<Stored<T>[]>;
  /**
   * @example const { data } = await orders.list({ where: { amount: { gte: 100 }, status: ['open', 'new'] }, sortBy: 'amount' });
   * @throws {BedplateError} `invalid-argument`, `query-too-broad`
   */
  list(query?: ListQuery<T>, options?: CallOptions): Promise<ListAnswer<T>>;
  /** @throws {BedplateError} `not-found`, also for a soft-deleted record */
  get(id: string, options?: CallOptions): Promise<Stored<T>>;
  /**
   * Changes the named fields and keeps the others; null clears a field.
   * @throws {BedplateError} `not-found`, `invalid-argument`
   */
  update(id: string, fields: Partial<Fields<T>>, options?: CallOptions): Promise<Stored<T>>;
  /**
   * Deletes; with soft delete the record can be restored unless `permanent`.
   * @throws {BedplateError} `not-found`
   */
  delete(id: string, options?: CallOptions & { permanent?: boolean }): Promise<void>;
  /** Brings a soft-deleted record back with the same id. @throws {BedplateError} `not-found` */
  restore(id: string, options?: CallOptions): Promise<Stored<T>>;
  /**
   * Stores a file of at most 25 MiB in the field `fieldName`.
   * @example await orders.upload(order.id, 'attachment', input.files[0]);
   * @throws {BedplateError} `payload-too-large`, `not-found`
   */
  upload(id: string, fieldName: keyof T & string, file: Blob, options?: CallOptions & { name?: string }): Promise<UploadAnswer>;
  /** How many records match; `isExact` is false when there are at least so many. */
  count(query?: CountQuery<T>, options?: CallOptions): Promise<CountAnswer>;
}

export interface CountAnswer {
  count: number;
  isExact: boolean;
}

export interface UploadAnswer {
  success: true;
  url: string;
  name: string;
  size: number;
  type: string;
  /** Of an image: addresses of smaller copies by their longest side in pixels (128, 512, 1280). */
  thumbnails?: Record<string, string>;
}

/** One storage, named by its key and its id as the console shows them. */
export function storageResource<T = AnyFields>(transport: Transport, key: string, id: string): StorageResource<T> {
  const path = `/${encodeURIComponent(key)}/${encodeURIComponent(id)}`;
  const one = (recordId: string) => `${path}/dataId/${encodeURIComponent(recordId)}`;
  return {
    create: (fields, options) => data(transport.send({ method: 'POST', path, body: fields, options })),
    createMany: (records, options) => data(transport.send({ method: 'POST', path, body: records, options })),
    list: (query = {}, options) => transport.send({ method: 'GET', path, query: queryString(query), options }),
    get: (recordId, options) => data(transport.send({ method: 'GET', path: one(recordId), options })),
    update: (recordId, fields, options) => data(transport.send({ method: 'PUT', path: one(recordId), body: fields, options })),
    async delete(recordId, options) {
      await transport.send({ method: 'DELETE', path: one(recordId), query: options?.permanent ? 'permanent=true' : '', options });
    },
    restore: (recordId, options) => data(transport.send({ method: 'POST', path: `${one(recordId)}/restore`, options })),
    upload: (recordId, fieldName, file, options) =>
      transport.send({
        method: 'POST',
        path: `${one(recordId)}/upload`,
        query: `fieldName=${encodeURIComponent(fieldName)}`,
        body: formOf(file, options?.name),
        options,
      }),
    count: (query = {}, options) => data(transport.send({ method: 'GET', path: `${path}/count`, query: queryString(query), options })),
  };
}

async function data<R>(answer: Promise<{ data: R }>): Promise<R> {
  return (await answer).data;
}

function formOf(file: Blob, name?: string): FormData {
  const form = new FormData();
  form.append('file', file, name ?? ('name' in file && typeof file.name === 'string' ? file.name : 'file'));
  return form;
}
