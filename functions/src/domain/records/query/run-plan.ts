import type { QueryWarning } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { type Condition, documentId, isMerge, type QuerySpec } from '../../../store/model/query-spec.ts';
import { millisOfId } from '../../../store/time-ordered-id.ts';
import { recordsPath } from '../model/paths.ts';
import type { Candidate, Position } from './candidate.ts';
import type { CursorState } from './cursor.ts';
import { isMore, take, type Taken } from './take.ts';
import type { Plan, Planning } from './planning.ts';
import { seekRank } from './rank-seek.ts';
import { groupsOfAlike, isByValues, keptPath, keptTotalFor } from './kept-groups.ts';
import { type CachedHead, keepHead } from './list-cache.ts';
import type { Counted } from '../../../memory/shared-totals.ts';
import type { Reader } from './budget.ts';
import { noteMatches, usualMatches } from './usual-matches.ts';

/** One page of a list. */
export interface ListPage {
  readonly found: readonly Candidate[];
  readonly page: number;
  readonly total: number;
  /** False when `total` is a lower bound. */
  readonly totalIsExact: boolean;
  /** Where the next page starts; null on the last. */
  readonly next: CursorState | null;
  /** The plan's description, for `explain`. */
  readonly path: string;
  readonly reads: number;
  /** Names of the query that no record knows. */
  readonly warnings?: readonly QueryWarning[];
}

export interface Place {
  readonly cursor: CursorState | undefined;
  /** Matches before the page. */
  readonly seen: number;
  readonly page: number;
  readonly now: () => number;
}

type Total = Pick<Counted, 'total' | 'totalIsExact' | 'from'>;

/** Entries of an index that may be counted for a total. */
const countable = 20_000;
const firstMatches = 1000;
/** Pages before this many records are read over; farther ones are found by counting. */
const readOver = 20;

/** The page of a list that nothing can match. */
export function nothing({ page }: Place): ListPage {
  return { found: [], page, total: 0, totalIsExact: true, next: null, path: 'nothing can match', reads: 0 };
}

/** Reads the page that a plan serves, and the total where one can be counted. @throws {ApiError} query-too-broad */
export async function runPlan(planning: Planning, plan: Plan, place: Place): Promise<ListPage> {
  if (!place.cursor && place.seen === 0 && isWholeOnOnePage(planning, plan)) return runWhole(planning, plan, place);
  const skip = place.cursor ? 0 : place.seen;
  const counting = planning.query.countsNoTotal ? Promise.resolve(undefined) : countTotal(planning, plan);
  const isInMemory = typeof plan.total === 'number';
  const known = planning.query.onlyTotal && !isInMemory ? await counting : undefined;
  if (known?.totalIsExact) return totalAlone(planning, plan, known);
  const [counted, taken] = await Promise.all([counting, read(planning, plan, { place, skip, counting })]);
  if (!place.cursor && skip === 0) {
    keepHead(planning, plan, taken);
    noteMet(planning, plan, taken);
  }
  if (counted && plan.dense && Array.isArray(plan.total)) noteMatches(planning, counted.total);
  return pageOf(planning, place, { path: plan.path, taken, counted });
}

/**
 * A walk that met all candidates has counted them. Else one text of many records would leave the lists of rarer texts without a total for
 * good. The guess falls by half at most: where both kinds come in turns, it stays with the dearer one.
 */
function noteMet(planning: Planning, { dense, total, covers }: Plan, { exhausted, looked }: Taken): void {
  const { where } = planning.indexed;
  if (!exhausted || looked === undefined || dense || total !== undefined || where.length === 0 || covers !== where) return;
  noteMatches(planning, Math.max(looked, Math.floor((usualMatches(planning) ?? 0) / 2)));
}

/** Whether a list that a query would count had all its records on one page the last time. */
function isWholeOnOnePage(planning: Planning, { dense, total, overlapping }: Plan): boolean {
  const { limit, countsNoTotal, onlyTotal } = planning.query;
  if (!dense || !Array.isArray(total) || overlapping || countsNoTotal || onlyTotal) return false;
  return (usualMatches(planning) ?? Number.POSITIVE_INFINITY) < limit;
}

/** A page that turns out to be the whole list shows its total without a count. */
async function runWhole(planning: Planning, plan: Plan, place: Place): Promise<ListPage> {
  const taken = await read(planning, plan, { place, skip: 0, counting: Promise.resolve(undefined) });
  const counted = taken.exhausted ? { total: taken.found.length, totalIsExact: true } : await countTotal(planning, plan);
  if (counted) noteMatches(planning, counted.total);
  return pageOf(planning, place, { path: plan.path, taken, counted });
}

function totalAlone({ reader }: Planning, { path }: Plan, { from, ...total }: Total): ListPage {
  return { found: [], page: 1, ...total, next: null, path: from ? `${path}; ${from}` : path, reads: reader.spent };
}

/** A first page from the cache. */
export async function runCached(planning: Planning, { plan, taken }: CachedHead, place: Place): Promise<ListPage> {
  return pageOf(planning, place, { path: plan.path, taken, counted: await countTotal(planning, plan) });
}

async function pageOf(
  { query, reader, order }: Planning,
  place: Place,
  { path, taken, counted }: Pick<Plan, 'path'> & { taken: Taken; counted: Total | undefined },
): Promise<ListPage> {
  const skip = place.cursor ? 0 : place.seen;
  const { found, exhausted, last } = taken;
  const isFull = found.length === query.limit;
  if (!isFull && !exhausted && skip > 0) throw tooFar(place.page);

  const passed = (place.cursor ? place.cursor.seen : taken.skipped) + found.length;
  const { from, ...total } = counted ?? { total: passed, totalIsExact: exhausted };
  const goOn = isFull ? found.at(-1) : last;
  const isLastByTotal = total.totalIsExact && passed >= total.total;
  const more = await isMore(taken, { limit: query.limit, isLastByTotal, isContinued: place.cursor !== undefined });
  return {
    found,
    page: place.page,
    ...total,
    next: more && goOn ? { after: order.positionOf(goOn), seen: passed } : null,
    path: from ? `${path}; ${from}` : path,
    reads: reader.spent,
  };
}

async function read(
  planning: Planning,
  plan: Plan,
  { place, skip, counting }: { place: Place; skip: number; counting: Promise<Total | undefined> },
): Promise<Taken> {
  const { reader, query, matches } = planning;
  const { limit } = query;
  if (!plan.dense)
    return take(reader, {
      source: plan.open(place.cursor?.after, 0),
      isMatch: matches,
      want: { skip, limit, density: plan.near ? 'most' : 'some' },
    });
  if (skip <= readOver) return readAt(place.cursor?.after, skip);
  const counted = await counting;
  if (counted?.totalIsExact && skip >= counted.total) return { found: [], skipped: counted.total, exhausted: true, last: undefined };
  if (plan.seek && counted?.totalIsExact) {
    const times = await timesOf(planning, plan.seek, place.now());
    const keys = { reader, storageId: planning.storage.id, where: plan.seek };
    const start = await seekRank(keys, { target: skip, total: counted.total, ...times });
    return { ...(await readAt(start.from, start.offset)), skipped: skip };
  }
  const isCollected = typeof plan.total === 'number';
  if (!isCollected) reader.allow(skip + limit, () => tooFar(place.page));
  return readAt(undefined, skip);

  async function readAt(from: Position | undefined, offset: number): Promise<Taken> {
    if (!plan.skips) return take(reader, { source: plan.open(from, 0), isMatch: matches, want: { skip: offset, limit, density: 'all' } });
    const taken = await take(reader, { source: plan.open(from, offset), isMatch: matches, want: { skip: 0, limit, density: 'all' } });
    return { ...taken, skipped: offset };
  }
}

/** When the first and about the last record of the list were made: two reads that make the guesses between them good. */
async function timesOf(
  { reader, storage, query }: Planning,
  where: readonly Condition[],
  now: number,
): Promise<{ newest: number; oldest: number }> {
  const from = recordsPath(storage.id);
  const { createdFrom, createdTo } = query;
  const [newest, oldest] = await Promise.all([
    reader.query({ from, where, orderBy: [[documentId, 'asc']], limit: 1, select: [] }),
    createdFrom === undefined ? reader.query({ from, orderBy: [['createdAt', 'asc']], limit: 1, select: [] }) : null,
  ]);
  const first = newest.rows[0];
  const last = oldest?.rows[0];
  return {
    // Another instance's clock may be ahead of ours.
    newest: (first && millisOfId(first.id)) ?? createdTo ?? now + 60_000,
    oldest: createdFrom ?? (last && millisOfId(last.id)) ?? storage.data.createdAt.toMillis() - 60_000,
  };
}

async function countTotal(
  planning: Planning,
  { total, overlapping = [] }: Pick<Plan, 'total' | 'overlapping'>,
): Promise<Total | undefined> {
  const { reader, storage, size } = planning;
  if (total === undefined) return keptCount(planning);
  if (typeof total === 'number') return { total, totalIsExact: true };
  if (total === 'storage') return { total: await size(), totalIsExact: true };
  const isKept = storage.data.keptTotals !== undefined && (await isInKept(planning));
  const most = isKept ? firstMatches : countable;
  const counted = await Promise.all(
    [...total, ...overlapping].map((spec) =>
      reader.store.memory.totals.get(storage.id, JSON.stringify([most, spec.where]), () => countWithin(reader, spec, most)),
    ),
  );
  const [apart, together] = [counted.slice(0, total.length), counted.slice(total.length).map((one) => one.total)];
  const isExact = counted.every((one) => one.totalIsExact) && together.filter((found) => found > 0).length <= 1;
  const kept = isKept && !isExact ? await keptCount(planning) : undefined;
  return kept ?? { total: apart.reduce((sum, one) => sum + one.total, Math.max(0, ...together)), totalIsExact: isExact };
}

async function isInKept({ reader, storage, filters, query, isTimed }: Planning): Promise<boolean> {
  const paths = filters.map(({ path }) => path);
  return isByValues({ query, isTimed }) && (await keptTotalFor(reader.store, storage, { paths })) !== undefined;
}

/** @returns undefined where no kept total knows the values that the conditions are on */
async function keptCount(planning: Planning): Promise<Counted | undefined> {
  const { reader, storage, filters, matches } = planning;
  if (storage.data.keptTotals === undefined || !isByValues(planning)) return undefined;
  const total = await keptTotalFor(reader.store, storage, { paths: filters.map(({ path }) => path) });
  if (!total) return undefined;
  const before = reader.spent;
  const groups = await groupsOfAlike(reader, storage, total);
  if (!groups) return undefined;
  const found = groups.filter(matches).reduce((sum, { alike }) => sum + alike.records, 0);
  return { total: found, totalIsExact: true, reads: reader.spent - before, from: keptPath(total) };
}

/**
 * Counts up to `countable` index entries. A merge of several indexes reads many entries for each
 * match, so a first count up to `firstMatches` decides how far the rest may go.
 */
async function countWithin(reader: Reader, spec: QuerySpec, most = countable): Promise<Counted> {
  const first = isMerge(spec) ? firstMatches : most;
  const { count, reads } = await reader.counted({ ...spec, limit: first + 1 });
  if (count <= first) return { total: count, totalIsExact: true, reads };
  const affordable = Math.floor((first / reads) * (most / 1000));
  if (first === most || affordable <= first) return { total: first, totalIsExact: false, reads };
  const more = await reader.counted({ ...spec, limit: Math.min(most, affordable) + 1 });
  const isAll = more.count <= affordable;
  return { total: Math.min(more.count, affordable, most), totalIsExact: isAll && more.count <= most, reads: reads + more.reads };
}

export function tooFar(page: number): ApiError {
  return new ApiError('query-too-broad', say('pageFar', { page }), { field: 'page' });
}
