import type { Request } from 'express';
import { getRecord } from '../../domain/records/query/get-record.ts';
import { invalidField } from '../../errors/api-error.ts';
import type { Answer } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { ApiServices } from './api-services.ts';
import { deleteOne, restoreOne, updateOne } from './change-record.ts';
import { createEndpoint } from './create-records.ts';
import { countMatches, listPage } from './list-records.ts';
import { onlyParameters, recordIdOf, type StorageCall, storageEndpoints } from './storage-call.ts';

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
      post: createEndpoint(services),
    },
    [`${listPath}/count`]: { get: endpoint('read', (call) => countMatches(services, call)) },
    [recordPath]: {
      get: endpoint('read', (call) => readOne(services, call)),
      put: update,
      patch: update,
      delete: endpoint('write', (call) => deleteOne(services, call)),
    },
    [`${recordPath}/restore`]: { post: endpoint('write', (call) => restoreOne(services, call)) },
  } satisfies RouteTable;
}

async function readOne({ records }: ApiServices, { storage, req, owner }: StorageCall): Promise<Answer> {
  onlyParameters(req, 'reading one record', ['deleted']);
  return { data: await getRecord(records, storage, { id: recordIdOf(req), deleted: deletedOf(req), owner }) };
}

function deletedOf(req: Request): 'only' | 'include' | undefined {
  const { deleted } = req.query;
  if (deleted === undefined || deleted === '' || deleted === 'no') return undefined;
  if (deleted === 'only' || deleted === 'include') return deleted;
  throw invalidField('deleted', 'deleted must be one of: no, only, include.');
}
