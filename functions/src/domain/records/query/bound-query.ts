import type { Filter } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import { isCreationTime, narrowed } from './parse-query.ts';
import { widestSets } from './widest-sets.ts';

/** Whether neither `or` nor rules leave out a record of the list. */
export function reachesAll(query: ListQuery): boolean {
  return setsOf(query).some((conditions) => conditions.length === 0);
}

/** Whether rules hide the field, or the one that it is a part of. */
export function isUnknown({ bound }: ListQuery, path: string): boolean {
  return bound !== undefined && isIn(bound.unknown, path);
}

/** No record can have a field with a name like this. */
const nobodysField = '__hidden__';

/** Holds for no record. A set of conditions without any holds for each. */
export const noRecord: Filter = { path: 'id', operator: '=', literals: [] };

/** @returns a path for a question: a hidden field is asked like one that no record has */
export function askedAs(unknown: ReadonlySet<string> | undefined, path: string): string {
  return unknown && isIn(unknown, path) ? nobodysField : path;
}

function isIn(names: ReadonlySet<string>, path: string): boolean {
  return names.has(path.split('.', 1)[0] ?? path);
}

/** @returns the sets of conditions; one of them must hold: each that was asked for with each that the rules have */
export function setsOf({ either = [[]], bound }: Pick<ListQuery, 'either' | 'bound'>): readonly (readonly Filter[])[] {
  const ofRules = bound?.either ?? [[]];
  return widestSets(either.flatMap((asked) => ofRules.map((conditions) => [...asked, ...conditions])));
}

/** @returns all conditions that its author has written */
export function askedFilters({ filters, either = [] }: Pick<ListQuery, 'filters' | 'either'>): readonly Filter[] {
  return [...filters, ...either.flat()];
}

/** @returns the list with more conditions, at the price that they have in a query */
export function withConditions(query: ListQuery, conditions: readonly Filter[]): ListQuery {
  if (conditions.length === 0) return query;
  const { createdFrom, createdTo, ...rest } = query;
  const bounds = { ...(createdFrom === undefined ? {} : { createdFrom }), ...(createdTo === undefined ? {} : { createdTo }) };
  return {
    ...rest,
    filters: [...query.filters, ...conditions.filter((filter) => !isCreationTime(filter))],
    ...narrowed(bounds, conditions.filter(isCreationTime), query.zone),
  };
}
