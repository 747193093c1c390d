import { readsPerRequest, tooBroad } from '../query/budget.ts';
import type { ListQuery } from '../query/list-query.ts';
import { list } from '../query/list.ts';
import type { ListPage } from '../query/run-plan.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { AggregateQuery } from './aggregate-query.ts';
import { foldGroups, foldRecords, type Group, type Totals } from './fold.ts';
import { isIndexed, totalsFromIndexes } from './from-index.ts';

const day = 86_400_000;
const mostDays = 400;

/** Totals of a list, or of each group of it. */
export interface Aggregate {
  readonly data: Totals | Group[];
  readonly warnings?: ListPage['warnings'];
}

/**
 * Exact totals over a list, grouped or not. Over a whole storage they come from indexes; else the records are read, up to the
 * budget of a list.
 * @throws {ApiError} query-too-broad beyond that; invalid-argument for a grouping by several fields or by a month
 */
export async function aggregate(services: RecordServices, storage: StorageRow, query: AggregateQuery): Promise<Aggregate> {
  const first = await list(services, storage, { ...query.list, limit: 1 });
  return { data: await totalsOf(services, storage, { query, first }), ...(first.warnings && { warnings: first.warnings }) };
}

async function totalsOf(
  services: RecordServices,
  storage: StorageRow,
  { query, first }: { query: AggregateQuery; first: ListPage },
): Promise<Totals | Group[]> {
  const onlyCounts = query.operations.every(({ op }) => op === 'count');
  if (first.totalIsExact && onlyCounts && !query.groupBy) return { count: first.total };
  if (first.totalIsExact && isIndexed(storage, query)) return totalsFromIndexes(services, storage, query.operations, first.total);
  if (first.totalIsExact && first.total >= readsPerRequest) {
    if (onlyCounts && query.groupBy?.kind === 'day') return countDays(services, storage, query.list);
    throw tooBroad(remedy);
  }
  const page = await list(services, storage, { ...query.list, limit: readsPerRequest });
  if (page.next) throw tooBroad(remedy);
  return query.groupBy ? foldGroups(page.found, query) : foldRecords(page.found, query.operations);
}

const remedy = 'Narrow it with dateFrom and dateTo, or with a filter that fewer records match.';

/** Two reads a day and one more per 1,000 records: for more records than could be read. */
async function countDays(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<Group[]> {
  const { createdFrom, createdTo } = query;
  if (createdFrom === undefined || createdTo === undefined || createdTo - createdFrom > mostDays * day) throw tooBroad(remedy);
  const groups: Group[] = [];
  for (let start = Math.floor(createdFrom / day) * day; start <= createdTo; start += day) {
    const bounds = { createdFrom: Math.max(createdFrom, start), createdTo: Math.min(createdTo, start + day - 1) };
    const { total, totalIsExact } = await list(services, storage, { ...query, ...bounds, limit: 1 });
    if (!totalIsExact) throw tooBroad(remedy);
    if (total > 0) groups.push({ group: new Date(start).toISOString().slice(0, 10), count: total });
  }
  return groups;
}
