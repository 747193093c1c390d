import { type DataRecord, type Json, messages, totalPages } from '@bedplate/contract';
import type { Request } from 'express';
import type { ApiServices } from './api-services.ts';
import { requireScope } from '../../domain/api-keys/key-scope.ts';
import { ownFields, reachedQuery } from '../../domain/app-users/reach.ts';
import { shownToWriter } from '../../domain/app-users/shown-to-writer.ts';
import type { ListPage } from '../../domain/records/query/run-plan.ts';
import type { ListQuery } from '../../domain/records/query/list-query.ts';
import { list } from '../../domain/records/query/list.ts';
import { parseCountQuery, parseListQuery } from '../../domain/records/query/parse-query.ts';
import { writeCursor } from '../../domain/records/query/cursor.ts';
import { valueAt } from '../../domain/records/model/field-path.ts';
import { once } from '../../domain/records/write/idempotency.ts';
import { createRecords } from '../../domain/records/write/create-records.ts';
import { deleteRecord } from '../../domain/records/write/delete-record.ts';
import { getRecord } from '../../domain/records/query/get-record.ts';
import { putRecord } from '../../domain/records/write/update-record.ts';
import { restoreRecord } from '../../domain/records/write/restore-record.ts';
import { isoTime, present } from '../../domain/records/model/present.ts';
import type { Answer } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import {
  bodyOf,
  flagOf,
  idempotentRequest,
  invalid,
  onlyParameters,
  preconditionOf,
  rawQuery,
  recordIdOf,
  type StorageCall,
  storageEndpoints,
} from './storage-call.ts';

export const listPath = '/:storageKey/:storageId';
export const recordPath = '/:storageKey/:storageId/dataId/:recordId';
export type RecordTable = ReturnType<typeof recordTable>;

/** Records of a storage at /api/{storageKey}/{storageId}. */
export function recordTable(services: ApiServices) {
  const endpoint = storageEndpoints(services);
  const update = endpoint('write', (call) => updateOne(services, call));
  return {
    [listPath]: {
      get: endpoint('read', (call) => listPage(services, call)),
      post: endpoint('write', (call) => createOneOrMany(services, call), 201),
    },
    '/:storageKey/:storageId/count': { get: endpoint('read', (call) => count(services, call)) },
    [recordPath]: {
      get: endpoint('read', async ({ storage, req, owner }) => ({
        data: await getRecord(services.records, storage, recordIdOf(req), { deleted: deletedOf(req), owner }),
      })),
      put: update,
      patch: update,
      delete: endpoint('write', (call) => deleteOne(services, call)),
    },
    '/:storageKey/:storageId/dataId/:recordId/restore': { post: endpoint('write', (call) => restoreOne(services, call)) },
  } satisfies RouteTable;
}

export async function createOneOrMany(
  services: ApiServices,
  { caller, req, storage, owner }: StorageCall,
  check: (body: unknown) => void = () => {},
) {
  const body = await bodyOf(req);
  check(body);
  const inputs = (Array.isArray(body) ? body : [body]).map((input: unknown) => ownFields(owner, storage, input, true));
  const answerOf = (records: readonly DataRecord[]) => ({ message: messages.dataAdded, data: Array.isArray(body) ? records : records[0] });
  return once(services.records, idempotentRequest(caller, req, body), async (also) =>
    answerOf(await createRecords(services.records, storage, inputs, { actor: caller.keyId }, (records) => also(answerOf(records)))),
  );
}

async function listPage(services: ApiServices, { req, storage, owner }: StorageCall): Promise<Answer> {
  const query = await reachedQuery(services.records, storage, parseListQuery(rawQuery(req)), owner);
  const page = await list(services.records, storage, query);
  const showsDeleted = storage.data.is_softDelete || query.deleted !== 'no';
  const { storageName, storageKey, createdAt, updatedAt } = storage.data;
  return {
    storageId: storage.id,
    storageName,
    storageKey,
    data: page.found.map(({ id, stored, fields }) => pick(present(id, stored, showsDeleted, services.records.files, fields), query.fields)),
    pagination: {
      currentPage: page.page,
      // Of a total that is a lower bound: whoever goes by the number of pages must not stop before the last.
      totalPages: Math.max(totalPages(page.total, query.limit), page.next ? page.page + 1 : 0),
      totalItems: page.total,
      limit: query.limit,
      totalIsExact: page.totalIsExact,
      nextCursor: page.next && writeCursor(services.records.cursorSecret, storage.id, query, page.next),
    },
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...explained(query, page),
  };
}

async function count(services: ApiServices, { req, storage, owner }: StorageCall): Promise<Answer> {
  const query = await reachedQuery(services.records, storage, parseCountQuery(rawQuery(req)), owner);
  const first = await list(services.records, storage, { ...query, limit: 1 });
  // What cannot be counted from an index is counted by looking at the records, up to the budget of a list.
  const page = first.totalIsExact ? first : await list(services.records, storage, { ...query, limit: 1000 });
  return { data: { count: page.total, isExact: page.totalIsExact }, ...explained(query, page) };
}

async function updateOne(services: ApiServices, { caller, req, storage, owner }: StorageCall): Promise<Answer> {
  onlyParameters(req, 'an update', ['upsert', 'ifUpdatedAt']);
  const upsert = flagOf(req, 'upsert');
  if (upsert) requireScope(caller.scope, 'create', storage.id); // its method has asked for `update`
  const body = await bodyOf(req);
  const fields = ownFields(owner, storage, body, upsert);
  const options = { actor: caller.keyId, upsert, ...preconditionOf(req), ...(owner === undefined ? {} : { owner }) };
  const written = (data: DataRecord, isNew: boolean) =>
    isNew ? { message: messages.dataAdded, data } : { message: messages.dataUpdated, data: shownToWriter(caller, storage, data) };
  const answer = await once(services.records, idempotentRequest(caller, req, body), async (also) => {
    const { record, isNew } = await putRecord(services.records, storage, recordIdOf(req), fields, {
      ...options,
      also: (data, created) => also(written(data, created)),
    });
    return written(record, isNew);
  });
  if (answer.message === messages.dataAdded) req.res?.status(201);
  return answer;
}

async function deleteOne(services: ApiServices, { caller, req, storage, owner }: StorageCall): Promise<Answer> {
  onlyParameters(req, 'a delete', ['permanent', 'ifUpdatedAt']);
  const permanent = flagOf(req, 'permanent');
  const options = { actor: caller.keyId, permanent, ...preconditionOf(req), ...(owner === undefined ? {} : { owner }) };
  const answer = { message: messages.itemDeleted };
  return once(services.records, idempotentRequest(caller, req, null), async (also) => {
    await deleteRecord(services.records, storage, recordIdOf(req), { ...options, also: also(answer) });
    return answer;
  });
}

async function restoreOne(services: ApiServices, { caller, req, storage, owner }: StorageCall): Promise<Answer> {
  const restored = (data: DataRecord) => ({ message: messages.itemRestored, data: shownToWriter(caller, storage, data) });
  return once(services.records, idempotentRequest(caller, req, null), async (also) =>
    restored(
      await restoreRecord(
        services.records,
        storage,
        recordIdOf(req),
        { actor: caller.keyId, ...(owner === undefined ? {} : { owner }) },
        (record) => also(restored(record)),
      ),
    ),
  );
}

function explained(query: ListQuery, page: ListPage): { explain?: { plan: string; reads: number } } {
  return query.explain ? { explain: { plan: page.path, reads: page.reads } } : {};
}

/** The id is always there: without it a record could not be asked for again. */
function pick(record: DataRecord, fields: readonly string[] | undefined): { [field: string]: Json | undefined } {
  if (!fields) return record;
  const all = record as Record<string, Json>; // its undefined fields do not matter here
  const chosen = fields.filter((path) => valueAt(all, path) !== undefined);
  return { id: record.id, ...Object.fromEntries(chosen.map((path) => [path, valueAt(all, path)])) };
}

function deletedOf(req: Request): 'only' | 'include' | undefined {
  const { deleted } = req.query;
  if (deleted === undefined || deleted === '' || deleted === 'no') return undefined;
  if (deleted === 'only' || deleted === 'include') return deleted;
  throw invalid('deleted', 'deleted must be one of: no, only, include.');
}
