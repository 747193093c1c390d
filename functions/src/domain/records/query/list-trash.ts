import { documentId } from '../../../store/model/query-spec.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { setsOf } from './bound-query.ts';
import { Reader, tooBroad } from './budget.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { type Candidate, candidateOf, subjectOf, trashCandidate } from './candidate.ts';
import { readCursor } from './cursor.ts';
import { matcherOf } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import { isKeyOrder, orderOf } from './order.ts';
import { readFilters } from './read-filters.ts';
import { keyRange } from './sources-by-index.ts';
import type { ListPage } from './run-plan.ts';
import { collectable } from './plan.ts';
import { recordsPath } from '../model/paths.ts';
import { shownFields } from '../model/present.ts';
import { isUnfiltered, trashSpec, walkWithTrash } from './walk-trash.ts';

/**
 * Lists the trash, with or without the live records. The trash has no field indexes, so up to 1,000
 * records of the requested time are read and sorted here. More are listed only newest first, by key.
 * @throws {ApiError} query-too-broad beyond that
 */
export async function listWithTrash(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<ListPage> {
  const reader = new Reader(services.store, collectable * 2);
  const cursor = readCursor(services.cursorSecret, storage.id, query);
  const catalogue = catalogueOf(storage.data);
  const tests = setsOf(query).map((conditions) => {
    const filters = readFilters(catalogue, { ...query, filters: [...query.filters, ...conditions] });
    return matcherOf({ ...query, filters, unsearched: query.bound?.unknown });
  });
  const isMatch = (candidate: Candidate) => tests.some((test) => test(subjectOf(candidate)));
  if (isKeyOrder(query.sort) && (isUnfiltered(query) || (await isLarge(reader, storage, query))))
    return walkWithTrash(services, { storage, query, options: { reader, cursor, isMatch } });
  const { positionOf, compare } = orderOf(catalogue, query);
  const live = query.deleted === 'include' ? await readLive(reader, storage, query) : [];
  const found = [...live, ...(await readTrash(reader, storage, query))]
    .filter(isMatch)
    .map((candidate) => ({ candidate, position: positionOf(candidate) }))
    .sort((a, b) => compare(a.position, b.position));
  const after = cursor && found.findIndex(({ position }) => compare(position, cursor.after) > 0);
  const start = after === undefined ? (query.page - 1) * query.limit : after < 0 ? found.length : after;
  const page = found.slice(start, start + query.limit);
  const last = page.at(-1);
  return {
    found: page.map(({ candidate }) => candidate),
    page: Math.floor(start / query.limit) + 1,
    total: found.length,
    totalIsExact: true,
    next: last && start + page.length < found.length ? { after: last.position, seen: start + page.length } : null,
    path: query.deleted === 'only' ? 'trash, sorted' : 'live records and trash, sorted',
    reads: reader.spent,
  };
}

async function isLarge(reader: Reader, storage: StorageRow, query: ListQuery): Promise<boolean> {
  const sets = [
    trashSpec(storage.id, query),
    ...(query.deleted === 'include' ? [{ from: recordsPath(storage.id), where: keyRange(query) }] : []),
  ];
  const counts = await Promise.all(sets.map((spec) => reader.count({ ...spec, limit: collectable + 1 })));
  return counts.some((count) => count > collectable);
}

async function readLive(reader: Reader, storage: StorageRow, query: ListQuery): Promise<Candidate[]> {
  const { rows } = await reader.query({
    from: recordsPath(storage.id),
    where: keyRange(query),
    orderBy: [[documentId, 'asc']],
    limit: collectable + 1,
    select: shownFields,
  });
  if (rows.length > collectable) throw tooBroad('withTrash');
  return rows.map(candidateOf);
}

async function readTrash(reader: Reader, storage: StorageRow, query: ListQuery): Promise<Candidate[]> {
  const { rows } = await reader.query({
    ...trashSpec(storage.id, query),
    orderBy: [[documentId, 'asc']],
    limit: collectable + 1,
  });
  if (rows.length > collectable) throw tooBroad('trash');
  return rows.flatMap((row) => trashCandidate(row) ?? []);
}
