import { type Condition, documentId } from '../../../store/model/query-spec.ts';
import { recordsPath } from '../model/paths.ts';
import { tooBroad } from './budget.ts';
import { positionOf } from './candidate.ts';
import { collect, collectFew } from './collect.ts';
import { isKeyOrder } from './order.ts';
import type { ListQuery } from './list-query.ts';
import { byField, byKey, byTime, keyRange, timeRange } from './paths.ts';
import type { Range } from './range.ts';
import { noteMatches, usualMatches } from './usual-matches.ts';
import type { Plan, Planning } from './planning.ts';

/** Above this many records it is worth a count to compare ways; below, any way is cheap. */
const small = 300;
/** Records that may be read and sorted in memory. */
export const collectable = 1000;
/** Records that are read without counting first, where about so few were found the last time. */
const few = 50;
/** Records that are read for a total, where a search found them: with their count they cost 20 reads. */
const fewToSearch = 19;
/** The same where filters remain that no index decides. */
const fewToSift = 100;

/** Picks the cheapest way to serve a list, with its total where that is cheap, too. @throws {ApiError} query-too-broad */
export async function choosePlan(planning: Planning): Promise<Plan> {
  const plan = await cheapestPlan(planning);
  return plan.total === undefined && !planning.indexed.impossible ? withTotal(planning, plan) : plan;
}

/** The total is that of an index that decides all filters; or all that can match is read, where it is little. */
async function withTotal(planning: Planning, plan: Plan): Promise<Plan> {
  const { query, storage, reader, indexed, ranges } = planning;
  const from = recordsPath(storage.id);
  const where = [...indexed.where, ...keyRange(query)];
  if (indexed.exact && where.length > 0) return { ...plan, total: { from, where } };
  const range = ranges.find((r) => isDecidedBy(planning, r));
  if (range) return { ...plan, total: { from, where: range.where } };
  const little = indexed.rest.length > 0 ? fewToSift : Math.max(fewToSearch, 2 * query.limit - 1);
  if (indexed.where.length > 0 && (usualMatches(reader.store, storage.id, query) ?? 0) > little) return plan;
  const found = where.length === 0 ? await planning.size() : await reader.count({ from, where, limit: collectable + 1 });
  if (indexed.where.length > 0) noteMatches(reader.store, storage.id, query, found);
  return found <= Math.min(little, reader.left) ? collect(planning, plan.path, [where]) : plan;
}

/** From automatic single-field indexes. */
async function cheapestPlan(planning: Planning): Promise<Plan> {
  const { query, storage, reader, catalogue, indexed, ranges } = planning;
  const ids = query.filters.find(({ path, operator }) => path === 'id' && operator === '=');
  if (ids) return collect(planning, 'ids', [[[documentId, 'in', [...new Set(ids.values)].filter((id) => /^[0-9a-z]{1,40}$/.test(id))]]]);
  if (isKeyOrder(query.sort)) return keyPlan(planning);
  if (query.sort.path === 'createdAt') return oldestFirst(planning);
  if (query.sort.path === 'updatedAt') {
    const range = ranges.find(({ field }) => field === 'updatedAt');
    const alone = isDecidedBy(planning, range);
    const plan: Plan = {
      path: 'index of updatedAt',
      open: (from, offset) => byTime(reader, storage.id, 'updatedAt', query.sort.direction, range?.where ?? [], from, offset),
      dense: alone,
      skips: true,
      ...(alone ? { total: range ? { from: recordsPath(storage.id), where: range.where } : 'storage' } : {}),
    };
    return alone ? plan : sortedPlan(planning, plan);
  }
  const field = catalogue.byPath.get(query.sort.path);
  if (!field) return keyPlan(planning);
  if (catalogue.wide) return collectAll(planning);
  const range = ranges.find((r) => r.field === field.path);
  const alone = isDecidedBy(planning, range);
  const plan: Plan = {
    path: `index of ${field.path}`,
    open: (from) => byField(reader, storage.id, catalogue, field, query.sort.direction, range, (c) => positionOf(c, query.sort), from),
    dense: alone,
    skips: false,
    ...(alone ? { total: range ? { from: recordsPath(storage.id), where: range.where } : 'storage' } : {}),
  };
  return alone || indexed.impossible ? plan : sortedPlan(planning, plan);
}

/** Newest first: equality conditions merge with the key; other filters are checked on the way, or collected when that is cheaper. */
async function keyPlan(planning: Planning): Promise<Plan> {
  const { query, storage, reader, indexed } = planning;
  const where = [...indexed.where, ...keyRange(query)];
  const plan: Plan = {
    path: indexed.where.length > 0 ? 'equality merge in key order' : 'key order',
    open: (from, offset) => byKey(reader, storage.id, where, from, offset),
    dense: indexed.exact,
    near: indexed.near,
    skips: true,
    ...(indexed.exact ? { total: where.length > 0 ? { from: recordsPath(storage.id), where } : 'storage', seek: where } : {}),
  };
  if (indexed.rest.length === 0 && query.search === undefined) return plan;
  if (indexed.rest.length === 0 || (await planning.size()) <= small) return plan;
  return (await cheaperCollection(planning)) ?? plan;
}

/** A list in the order of another index: collected when few match, else checked on the way along that index. */
async function sortedPlan(planning: Planning, along: Plan): Promise<Plan> {
  const { query, storage, reader, indexed } = planning;
  const where = [...indexed.where, ...keyRange(query)];
  if (indexed.where.length > 0 && (usualMatches(reader.store, storage.id, query) ?? Number.POSITIVE_INFINITY) <= few) {
    const plan = await collectFew(planning, 'equality merge, sorted', where, 2 * few);
    if (plan) return plan;
  }
  const size = await planning.size();
  if (size <= small) return along;
  if (indexed.where.length > 0) {
    const spec = { from: recordsPath(storage.id), where };
    const found = await reader.count({ ...spec, limit: collectable + 1 });
    noteMatches(reader.store, storage.id, query, found);
    const walk = (query.page * query.limit * size) / Math.max(1, found);
    if (found <= collectable && (!indexed.exact || found <= 2 * walk)) return collect(planning, 'equality merge, sorted', [where]);
    // Along the index one of size/matches records matches: with so many matches the page is within the budget.
    const enough = Math.ceil((query.page * query.limit * size) / Math.max(1, reader.left));
    if (!indexed.exact) return along;
    if (found > collectable && enough > found && (await reader.count({ ...spec, limit: enough })) < enough) throw tooBroad(narrower(query));
    return { ...along, total: spec };
  }
  const times = query.sort.path === 'createdAt' ? [] : keyRange(query); // the index of createdAt has the bounds itself
  if (times.length > 0 && (await isCheaper(planning, times, size))) return collect(planning, 'time of creation, sorted', [times]);
  const plan = indexed.exact && times.length > 0 ? { ...along, total: { from: recordsPath(storage.id), where: times } } : along;
  return (await cheaperCollection(planning)) ?? plan;
}

async function oldestFirst(planning: Planning): Promise<Plan> {
  const { query, storage, reader, indexed } = planning;
  const where = timeRange(query);
  const isUnfiltered = query.filters.length === 0 && query.search === undefined;
  const along: Plan = {
    path: 'index of createdAt',
    open: (from, offset) => byTime(reader, storage.id, 'createdAt', 'asc', where, from, offset),
    dense: isUnfiltered,
    skips: true,
    ...(isUnfiltered ? { total: where.length > 0 ? { from: recordsPath(storage.id), where } : 'storage' } : {}),
  };
  if (isUnfiltered) return along;
  return indexed.where.length > 0 || indexed.rest.length > 0 ? sortedPlan(planning, along) : along;
}

/** @returns a collection over the shortest range, when that reads less than a walk is expected to */
async function cheaperCollection(planning: Planning): Promise<Plan | undefined> {
  const { ranges } = planning;
  const size = await planning.size();
  for (const range of ranges) {
    if (await isCheaper(planning, range.where, size)) return collect(planning, `range of ${range.field}, sorted`, [range.where]);
  }
  return undefined;
}

/** Whether reading all that a stretch of an index holds takes no more than the page is expected to by a walk along another index. */
async function isCheaper({ query, storage, reader }: Planning, where: readonly Condition[], size: number): Promise<boolean> {
  const found = await reader.count({ from: recordsPath(storage.id), where, limit: collectable + 1 });
  const walk = Math.min(size, (query.page * query.limit * size) / Math.max(1, found));
  return found <= collectable && found <= walk;
}

async function collectAll(planning: Planning): Promise<Plan> {
  if ((await planning.size()) > collectable) throw tooBroad('Records with more than 300 fields cannot be sorted by a field.');
  return collect(planning, 'everything, sorted', [keyRange(planning.query)]);
}

/** True when nothing but this range filters. */
function isDecidedBy({ query }: Planning, range: Range | undefined): boolean {
  const others = query.filters.filter(({ path, operator }) => !(range?.field === path && /[<>]/.test(operator)));
  return others.length === 0 && query.search === undefined && query.createdFrom === undefined && query.createdTo === undefined;
}

function narrower({ filters, sort }: ListQuery): string {
  const names = [...new Set(filters.map(({ path }) => path))].join(', ');
  return `Add a filter that fewer records match than ${names || 'these'}, or leave out sortBy=${sort.path}.`;
}
