import { disjunctsOf, maxDisjuncts } from './conditions.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import type { Planning } from './planning.ts';

/**
 * A field that has lists, and values of several kinds, is asked for each value in several ways. Where an equality is more than Firestore
 * takes at once, and nothing else narrows the list, it is asked in parts instead of looking at each record.
 * @returns the list with an alternative for each part; null where one question will do
 */
export function inParts({ catalogue, indexed }: Planning, query: ListQuery): ListQuery | null {
  if (indexed.where.length > 0 || query.either) return null;
  const wide = indexed.rest.find((filter) => filter.operator === '=' && disjunctsOf(catalogue, filter) > maxDisjuncts);
  const asked = wide && query.filters.find(({ path, literals }) => path === wide.path && literals === wide.literals);
  if (!asked) return null;
  const perLiteral = Math.ceil(disjunctsOf(catalogue, wide) / wide.literals.length);
  const size = Math.max(1, Math.floor((maxDisjuncts - 1) / perLiteral)); // one is for records whose index is incomplete
  const starts = Array.from({ length: Math.ceil(asked.literals.length / size) }, (_, i) => i * size);
  const parts = starts.map((from): Filter => ({ ...asked, literals: asked.literals.slice(from, from + size) }));
  return { ...query, filters: query.filters.filter((filter) => filter !== asked), either: parts.map((part) => [part]) };
}
