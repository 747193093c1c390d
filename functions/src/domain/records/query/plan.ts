import type { ApiError } from '../../../errors/api-error.ts';
import { type Condition, documentId } from '../../../store/model/query-spec.ts';
import { recordsPath } from '../model/paths.ts';
import { tooBroad } from './budget.ts';
import { collect, collectUpTo } from './collect.ts';
import { givingUp } from './giving-up.ts';
import { fieldWalk, isDecidedBy, keyWalk, oldestFirstWalk, totalOf, updatedAtWalk } from './index-walks.ts';
import type { ListQuery } from './list-query.ts';
import { around } from './near.ts';
import { orCollected } from './or-collected.ts';
import { isKeyOrder } from './order.ts';
import type { Collection, Plan, Planning } from './planning.ts';
import { keyRange } from './sources-by-index.ts';
import { few, noteInStretch, noteMatches, noteShort, usualInStretch, usualMatches, wasShort } from './usual-matches.ts';

/** Above this many records it is worth a count to compare ways; below, any way is cheap. */
const small = 300;
/** Records that may be read and sorted in memory. */
export const collectable = 1000;
/** Records that are read for a total, where a search found them: with their count they cost 20 reads. */
const fewToSearch = 19;
/** The same where filters remain that no index decides. */
const fewToSift = 100;

/**
 * The cheapest way to serve a list, with its total where that is cheap. The steps in the order of their cost: records are read here
 * only; `choose` and `chooseTotal` at most count.
 * Decision 008.
 * @throws {ApiError} query-too-broad
 */
export async function planList(planning: Planning): Promise<Plan> {
  const near = planning.filters.find(({ operator }) => operator === 'near');
  if (near) return collect(planning, await around(planning, near, collectable));
  if (planning.query.rank) return collect(planning, await scored(planning));
  const counted = planning.query.onlyTotal ? countedByIndex(planning) : undefined;
  if (counted) return counted;
  const byId = await idsThatBegin(planning);
  if (byId) return opened(planning, byId);
  const usual = (await readUsualFew(planning)) ?? (await readUsualRange(planning));
  if (usual) return usual;
  const plan = orCollected(planning, await opened(planning, await choose(planning)));
  return plan.total === undefined && !planning.query.countsNoTotal ? opened(planning, await chooseTotal(planning, plan)) : plan;
}

/** A total has no order: whichever index decides the conditions alone has it. */
function countedByIndex(planning: Planning): Plan | undefined {
  const walk = keyWalk(planning);
  if (walk.total !== undefined) return walk;
  const range = planning.ranges.find((one) => isDecidedBy(planning, one));
  return range && { ...walk, path: `range of ${range.field}`, ...totalOf(planning, range) };
}

/** All that a search finds, which are to be compared with each other. */
async function scored(planning: Planning): Promise<Collection> {
  const { reader, storage } = planning;
  const where = whereOf(planning);
  const found = await reader.count({ from: recordsPath(storage.id), where, limit: collectable + 1 });
  // The count has taken some of what may be read.
  reader.allow(found > collectable ? found : collectable, () => tooBroad('rank'));
  return { path: 'search, by relevance', sets: [where], covers: planning.indexed.where };
}

/** Reads the records of a collection. */
function opened(planning: Planning, choice: Plan | Collection): Promise<Plan> | Plan {
  return 'sets' in choice ? collect(planning, choice) : choice;
}

/**
 * The index of texts knows no ids. A search that may be the beginning of one, which is narrow in time, is also looked up among the keys.
 * @returns undefined where no key begins so
 */
async function idsThatBegin(planning: Planning): Promise<Collection | undefined> {
  const { query, storage, reader, indexed } = planning;
  const { search } = query;
  if (!query.searchesIds || search === undefined || !/^[0-9a-hjkmnp-tv-z]{8,20}$/.test(search)) return undefined;
  const keys: Condition[] = [
    [documentId, '>=', search],
    [documentId, '<', `${search}~`],
  ];
  const found = await reader.count({ from: recordsPath(storage.id), where: keys, limit: collectable + 1 });
  if (found === 0 || found > collectable) return undefined;
  const isIndexed = indexed.where.length > 0 && found + (await countMatches(planning)) <= collectable;
  return { path: 'beginning of the id', sets: isIndexed ? [keys, whereOf(planning)] : [keys] };
}

/**
 * Reads what equality conditions find, without a count, where they found few the last time, and another index gives the order, or only
 * the records themselves show which of them match.
 */
async function readUsualFew(planning: Planning): Promise<Plan | undefined> {
  const { query, indexed, catalogue, order } = planning;
  const { sort } = order.along;
  if (indexed.where.length === 0 || idsOf(query)) return undefined;
  const usual = usualMatches(planning) ?? Number.POSITIVE_INFINITY;
  if (usual > few) return undefined;
  if (isKeyOrder(sort)) {
    if (indexed.exact || query.countsNoTotal || usual > littleFor(planning)) return undefined;
    // Hardly more than a walk begins with: the next text may be one that many have.
    const most = Math.min(2 * few, Math.max(2 * query.limit, 4 * usual));
    return collectUpTo(planning, { path: keyWalk(planning).path, sets: [whereOf(planning)] }, most);
  }
  const isTime = sort.path === 'createdAt' || sort.path === 'updatedAt';
  if (!isTime && (catalogue.wide || !catalogue.byPath.has(sort.path))) return undefined;
  return collectUpTo(planning, equalitySorted(planning), 2 * few);
}

/** Reads a range, without counting it or the storage, where it had less than the page has room for the last time, or was cheaper than a walk. */
async function readUsualRange(planning: Planning): Promise<Plan | undefined> {
  const { query, indexed, ranges } = planning;
  if (indexed.where.length > 0 || idsOf(query)) return undefined;
  for (const { field, stretches } of ranges) {
    const [only, ...others] = stretches;
    const found = only && others.length === 0 ? usualInStretch(planning, only) : undefined;
    if (!only || found === undefined || found > few || !(found <= query.page * query.limit || wasShort(planning, only))) continue;
    return collectUpTo(planning, { path: `range of ${field}, sorted`, sets: [only.where] }, 2 * few);
  }
  return undefined;
}

/** Chooses among automatic single-field indexes. Costs counts at most. */
async function choose(planning: Planning): Promise<Plan | Collection> {
  const { query, catalogue, indexed, order } = planning;
  const { sort } = order.along;
  const ids = idsOf(query);
  if (ids) return { path: 'ids', sets: [[[documentId, 'in', [...new Set(ids)].filter((id) => /^[0-9a-z]{1,40}$/.test(id))]]] };
  if (isKeyOrder(sort)) return inKeyOrder(planning);
  if (sort.path === 'createdAt') {
    const walk = oldestFirstWalk(planning);
    return indexed.where.length > 0 || indexed.rest.length > 0 ? walkOrCollect(planning, walk) : walk;
  }
  if (sort.path === 'updatedAt') {
    const walk = updatedAtWalk(planning);
    return walk.dense ? walk : walkOrCollect(planning, walk);
  }
  const field = catalogue.byPath.get(sort.path);
  if (!field) return inKeyOrder(planning);
  if (catalogue.wide) return everything(planning);
  const walk = fieldWalk(planning, field);
  return walk.dense ? walk : walkOrCollect(planning, walk);
}

/** The walk in key order, or a range where that is shorter, also than what the walk's equalities find. */
async function inKeyOrder(planning: Planning): Promise<Plan | Collection> {
  const walk = keyWalk(planning);
  if (planning.indexed.rest.length === 0 || planning.ranges.length === 0 || (await planning.size()) <= small) return walk;
  const isNarrowed = planning.indexed.where.length > 0 && planning.ranges.length > 0;
  const most = isNarrowed ? await countMatches(planning) : Number.POSITIVE_INFINITY;
  return rangeOr(planning, walk, most);
}

/** A list in the order of another index: collected where few match, else checked on the way along that index. */
async function walkOrCollect(planning: Planning, along: Plan): Promise<Plan | Collection> {
  const { query, storage, reader, indexed, order } = planning;
  const size = await planning.size();
  if (size <= small) return along;
  if (indexed.where.length > 0) {
    const collection = equalitySorted(planning);
    const spec = { from: recordsPath(storage.id), where: whereOf(planning) };
    const found = await countMatches(planning);
    const walk = (query.page * query.limit * size) / Math.max(1, found);
    if (found <= collectable && (!indexed.exact || found <= 2 * walk)) return collection;
    // Along the index one of size/matches records matches: with so many matches the page is within the budget.
    const enough = Math.ceil((query.page * query.limit * size) / Math.max(1, reader.left));
    if (!indexed.exact) return along;
    if (found > collectable && enough > found && (await reader.count({ ...spec, limit: enough })) < enough) throw narrower(planning);
    return { ...along, total: [spec] };
  }
  const times = order.along.sort.path === 'createdAt' ? [] : keyRange(query); // the index of createdAt has the bounds itself
  if (times.length > 0 && isCheaper(planning, { found: await countSets(planning, [times]), size }))
    return { path: 'time of creation, sorted', sets: [times] };
  const walk = indexed.exact && times.length > 0 ? { ...along, total: [{ from: recordsPath(storage.id), where: times }] } : along;
  return rangeOr(planning, walk);
}

/** A storage with records too wide to index has only this way to sort by a field. */
async function everything(planning: Planning): Promise<Collection> {
  if ((await planning.size()) > collectable) throw tooBroad('wide');
  return { path: 'everything, sorted', sets: [keyRange(planning.query)] };
}

/** The total is that of an index that decides all filters. Else, where little can match, all of it is collected and so counted. */
async function chooseTotal(planning: Planning, plan: Plan): Promise<Plan | Collection> {
  const { storage, reader, indexed, ranges } = planning;
  const from = recordsPath(storage.id);
  const where = whereOf(planning);
  if (indexed.exact && where.length > 0) return { ...plan, total: [{ from, where }] };
  const range = ranges.find((r) => isDecidedBy(planning, r));
  if (range) return { ...plan, ...totalOf(planning, range) };
  const little = littleFor(planning);
  if (indexed.where.length > 0 && (usualMatches(planning) ?? 0) > little) return plan;
  const found = where.length === 0 ? await planning.size() : await countMatches(planning);
  return found <= Math.min(little, collectable, reader.left) ? { path: plan.path, sets: [where] } : plan;
}

/** @returns how many records are read for a total alone */
function littleFor({ indexed, query }: Planning): number {
  return indexed.rest.length > 0 ? fewToSift : Math.max(fewToSearch, 2 * query.limit - 1);
}

/** Counts what the indexed conditions find, and remembers it for the next list of these fields. */
async function countMatches(planning: Planning): Promise<number> {
  const { reader, storage, indexed } = planning;
  const found = await reader.count({ from: recordsPath(storage.id), where: whereOf(planning), limit: collectable + 1 });
  if (indexed.where.length > 0) noteMatches(planning, found);
  return found;
}

/** A range where that is read more cheaply than a walk is expected to be; else the walk, which gives up for the shortest range. */
async function rangeOr(planning: Planning, walk: Plan, most = Number.POSITIVE_INFINITY): Promise<Plan | Collection> {
  const { short, shortest } = await countRanges(planning, most);
  if (short || !shortest) return short ?? walk;
  return givingUp(planning, walk, { range: shortest, most: Math.min(most, await planning.size()) });
}

/** @returns the first range that is read more cheaply than a walk is expected to be */
export async function shortRange(planning: Planning): Promise<Collection | undefined> {
  return planning.ranges.length === 0 ? undefined : (await countRanges(planning)).short;
}

/** @returns the first range of fewer than `most` records that is cheaper than a walk; without one the shortest that can be read whole */
async function countRanges(planning: Planning, most = Number.POSITIVE_INFINITY) {
  const size = await planning.size();
  let shortest: (Collection & { size: number }) | undefined;
  for (const { field, stretches } of planning.ranges) {
    const sets = stretches.map(({ where }) => where);
    const found = await countSets(planning, sets);
    const [first, ...others] = stretches;
    const only = others.length === 0 ? first : undefined;
    if (only) noteInStretch(planning, only, found);
    const range = { path: `range of ${field}, sorted`, sets, size: found };
    if (found < most && isCheaper(planning, { found, size })) {
      if (only) noteShort(planning, only);
      return { short: range };
    }
    if (found <= collectable && found < (shortest?.size ?? most)) shortest = range;
  }
  return { shortest };
}

/** Counts parts of an index. */
export async function countSets({ storage, reader }: Planning, sets: Collection['sets']): Promise<number> {
  const counts = await Promise.all(sets.map((where) => reader.count({ from: recordsPath(storage.id), where, limit: collectable + 1 })));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** @returns whether reading so many records whole takes no more than a walk along another index to the page */
function isCheaper({ query }: Planning, { found, size }: { readonly found: number; readonly size: number }): boolean {
  const walk = Math.min(size, (query.page * query.limit * size) / Math.max(1, found));
  return found <= collectable && found <= walk;
}

function whereOf({ indexed, query }: Planning): Condition[] {
  return [...indexed.where, ...keyRange(query)];
}

function equalitySorted(planning: Planning): Collection {
  return { path: 'equality merge, sorted', sets: [whereOf(planning)], covers: planning.indexed.where };
}

function idsOf({ filters }: ListQuery): readonly string[] | undefined {
  return filters.find(({ path, operator }) => path === 'id' && operator === '=')?.literals.map(({ text }) => text);
}

function narrower({ filters, query: { sort } }: Planning): ApiError {
  const names = [...new Set(filters.map(({ path }) => path))].join(', ');
  return names === '' ? tooBroad('searched', { sort: sort.path }) : tooBroad('narrower', { names, sort: sort.path });
}
