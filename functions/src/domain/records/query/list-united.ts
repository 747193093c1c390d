import type { RecordServices } from '../../../services/record-services.ts';
import type { Condition } from '../../../store/model/query-spec.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { recordsPath } from '../model/paths.ts';
import { setsOf, withConditions } from './bound-query.ts';
import { type Reader, tooBroad } from './budget.ts';
import type { Position } from './candidate.ts';
import { collect } from './collect.ts';
import { anyPart } from './conditions.ts';
import { cachedHead } from './list-cache.ts';
import type { ListQuery } from './list-query.ts';
import { countSets, planList, shortRange } from './plan.ts';
import type { Collection, Plan, Planning } from './planning.ts';
import { planningOf } from './planning-of.ts';
import { type ListPage, nothing, type Place, runCached, runPlan } from './run-plan.ts';
import type { Source } from './source.ts';
import { keyRange } from './sources-by-index.ts';
import { united } from './united.ts';

interface United {
  readonly query: ListQuery;
  readonly reader: Reader;
  readonly place: Place;
  /** Queries that count the list, where it is known beforehand which do. */
  readonly counted?: Pick<Plan, 'total' | 'overlapping'> | undefined;
}

/**
 * A list of the records for which one of several sets of conditions holds. Where indexes decide all of them it is one question.
 * Else it is a walk for each set, in the list's order, side by side: each costs what the list with its conditions costs; what two of
 * them find is counted by nobody, so the total is a lower bound until the end is reached.
 */
export async function listUnited(
  services: RecordServices,
  storage: StorageRow,
  { query, reader, place, counted }: United,
): Promise<ListPage> {
  const sets = setsOf(query);
  if (sets.length > mostSets) throw tooBroad('or');
  const plannings = sets.flatMap((conditions) => planningOf(services, storage, { reader, query: withConditions(query, conditions) }) ?? []);
  const [first] = plannings;
  if (!first) return nothing(place);
  const asOne = plannings.length === 1 ? first : joined(plannings, query);
  const planning = asOne ?? together(plannings, query);
  const cached = !place.cursor && place.seen === 0 ? await cachedHead(planning) : undefined;
  if (cached) return runCached(planning, cached, place);
  if (asOne) return runPlan(planning, await planList(asOne), place);
  const { either: _, bound: __, ...common } = query;
  const shared = planningOf(services, storage, { reader, query: common });
  // All around a place is read, whichever set a record is of.
  if (shared?.filters.some(({ operator }) => operator === 'near'))
    return runPlan(planning, await planList({ ...shared, matches: planning.matches }), place);
  const plan = (await fewInCommon(plannings, planning, shared)) ?? (await unitedPlan(plannings, planning, shared));
  return runPlan(planning, plan.total === undefined ? { ...plan, ...counted } : plan, place);
}

/** @returns what a plan is made from that asks the indexes for all sets at once; null where they do not decide each of them */
function joined(plannings: readonly Planning[], query: ListQuery): Planning | null {
  const indexed = plannings.every((one) => hasTimesOf(one, query)) ? anyPart(plannings.map((one) => one.indexed)) : null;
  return indexed && { ...together(plannings, query), indexed };
}

function together(plannings: readonly Planning[], query: ListQuery): Planning {
  return {
    ...(plannings[0] as Planning), // there are several
    query,
    filters: plannings.flatMap(({ filters }) => filters),
    ranges: [],
    matches: (candidate) => plannings.some(({ matches }) => matches(candidate)),
    isTimed: plannings.some(({ isTimed }) => isTimed),
  };
}

/** Records that are read whole and checked. */
const few = 100;
const mostWalks = 30;
/** Sets of rules, each with each set that is asked for: planning one takes the processor some time. */
const mostSets = 1000;

/** @returns undefined where the conditions outside of the sets find more records than the walks are expected to read */
async function fewInCommon(
  plannings: readonly Planning[],
  { reader, storage, matches, query }: Planning,
  shared: Planning | null,
): Promise<Plan | undefined> {
  if (!shared) return undefined;
  const where = [...shared.indexed.where, ...keyRange(query)];
  if (shared.indexed.where.length > 0 && (await reader.count({ from: recordsPath(storage.id), where, limit: few + 1 })) <= few)
    return collect({ ...shared, matches }, { path: 'equality merge, each record checked', sets: [where] });
  const range = await shortRange(shared);
  if (!range || (await isMoreThanTheirOwn(plannings, range, query))) return undefined;
  return collect({ ...shared, matches }, { ...range, path: `${range.path}, each record checked` });
}

/** @returns whether what the indexes find for each set alone is less to read than the range */
async function isMoreThanTheirOwn(plannings: readonly Planning[], { size = 0 }: Collection, query: ListQuery): Promise<boolean> {
  if (plannings.length > mostWalks || plannings.some(({ indexed }) => indexed.where.length === 0)) return false;
  const sets = plannings.map(({ indexed }) => [...indexed.where, ...keyRange(query)]);
  const [first] = plannings;
  return first !== undefined && (await countSets(first, sets)) < size;
}

/** @param shared what all sets have in common */
async function unitedPlan(plannings: readonly Planning[], { query, order, matches }: Planning, shared: Planning | null): Promise<Plan> {
  if (plannings.length > mostWalks) throw tooBroad('or');
  const sorted = plannings.toSorted((a, b) => narrowness(a) - narrowness(b));
  const plans: Plan[] = [];
  for (const [i, one] of sorted.entries()) {
    const plan = await planList({ ...one, matches, alternatives: sorted.slice(i), query: ofWalk(one.query) });
    const isAll = plan.covers && (plan.covers.length === 0 || isSame(plan.covers, shared?.indexed.where));
    // It meets the records of the other sets as well.
    plans.push(plan);
    if (!isAll || !hasTimesOf(one, query)) continue;
    if (typeof plan.total === 'number') return plan;
    // Records of one value may be more than can be sorted. Then this walk gives those of the sets from here on alone.
    const needed = order.ties ? plans : [plan];
    return checked(`${needed.map(({ path }) => path).join('; ')}, each record checked`, (from) => unitedWalk(needed, order, from));
  }
  return checked(`${plans.length} walks: ${plans.map(({ path }) => path).join('; ')}`, (from) => unitedWalk(plans, order, from));
}

/** A total of one set is none of the list. */
function ofWalk(query: ListQuery): ListQuery {
  return { ...query, onlyTotal: false, countsNoTotal: true };
}

function unitedWalk(plans: readonly Plan[], order: Planning['order'], from: Position | undefined): Source {
  const [only, second] = plans;
  if (only && !second) return only.open(from, 0);
  return united(
    plans.map((plan) => plan.open(from, 0)),
    (a, b) => order.compare(order.positionOf(a), order.positionOf(b)),
  );
}

function isSame(a: readonly Condition[], b: readonly Condition[] | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function checked(path: string, open: Plan['open']): Plan {
  return { path, open, dense: false, skips: false };
}

/** The least narrow set is the first whose walk may meet all. */
function narrowness({ indexed, ranges }: Planning): number {
  return indexed.where.length + ranges.length;
}

function hasTimesOf({ query: { createdFrom, createdTo } }: Planning, asked: ListQuery): boolean {
  return createdFrom === asked.createdFrom && createdTo === asked.createdTo;
}
