import { type DataRecord, type Json, messages, totalPages } from '@bedplate/contract';
import type { Request, Router } from 'express';
import type { ApiServices } from '../../api-services.ts';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { type ListPage, type ListQuery, list, parseCountQuery, parseListQuery, writeCursor } from '../../domain/query/index.ts';
import { valueAt } from '../../domain/records/field-path.ts';
import { type IdempotentRequest, once } from '../../domain/records/idempotency.ts';
import { createRecords, deleteRecord, getRecord, restoreRecord, updateRecord } from '../../domain/records/index.ts';
import { isoTime, present } from '../../domain/records/present.ts';
import type { StorageRow } from '../../domain/records/record-services.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Answer, handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { keysAndCredit, rawQuery, recordIdOf, storageOf } from './api-guard.ts';

/** Records of a storage at /api/{storageKey}/{storageId}. */
export function recordRoutes(services: ApiServices): Router {
  const guard = keysAndCredit(services);
  const onStorage = (run: (call: StorageCall) => Promise<Answer>, status = 200) =>
    handle(guard, { status }, async ({ caller, req }) => run({ caller, req, storage: await storageOf(services, caller, req) }));
  const update = onStorage((call) => updateOne(services, call));
  return routes({
    '/:storageKey/:storageId': {
      get: onStorage((call) => listPage(services, call)),
      post: onStorage((call) => createOneOrMany(services, call), 201),
    },
    '/:storageKey/:storageId/count': { get: onStorage((call) => count(services, call)) },
    '/:storageKey/:storageId/dataId/:recordId': {
      get: onStorage(async ({ storage, req }) => ({
        data: await getRecord(services.records, storage, recordIdOf(req), deletedOf(req)),
      })),
      put: update,
      patch: update,
      delete: onStorage((call) => deleteOne(services, call)),
    },
    '/:storageKey/:storageId/dataId/:recordId/restore': { post: onStorage((call) => restoreOne(services, call)) },
  });
}

export interface StorageCall {
  readonly caller: ApiCaller;
  readonly req: Request;
  readonly storage: StorageRow;
}

export async function createOneOrMany(
  services: ApiServices,
  { caller, req, storage }: StorageCall,
  check: (body: unknown) => void = () => {},
) {
  const body = await bodyOf(req);
  check(body);
  const inputs = Array.isArray(body) ? body : [body];
  const answerOf = (records: readonly DataRecord[]) => ({ message: messages.dataAdded, data: Array.isArray(body) ? records : records[0] });
  return once(services.records, request(caller, req, body), async (also) =>
    answerOf(await createRecords(services.records, storage, inputs, { actor: caller.keyId }, (records) => also(answerOf(records)))),
  );
}

async function listPage(services: ApiServices, { req, storage }: StorageCall): Promise<Answer> {
  const query = parseListQuery(rawQuery(req));
  const page = await list(services.records, storage, query);
  const showsDeleted = storage.data.is_softDelete || query.deleted !== 'no';
  const { storageName, storageKey, createdAt, updatedAt } = storage.data;
  return {
    storageId: storage.id,
    storageName,
    storageKey,
    data: page.found.map(({ id, stored }) => pick(present(id, stored, showsDeleted, services.records.files), query.fields)),
    pagination: {
      currentPage: page.page,
      totalPages: totalPages(page.total, query.limit),
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

async function count(services: ApiServices, { req, storage }: StorageCall): Promise<Answer> {
  const query = parseCountQuery(rawQuery(req));
  const first = await list(services.records, storage, { ...query, limit: 1 });
  // What cannot be counted from an index is counted by looking at the records, up to the budget of a list.
  const page = first.totalIsExact ? first : await list(services.records, storage, { ...query, limit: 1000 });
  return { data: { count: page.total, isExact: page.totalIsExact }, ...explained(query, page) };
}

async function updateOne(services: ApiServices, { caller, req, storage }: StorageCall): Promise<Answer> {
  const body = await bodyOf(req);
  return once(services.records, request(caller, req, body), async (also) =>
    updated(
      await updateRecord(services.records, storage, recordIdOf(req), body, {
        actor: caller.keyId,
        also: (record) => also(updated(record)),
      }),
    ),
  );
}

async function deleteOne(services: ApiServices, { caller, req, storage }: StorageCall): Promise<Answer> {
  const permanent = flagOf(req, 'permanent');
  const answer = { message: messages.itemDeleted };
  return once(services.records, request(caller, req, null), async (also) => {
    await deleteRecord(services.records, storage, recordIdOf(req), { actor: caller.keyId, permanent, also: also(answer) });
    return answer;
  });
}

async function restoreOne(services: ApiServices, { caller, req, storage }: StorageCall): Promise<Answer> {
  return once(services.records, request(caller, req, null), async (also) =>
    restored(await restoreRecord(services.records, storage, recordIdOf(req), { actor: caller.keyId }, (record) => also(restored(record)))),
  );
}

const updated = (data: DataRecord) => ({ message: messages.dataUpdated, data });
const restored = (data: DataRecord) => ({ message: messages.itemRestored, data });

async function bodyOf(req: Request): Promise<unknown> {
  const body = await readJson(req);
  if (body === undefined) throw new ApiError('invalid-argument', 'Send the fields as a JSON object in the body.');
  return body;
}

function request({ tenantId, projectId }: ApiCaller, req: Request, body: unknown): IdempotentRequest {
  return { key: req.get('Idempotency-Key'), owner: `${tenantId}/${projectId}`, content: [req.method, req.originalUrl, body] };
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

function flagOf(req: Request, name: string): boolean {
  const value = req.query[name];
  if (value === undefined || value === '' || value === 'false') return false;
  if (value === 'true') return true;
  throw invalid(name, `${name} must be true or false.`);
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('invalid-argument', message, { details: [{ field, message }] });
}
