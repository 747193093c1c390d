import type { CatalogueField } from '../index/catalogue.ts';
import { recordsPath } from '../model/paths.ts';
import type { Plan, Planning } from './planning.ts';
import type { Range } from './range.ts';
import { sortedTies } from './sorted-ties.ts';
import { type ValueRuns, valueRuns } from './value-runs.ts';
import { byField, byKey, byTime, keyRange, timeRange } from './sources-by-index.ts';

/** Newest first: equality conditions merge with the key; other filters are checked on the way. */
export function keyWalk(planning: Planning): Plan {
  const { query, storage, indexed } = planning;
  const where = [...indexed.where, ...keyRange(query)];
  return {
    path: indexed.where.length > 0 ? 'equality merge in key order' : 'key order',
    open: (from, offset) => byKey(planning, where, { from, offset }),
    dense: indexed.exact,
    covers: indexed.where,
    near: indexed.near,
    skips: true,
    ...(indexed.exact ? { total: where.length > 0 ? [{ from: recordsPath(storage.id), where }] : 'storage', seek: where } : {}),
  };
}

/** Oldest first. The index has the bounds of createdAt itself. */
export function oldestFirstWalk(planning: Planning): Plan {
  const { query, filters, storage } = planning;
  const where = timeRange(query);
  const isUnfiltered = filters.length === 0 && query.search === undefined;
  return {
    path: 'index of createdAt',
    ...inOrder(planning, {
      open: (from, offset) => byTime(planning, { path: 'createdAt', direction: 'asc', where }, { from, offset }),
      skips: true,
    }),
    dense: isUnfiltered,
    covers: [],
    ...(isUnfiltered ? { total: where.length > 0 ? [{ from: recordsPath(storage.id), where }] : 'storage' } : {}),
  };
}

export function updatedAtWalk(planning: Planning): Plan {
  const { order, ranges } = planning;
  const range = ranges.find(({ field }) => field === 'updatedAt');
  const walk = { path: 'updatedAt' as const, direction: order.along.sort.direction, where: range?.stretches[0]?.where ?? [] };
  return {
    path: 'index of updatedAt',
    ...inOrder(planning, { open: (from, offset) => byTime(planning, walk, { from, offset }), skips: true }),
    ...decidedBy(planning, range),
  };
}

export function fieldWalk(planning: Planning, field: CatalogueField): Plan {
  const range = planning.ranges.find((r) => r.field === field.path);
  return {
    path: `index of ${field.path}`,
    ...inOrder(planning, {
      open: (from) => byField({ ...planning, order: planning.order.along }, { field, range }, from),
      skips: false,
      runs: valueRuns(planning, { field, range }),
    }),
    ...decidedBy(planning, range),
  };
}

/** The records of an index in the list's order. To sort the records of one value they are all read, unless `runs` has them in order. */
function inOrder(
  planning: Planning,
  { open, skips, runs }: Pick<Plan, 'open' | 'skips'> & { runs?: ValueRuns | undefined },
): Pick<Plan, 'open' | 'skips'> {
  const { ties } = planning.order;
  if (!ties) return { open, skips };
  return { open: (from) => sortedTies(planning, { ties, from, runs }, () => open(from && ties.startOf(from), 0)), skips: false };
}

/** @returns true when only this range filters */
export function isDecidedBy({ query, filters }: Planning, range: Range | undefined): boolean {
  if (range && !range.exact) return false;
  const others = filters.filter((filter) => !range?.filters.includes(filter));
  return others.length === 0 && query.search === undefined && query.createdFrom === undefined && query.createdTo === undefined;
}

function decidedBy(planning: Planning, range: Range | undefined): Pick<Plan, 'dense' | 'covers' | 'total'> {
  const covered = range ? {} : { covers: [] };
  if (!isDecidedBy(planning, range)) return { dense: false, ...covered };
  return { dense: true, ...covered, ...(range ? totalOf(planning, range) : { total: 'storage' }) };
}

/** @returns the total of a range that decides alone */
export function totalOf({ storage }: Planning, { stretches }: Range): Pick<Plan, 'total'> {
  return { total: stretches.map(({ where }) => ({ from: recordsPath(storage.id), where })) };
}
