import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { setsOf, withConditions } from './bound-query.ts';
import type { Reader } from './budget.ts';
import { cachedHead } from './list-cache.ts';
import type { ListQuery } from './list-query.ts';
import { planList } from './plan.ts';
import type { Plan, Planning } from './planning.ts';
import { planningOf } from './planning-of.ts';
import { type ListPage, nothing, type Place, runCached, runPlan } from './run-plan.ts';
import { united } from './united.ts';

interface United {
  readonly query: ListQuery;
  readonly reader: Reader;
  readonly place: Place;
}

/**
 * A list of the records for which one of several sets of conditions holds: a walk for each set, in the list's order, side by side.
 * Each costs what the list with its conditions costs; what two of them find is counted by nobody, so the total is a lower bound until
 * the end is reached.
 */
export async function listUnited(services: RecordServices, storage: StorageRow, { query, reader, place }: United): Promise<ListPage> {
  const plannings = setsOf(query).flatMap(
    (conditions) => planningOf(services, storage, { reader, query: { ...withConditions(query, conditions), countsNoTotal: true } }) ?? [],
  );
  const [first] = plannings;
  if (!first) return nothing(place);
  const planning: Planning = { ...first, query, matches: (candidate) => plannings.some(({ matches }) => matches(candidate)) };
  const cached = !place.cursor && place.seen === 0 ? await cachedHead(planning) : undefined;
  if (cached) return runCached(planning, cached, place);
  const plans: Plan[] = [];
  for (const one of plannings) plans.push(await planList(one));
  return runPlan(planning, unitedPlan(plans, planning), place);
}

function unitedPlan(plans: readonly Plan[], { order }: Planning): Plan {
  return {
    path: `${plans.length} walks: ${plans.map(({ path }) => path).join('; ')}`,
    open: (from) =>
      united(
        plans.map((plan) => plan.open(from, 0)),
        (a, b) => order.compare(order.positionOf(a), order.positionOf(b)),
      ),
    dense: false,
    skips: false,
  };
}
