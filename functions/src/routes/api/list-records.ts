import { type QueryWarning, totalPages } from '@bedplate/contract';
import type { Request } from 'express';
import { pickFields, withExpanded } from '../../domain/records/model/pick-fields.ts';
import { isoTime, toRecordJson } from '../../domain/records/model/present.ts';
import { readsPerRequest } from '../../domain/records/query/budget.ts';
import { writeCursor } from '../../domain/records/query/cursor.ts';
import { list } from '../../domain/records/query/list.ts';
import type { ListQuery } from '../../domain/records/query/list-query.ts';
import { whyNothing } from '../../domain/records/query/odd-literals.ts';
import { parseCountQuery, parseListQuery } from '../../domain/records/query/parse-query.ts';
import type { ListPage } from '../../domain/records/query/run-plan.ts';
import type { Answer } from '../../http/handle.ts';
import type { ExpandStep } from '../../domain/records/references/expand-records.ts';
import type { FollowStep } from '../../domain/records/references/follow-references.ts';
import type { ApiServices } from './api-services.ts';
import { askedQuery } from './asked-query.ts';
import { expandedBy } from './expand.ts';
import { noteList } from './note-list.ts';
import { rawQuery } from './parameters.ts';
import { type StorageCall } from './storage-call.ts';

/** GET /{storageKey}/{storageId} */
export async function listPage(services: ApiServices, { req, storage, owner, access, caller }: StorageCall): Promise<Answer> {
  const { records } = services;
  const {
    query,
    steps: through,
    warnings,
  } = await askedQuery(services, { req, storage, owner, access, caller }, parseListQuery(rawQuery(req)));
  const page = withWarnings(await list(records, storage, query), { query, warnings });
  noteList({ req, storage }, { query, plan: page.path });
  const softDelete = storage.data.is_softDelete || query.deleted !== 'no';
  const origins = page.found.flatMap((found) => {
    const record = toRecordJson(found, { softDelete, files: records.files });
    const seen = access ? access.lists.see(record) : record;
    return seen ? [{ record: seen, refs: found.stored.refs }] : [];
  });
  const expansion = await expandedBy(services, { caller, res: req.res, storage, records: origins, expand: query.expand });
  const { storageName, storageKey, createdAt, updatedAt } = storage.data;
  return {
    storageId: storage.id,
    storageName,
    storageKey,
    data: origins.map(({ record }, i) => withExpanded(pickFields(record, query.fields), expansion?.expanded[i])),
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
    ...explained(req, { query, page, through, expand: expansion?.steps }),
  };
}

/** GET /{storageKey}/{storageId}/count */
export async function countMatches(services: ApiServices, { req, storage, owner, access, caller }: StorageCall): Promise<Answer> {
  const { records } = services;
  const {
    query,
    steps: through,
    warnings,
  } = await askedQuery(services, { req, storage, owner, access, caller }, parseCountQuery(rawQuery(req)));
  // Without an index for the count, records are read, up to the budget of a list.
  const page = withWarnings(await list(records, storage, { ...query, limit: readsPerRequest, onlyTotal: true }), { query, warnings });
  noteList({ req, storage }, { query, plan: page.path });
  return { data: { count: page.total, isExact: page.totalIsExact }, ...explained(req, { query, page, through }) };
}

/** @param warnings of conditions through references. An empty list explains itself, by fields that nothing else is told of. */
function withWarnings(page: ListPage, { query, warnings }: { query: ListQuery; warnings: readonly QueryWarning[] }): ListPage {
  const told = [...(page.warnings ?? []), ...warnings];
  const all = page.total > 0 ? told : [...told, ...whyNothing(query).filter(({ field }) => told.every((other) => other.field !== field))];
  return all.length > 0 ? { ...page, warnings: all } : page;
}

interface Explained {
  readonly query: ListQuery;
  readonly page: ListPage;
  /** Before the list was read. */
  readonly through: readonly FollowStep[];
  readonly expand?: readonly ExpandStep[] | undefined;
}

function explained({ res }: Request, { query, page: { path: plan, reads, warnings }, through, expand }: Explained) {
  const spent = [...through, ...(expand ?? [])].reduce((sum, step) => sum + step.reads, reads);
  // How many records were looked at would give away those that are out of reach.
  const isTold = query.explain && !res?.locals.isBound;
  return {
    ...(warnings && { warnings }),
    ...(isTold && { explain: { plan, reads: spent, ...(through.length > 0 && { through }), ...(expand && { expand }) } }),
  };
}
