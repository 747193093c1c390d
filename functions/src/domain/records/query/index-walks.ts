import type { CatalogueField } from '../index/catalogue.ts';
import { recordsPath } from '../model/paths.ts';
import { positionOf } from './candidate.ts';
import type { Plan, Planning } from './planning.ts';
import type { Range } from './range.ts';
import { byField, byKey, byTime, keyRange, timeRange } from './sources-by-index.ts';

/** Newest first: equality conditions merge with the key; other filters are checked on the way. */
export function keyWalk(planning: Planning): Plan {
  const { query, storage, indexed } = planning;
  const where = [...indexed.where, ...keyRange(query)];
  return {
    path: indexed.where.length > 0 ? 'equality merge in key order' : 'key order',
    open: (from, offset) => byKey(planning, where, { from, offset }),
    dense: indexed.exact,
    near: indexed.near,
    skips: true,
    ...(indexed.exact ? { total: where.length > 0 ? { from: recordsPath(storage.id), where } : 'storage', seek: where } : {}),
  };
}

/** Oldest first. The index has the bounds of createdAt itself. */
export function oldestFirstWalk(planning: Planning): Plan {
  const { query, storage } = planning;
  const where = timeRange(query);
  const isUnfiltered = query.filters.length === 0 && query.search === undefined;
  return {
    path: 'index of createdAt',
    open: (from, offset) => byTime(planning, { path: 'createdAt', direction: 'asc', where }, { from, offset }),
    dense: isUnfiltered,
    skips: true,
    ...(isUnfiltered ? { total: where.length > 0 ? { from: recordsPath(storage.id), where } : 'storage' } : {}),
  };
}

export function updatedAtWalk(planning: Planning): Plan {
  const { query, ranges } = planning;
  const range = ranges.find(({ field }) => field === 'updatedAt');
  const walk = { path: 'updatedAt' as const, direction: query.sort.direction, where: range?.where ?? [] };
  return {
    path: 'index of updatedAt',
    open: (from, offset) => byTime(planning, walk, { from, offset }),
    skips: true,
    ...decidedBy(planning, range),
  };
}

export function fieldWalk(planning: Planning, field: CatalogueField): Plan {
  const { query, ranges } = planning;
  const range = ranges.find((r) => r.field === field.path);
  const walk = {
    field,
    direction: query.sort.direction,
    range,
    valueOf: (c: Parameters<typeof positionOf>[0]) => positionOf(c, query.sort),
  };
  return {
    path: `index of ${field.path}`,
    open: (from) => byField(planning, walk, from),
    skips: false,
    ...decidedBy(planning, range),
  };
}

/** @returns true when only this range filters */
export function isDecidedBy({ query }: Planning, range: Range | undefined): boolean {
  const others = query.filters.filter(({ path, operator }) => !(range?.field === path && /[<>]/.test(operator)));
  return others.length === 0 && query.search === undefined && query.createdFrom === undefined && query.createdTo === undefined;
}

function decidedBy(planning: Planning, range: Range | undefined): Pick<Plan, 'dense' | 'total'> {
  if (!isDecidedBy(planning, range)) return { dense: false };
  return { dense: true, total: range ? { from: recordsPath(planning.storage.id), where: range.where } : 'storage' };
}
