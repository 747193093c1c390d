import { totalPages } from '@bedplate/contract';
import { reachedQuery } from '../../domain/app-users/reached-query.ts';
import { pickFields, withExpanded } from '../../domain/records/model/pick-fields.ts';
import { isoTime, toRecordJson } from '../../domain/records/model/present.ts';
import { writeCursor } from '../../domain/records/query/cursor.ts';
import { list } from '../../domain/records/query/list.ts';
import type { ListQuery } from '../../domain/records/query/list-query.ts';
import { parseCountQuery, parseListQuery } from '../../domain/records/query/parse-query.ts';
import type { ListPage } from '../../domain/records/query/run-plan.ts';
import type { Answer } from '../../http/handle.ts';
import type { ExpandStep } from '../../domain/records/references/expand-records.ts';
import type { ApiServices } from './api-services.ts';
import { expandedBy } from './expand.ts';
import { rawQuery, type StorageCall } from './storage-call.ts';

/** GET /{storageKey}/{storageId} */
export async function listPage(services: ApiServices, { req, storage, owner, caller }: StorageCall): Promise<Answer> {
  const { records } = services;
  const query = await reachedQuery(records, storage, { query: parseListQuery(rawQuery(req)), owner });
  const page = await list(records, storage, query);
  const softDelete = storage.data.is_softDelete || query.deleted !== 'no';
  const shown = page.found.map((found) => toRecordJson(found, { softDelete, files: records.files }));
  const expansion = await expandedBy(services, { caller, storage, records: shown, expand: query.expand });
  const { storageName, storageKey, createdAt, updatedAt } = storage.data;
  return {
    storageId: storage.id,
    storageName,
    storageKey,
    data: shown.map((record, i) => withExpanded(pickFields(record, query.fields), expansion?.expanded[i])),
    pagination: {
      currentPage: page.page,
      // The total may be a lower bound: a client that counts pages must not stop before the last one.
      totalPages: Math.max(totalPages(page.total, query.limit), page.next ? page.page + 1 : 0),
      totalItems: page.total,
      limit: query.limit,
      totalIsExact: page.totalIsExact,
      nextCursor: page.next && writeCursor({ secret: records.cursorSecret, storageId: storage.id }, query, page.next),
    },
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...explained(query, page, expansion?.steps),
  };
}

/** GET /{storageKey}/{storageId}/count */
export async function countMatches({ records }: Pick<ApiServices, 'records'>, { req, storage, owner }: StorageCall): Promise<Answer> {
  const query = await reachedQuery(records, storage, { query: parseCountQuery(rawQuery(req)), owner });
  const first = await list(records, storage, { ...query, limit: 1 });
  // Without an index for the count, records are read, up to the budget of a list.
  const page = first.totalIsExact ? first : await list(records, storage, { ...query, limit: 1000 });
  return { data: { count: page.total, isExact: page.totalIsExact }, ...explained(query, page) };
}

function explained(query: ListQuery, page: ListPage, expand?: readonly ExpandStep[]) {
  const { path: plan, reads, warnings } = page;
  const spent = (expand ?? []).reduce((sum, step) => sum + step.reads, reads);
  return { ...(warnings && { warnings }), ...(query.explain && { explain: { plan, reads: spent, ...(expand && { expand }) } }) };
}
