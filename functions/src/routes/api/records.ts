import type { Request } from 'express';
import { withExpanded } from '../../domain/records/model/pick-fields.ts';
import { findRecord } from '../../domain/records/query/get-record.ts';
import { invalidField, notFound } from '../../errors/api-error.ts';
import type { Answer } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { ApiServices } from './api-services.ts';
import { deleteOne, restoreOne, updateOne } from './change-record.ts';
import { createEndpoint } from './create-records.ts';
import { readAuthors, readOneAsOf } from './history.ts';
import { countMatches, listPage } from './list-records.ts';
import { expandedBy } from './expand.ts';
import { flagOf, textOf } from './parameters.ts';
import { onlyParameters, recordIdOf, type StorageCall, storageEndpoints } from './storage-call.ts';

export const listPath = '/:storageKey/:storageId';
export const recordPath = '/:storageKey/:storageId/dataId/:recordId';
export type RecordTable = ReturnType<typeof recordTable>;

/** Records of a storage at /api/{storageKey}/{storageId}. */
export function recordTable(services: ApiServices) {
  const endpoint = storageEndpoints(services);
  const update = endpoint('write', (call) => updateOne(services, call));
  // Most calls are about one record.
  const updateMatching = endpoint('write', async (call) => (await import('./by-filter.ts')).updateMatching(services, call));
  return {
    [listPath]: {
      get: endpoint('read', (call) => listPage(services, call)),
      post: createEndpoint(services),
      put: updateMatching,
      patch: updateMatching,
      delete: endpoint('write', async (call) => (await import('./by-filter.ts')).deleteMatching(services, call)),
    },
    [`${listPath}/jobs/:jobId`]: { get: endpoint('read', async (call) => (await import('./by-filter.ts')).jobOfChange(services, call)) },
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

async function readOne(services: ApiServices, call: StorageCall): Promise<Answer> {
  const { storage, req, owner, onForeign, access, caller } = call;
  if (req.query.asOf !== undefined) return readOneAsOf(services, call, deletedOf(req));
  onlyParameters(req, 'reading one record', ['deleted', 'expand', 'asOf', 'authors']);
  const expand = textOf(req, 'expand');
  const view = access?.reads; // refused before the look: else the refusal would tell an existing record from none
  const found = await findRecord(services.records, storage, { id: recordIdOf(req), deleted: deletedOf(req), owner, onForeign });
  const record = view ? view.see(found.record) : found.record;
  if (!record) throw notFound('Record');
  const expansion = await expandedBy(services, { caller, res: req.res, storage, records: [{ ...found, record }], expand });
  const authors = flagOf(req, 'authors') ? await readAuthors(services, call) : {};
  return { data: withExpanded(record, expansion?.expanded[0]), ...authors };
}

function deletedOf(req: Request): 'only' | 'include' | undefined {
  const { deleted } = req.query;
  if (deleted === undefined || deleted === '' || deleted === 'no') return undefined;
  if (deleted === 'only' || deleted === 'include') return deleted;
  throw invalidField('deleted', 'deleted must be one of: no, only, include.');
}
