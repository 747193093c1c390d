import type { QueryWarning } from '@bedplate/contract';
import { catalogueOf } from '../index/catalogue.ts';
import { readsPerRequest, tooBroad } from '../query/budget.ts';
import { isUnknown } from '../query/bound-query.ts';
import { without } from '../query/filter.ts';
import type { ListQuery } from '../query/list-query.ts';
import { list, lookedUp } from '../query/list.ts';
import type { ListPage } from '../query/run-plan.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { AggregateQuery } from './aggregate-query.ts';
import { foldGroups, foldRecords, type Group, type Totals, type TypeOf } from './fold.ts';
import { sumWarnings } from './sum-warnings.ts';
import { firstFormRemark } from '../query/value-warnings.ts';
import { longest, type Period, periodsWithin } from './periods.ts';
import { areSettled, isIndexed, totalsFromIndexes } from './from-index.ts';
import { lazily } from '../../../runtime/lazily.ts';

const loadFromKept = lazily(() => import('./from-kept.ts'));

/** That are counted one by one. */
const mostPeriods = 400;

/** Totals of a list, or of each group of it. */
export interface Aggregate {
  readonly data: Totals | Group[];
  readonly warnings?: ListPage['warnings'];
  /** For `explain`: where the totals were not counted, but kept. */
  readonly path?: string;
}

/**
 * Exact totals over a list, grouped or not. Over a whole storage they come from indexes; else the records are read, up to the
 * budget of a list.
 * @throws {ApiError} query-too-broad beyond that; invalid-argument
 */
export async function aggregate(services: RecordServices, storage: StorageRow, query: AggregateQuery): Promise<Aggregate> {
  const kept = await fromKept(services, storage, query);
  if (kept) return kept;
  // One more shows where a total that no index counts ends.
  const first = await list(services, storage, { ...query.list, limit: readsPerRequest + 1, onlyTotal: true });
  const data = await totalsOf(services, storage, { query, first });
  const warnings = [
    ...(first.warnings ?? []),
    ...indexWarnings(storage, query, first),
    ...sumWarnings(catalogueOf(storage.data), shownTo(query)),
  ];
  return { data, ...(warnings.length > 0 && { warnings }) };
}

/** @returns the operations on fields that the caller may see */
function shownTo({ operations, list: asked }: AggregateQuery): AggregateQuery['operations'] {
  return operations.filter((operation) => operation.op === 'count' || !isUnknown(asked, operation.path));
}

/** Most storages keep no totals. */
async function fromKept(services: RecordServices, storage: StorageRow, query: AggregateQuery): Promise<Aggregate | undefined> {
  if (storage.data.keptTotals === undefined) return undefined;
  const [{ totalsFromKept }, { storage: fresh, warnings }] = [await loadFromKept(), await lookedUp(services, storage, query.list)];
  const found = await totalsFromKept(services, fresh, { query, typeOf: typesIn(fresh, query) });
  return found && { ...found, ...(warnings.length > 0 && { warnings }) };
}

function typesIn(storage: StorageRow, { list: asked }: AggregateQuery): TypeOf {
  const { byPath } = catalogueOf(storage.data);
  return (path) => (isUnknown(asked, path) ? undefined : byPath.get(path)?.declared);
}

/** Totals of more records than can be read come from indexes, where texts of the first form are numbers. */
function indexWarnings(storage: StorageRow, query: AggregateQuery, { total }: ListPage): QueryWarning[] {
  if (!catalogueOf(storage.data).isFirstForm || total <= readsPerRequest) return [];
  if (!isIndexed(storage, query) || areSettled(storage, query.operations)) return [];
  return [{ field: 'op', message: `op: ${firstFormRemark}` }];
}

async function totalsOf(
  services: RecordServices,
  storage: StorageRow,
  { query, first }: { query: AggregateQuery; first: ListPage },
): Promise<Totals | Group[]> {
  const onlyCounts = query.operations.every(({ op }) => op === 'count');
  if (first.totalIsExact && onlyCounts && query.groupBy.length === 0) return { count: first.total };
  if (first.totalIsExact && isIndexed(storage, query) && (first.total > readsPerRequest || areSettled(storage, query.operations)))
    return totalsFromIndexes(services, { storage, operations: query.operations, count: first.total });
  if (first.totalIsExact && first.total > readsPerRequest) {
    const [only, second] = query.groupBy;
    if (onlyCounts && only?.kind === 'period' && only.path === undefined && !second)
      return countPeriods(services, storage, { query: query.list, period: only.period });
    throw tooBroad('totals');
  }
  const isRead = !first.totalIsExact || first.found.length === first.total;
  const page = isRead ? first : await list(services, storage, { ...query.list, limit: readsPerRequest + 1 });
  if (page.next || page.found.length > readsPerRequest) throw tooBroad('totals');
  const typeOf = typesIn(storage, query);
  const hidden = query.list.bound?.unknown;
  const found = hidden?.size ? page.found.map((one) => ({ ...one, fields: without(one.fields, hidden) })) : page.found;
  return query.groupBy.length > 0 ? foldGroups(found, query, typeOf) : foldRecords(found, query.operations, typeOf);
}

/** A read for each period and for each 1,000 records of one: for more records than could be read. */
async function countPeriods(
  services: RecordServices,
  storage: StorageRow,
  { query, period }: { query: ListQuery; period: Period },
): Promise<Group[]> {
  const { createdFrom, createdTo } = query;
  if (createdFrom === undefined || createdTo === undefined || createdTo - createdFrom > mostPeriods * longest[period])
    throw tooBroad('totals');
  const found = periodsWithin([createdFrom, createdTo], period, query.zone);
  if (found.length > mostPeriods) throw tooBroad('totals');
  const groups: Group[] = [];
  for (const { name: group, bounds } of found) {
    const { total, totalIsExact } = await list(services, storage, { ...query, ...bounds, limit: 1, onlyTotal: true });
    if (!totalIsExact) throw tooBroad('totals');
    if (total > 0) groups.push({ group, count: total });
  }
  return groups;
}
