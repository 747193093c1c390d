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
import { type Answer, JsonText } from '../../http/handle.ts';
import { reachedQuery } from '../../domain/app-users/reached-query.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { ExpandStep, Origin } from '../../domain/records/references/expand-records.ts';
import type { FollowStep } from '../../domain/records/references/follow-references.ts';
import type { ApiServices } from './api-services.ts';
import { askedQuery, leadsThrough } from './asked-query.ts';
import { expandedBy } from './expand.ts';
import type { ListForAll } from './list-for-all.ts';
import { noteList, notesOf } from './note-list.ts';
import { rawQuery } from './parameters.ts';
import { type StorageCall } from './storage-call.ts';

/** GET /{storageKey}/{storageId} */
export async function listPage(services: ApiServices, call: StorageCall): Promise<Answer> {
  const raw = rawQuery(call.req);
  const isBound = call.owner !== undefined || call.access !== undefined;
  const forAll = isBound ? undefined : await services.lists(`${call.storage.id}?${raw}`, () => listForAll(services, call.storage, raw));
  if (!forAll) return ownList(services, call);
  noteList(call.req, forAll.notes);
  return forAll.answer;
}

/** @returns a list that is the same for each key; undefined where it asks for other storages, which not every key reaches */
async function listForAll(services: ApiServices, storage: StorageRow, raw: string): Promise<ListForAll | undefined> {
  const asked = parseListQuery(raw);
  if (asked.expand !== undefined || leadsThrough(storage, asked)) return undefined;
  const query = await reachedQuery(services.records, storage, { query: asked, owner: undefined, access: undefined });
  const page = withWarnings(await list(services.records, storage, query), { query, warnings: [] });
  const listed = { storage, query, page };
  const data = recordsOf(services, listed).map(({ record }) => pickFields(record, query.fields));
  const answer = new JsonText({ ...answerOf(services, listed, data), ...explained({ page, isTold: query.explain }) });
  return { notes: notesOf(storage, { query, plan: page.path }), answer };
}

async function ownList(services: ApiServices, { req, storage, owner, access, caller }: StorageCall): Promise<Answer> {
  const {
    query,
    steps: through,
    warnings,
  } = await askedQuery(services, { req, storage, owner, access, caller }, parseListQuery(rawQuery(req)));
  const page = withWarnings(await list(services.records, storage, query), { query, warnings });
  noteList(req, notesOf(storage, { query, plan: page.path }));
  const origins = recordsOf(services, { storage, query, page, access });
  const expansion = await expandedBy(services, { caller, res: req.res, storage, records: origins, expand: query.expand });
  const data = origins.map(({ record }, i) => withExpanded(pickFields(record, query.fields), expansion?.expanded[i]));
  return {
    ...answerOf(services, { storage, query, page }, data),
    ...explained({ page, through, expand: expansion?.steps, isTold: isTold(req, query) }),
  };
}

interface Listed {
  readonly storage: StorageRow;
  readonly query: ListQuery;
  readonly page: ListPage;
}

/** @returns the records of a page that the caller sees */
function recordsOf({ records }: ApiServices, { storage, query, page, access }: Listed & { access?: StorageCall['access'] }): Origin[] {
  const softDelete = storage.data.is_softDelete || query.deleted !== 'no';
  return page.found.flatMap((found) => {
    const record = toRecordJson(found, { softDelete, files: records.files });
    const seen = access ? access.lists.see(record) : record;
    return seen ? [{ record: seen, refs: found.stored.refs }] : [];
  });
}

function answerOf({ records }: ApiServices, { storage, query, page }: Listed, data: readonly object[]) {
  const { storageName, storageKey, createdAt, updatedAt } = storage.data;
  return {
    storageId: storage.id,
    storageName,
    storageKey,
    data,
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
  noteList(req, notesOf(storage, { query, plan: page.path }));
  const answer = { count: page.total, isExact: page.totalIsExact };
  return { data: answer, ...explained({ page, through, isTold: isTold(req, query) }) };
}

/** @param warnings of conditions through references. An empty list explains itself, by fields that nothing else is told of. */
function withWarnings(page: ListPage, { query, warnings }: { query: ListQuery; warnings: readonly QueryWarning[] }): ListPage {
  const told = [...(page.warnings ?? []), ...warnings];
  const all = page.total > 0 ? told : [...told, ...whyNothing(query).filter(({ field }) => told.every((other) => other.field !== field))];
  return all.length > 0 ? { ...page, warnings: all } : page;
}

/** How many records were looked at would give away those that are out of reach. */
function isTold({ res }: Request, { explain }: ListQuery): boolean {
  return explain && !res?.locals.isBound;
}

interface Explained extends Pick<Listed, 'page'> {
  readonly isTold: boolean;
  /** Before the list was read. */
  readonly through?: readonly FollowStep[];
  readonly expand?: readonly ExpandStep[] | undefined;
}

function explained({ page: { path: plan, reads, warnings }, isTold, through = [], expand }: Explained) {
  const spent = [...through, ...(expand ?? [])].reduce((sum, step) => sum + step.reads, reads);
  return {
    ...(warnings && { warnings }),
    ...(isTold && { explain: { plan, reads: spent, ...(through.length > 0 && { through }), ...(expand && { expand }) } }),
  };
}
