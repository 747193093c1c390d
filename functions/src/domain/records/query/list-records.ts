import { catalogueOf } from '../index/catalogue.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { Reader } from './budget.ts';
import { indexedPart } from './conditions.ts';
import { readCursor } from './cursor.ts';
import { cachedHead } from './list-cache.ts';
import type { ListQuery } from './list-query.ts';
import { isMatchOf } from './match.ts';
import { planList } from './plan.ts';
import type { Planning } from './planning.ts';
import { orderOf } from './order.ts';
import { rangesOf } from './range.ts';
import { readFilters } from './read-filters.ts';
import { type ListPage, runCached, runPlan } from './run-plan.ts';
import { storageTotal } from './storage-total.ts';

/**
 * Any list of a storage's live records, served from automatic single-field indexes at a bounded number of billed reads.
 * @throws {ApiError} invalid-argument for a foreign cursor, query-too-broad beyond the budget
 */
export async function listRecords(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<ListPage> {
  const reader = new Reader(services.store);
  const cursor = readCursor(services.cursorSecret, storage.id, query);
  const catalogue = catalogueOf(storage.data);
  const filters = readFilters(catalogue, query);
  const indexed = indexedPart(catalogue, filters, query.search);
  const ranges = rangesOf(catalogue, filters);
  const seen = cursor?.seen ?? (query.page - 1) * query.limit;
  const page = Math.floor(seen / query.limit) + 1;
  const isEmpty = indexed.impossible || ranges === 'empty' || (query.createdFrom ?? 0) > (query.createdTo ?? Number.POSITIVE_INFINITY);
  if (isEmpty) return { found: [], page, total: 0, totalIsExact: true, next: null, path: 'nothing can match', reads: 0 };

  let size: Promise<number> | undefined;
  const planning: Planning = {
    reader,
    storage,
    catalogue,
    query,
    filters,
    order: orderOf(catalogue, query),
    indexed,
    ranges,
    matches: isMatchOf(query, filters),
    size: () => (size ??= sizeOf(services, storage, reader)),
  };
  const place = { cursor, seen, page, now: services.now };
  const cached = !cursor && seen === 0 ? await cachedHead(planning) : undefined;
  return cached ? runCached(planning, cached, place) : runPlan(planning, await planList(planning), place);
}

/** Live records, counted once for the requests of some seconds when it is not cheap. */
async function sizeOf({ store, now }: RecordServices, storage: StorageRow, reader: Reader): Promise<number> {
  const { total } = await store.memory.totals.get(storage.id, 'all', async () => {
    const before = reader.spent;
    const counted = await storageTotal(reader, storage, now());
    return { total: counted, totalIsExact: true, reads: reader.spent - before };
  });
  return total;
}
