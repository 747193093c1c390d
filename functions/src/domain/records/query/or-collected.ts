import type { Condition } from '../../../store/model/query-spec.ts';
import { recordsPath } from '../model/paths.ts';
import { readsPerRequest } from './budget.ts';
import { collect } from './collect.ts';
import { orElse } from './or-else.ts';
import type { Collection, Plan, Planning } from './planning.ts';
import { keyRange } from './sources-by-index.ts';

/**
 * Along an index of few values the records of one may be more than can be sorted, which shows when they are read. Then all that the
 * conditions find are collected, where these are few enough.
 */
export function orCollected(planning: Planning, plan: Plan): Plan {
  if (!planning.order.ties) return plan;
  return {
    ...plan,
    open: (from, offset) =>
      orElse({
        ...planning,
        first: plan.open(from, offset),
        second: async (after) => (await few(planning))?.open(after ?? from, after ? 0 : offset),
      }),
  };
}

/** @returns undefined where the conditions of each index find more than may be collected */
async function few(planning: Planning): Promise<Plan | undefined> {
  const sets: (readonly Condition[])[] = [];
  for (const one of planning.alternatives ?? [planning]) {
    const way = await fewOf(one);
    if (!way) return undefined;
    sets.push(...way);
  }
  return collect(planning, { path: '', sets });
}

async function fewOf(planning: Planning): Promise<Collection['sets'] | undefined> {
  const { reader, storage, ranges } = planning;
  const where = whereOf(planning);
  const ways = [...(where.length > 0 ? [[where]] : []), ...ranges.map(({ stretches }) => stretches.map((one) => one.where))];
  for (const sets of ways) {
    const counts = await Promise.all(
      sets.map((set) => reader.count({ from: recordsPath(storage.id), where: set, limit: readsPerRequest + 1 })),
    );
    if (counts.reduce((sum, count) => sum + count, 0) <= readsPerRequest) return sets;
  }
  return undefined;
}

function whereOf({ indexed, query }: Planning): Condition[] {
  return [...indexed.where, ...keyRange(query)];
}
