import type { CompositeFilter, FieldFilter, Filter, UnaryFilter } from '../../model/query.ts';

export type Condition = FieldFilter | UnaryFilter;

/** Queries have at most 30 disjunctions; more than this is not worth proving. */
const maxBranches = 100;

/** Conditions that hold for every result, whatever its branch. */
export function commonConditions(filter: Filter | undefined): Condition[] {
  if (filter === undefined) return [];
  if (filter.kind !== 'composite') return onlyBranch(filter);
  return filter.op === 'AND' || filter.filters.length === 1 ? filter.filters.flatMap(commonConditions) : [];
}

/**
 * The filter as a disjunction of conjunctions; `in` and `array-contains-any` become one branch for each value.
 * @returns `undefined` beyond `maxBranches`
 */
export function branchesOf(filter: Filter | undefined): Condition[][] | undefined {
  if (filter === undefined) return [[]];
  if (filter.kind === 'composite') return filter.op === 'AND' ? conjunction(filter) : disjunction(filter);
  return filter.kind === 'field' ? alternatives(filter) : [[filter]];
}

/** `in` with one value is an equality, whose verdict is not asked for again. */
function onlyBranch(filter: Condition): Condition[] {
  const [branch, ...others] = (filter.kind === 'field' && alternatives(filter)) || [];
  return branch && others.length === 0 ? branch : [filter];
}

function conjunction({ filters }: CompositeFilter): Condition[][] | undefined {
  let branches: Condition[][] = [[]];
  for (const filter of filters) {
    const inner = branchesOf(filter);
    if (!inner || branches.length * inner.length > maxBranches) return undefined;
    branches = branches.flatMap((branch) => inner.map((conditions) => [...branch, ...conditions]));
  }
  return branches;
}

function disjunction({ filters }: CompositeFilter): Condition[][] | undefined {
  const branches: Condition[][] = [];
  for (const filter of filters) {
    const inner = branchesOf(filter);
    if (!inner || branches.push(...inner) > maxBranches) return undefined;
  }
  return branches;
}

function alternatives(filter: FieldFilter): Condition[][] | undefined {
  const op = filter.op === 'IN' ? 'EQUAL' : filter.op === 'ARRAY_CONTAINS_ANY' ? 'ARRAY_CONTAINS' : undefined;
  if (op === undefined || !Array.isArray(filter.value)) return [[filter]];
  if (filter.value.length > maxBranches) return undefined;
  return filter.value.map((value) => [{ ...filter, op, value }]);
}
