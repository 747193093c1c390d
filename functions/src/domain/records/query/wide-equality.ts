import type { Condition, QuerySpec } from '../../../store/model/query-spec.ts';
import { indexValueOf } from '../index/index-value.ts';
import { recordsPath } from '../model/paths.ts';
import { askedValues } from './asked-values.ts';
import { disjunctsOf, maxDisjuncts } from './conditions.ts';
import type { Filter, ReadFilter } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import type { Plan, Planning } from './planning.ts';
import { keyRange } from './sources-by-index.ts';

interface InParts {
  /** The list with an alternative for each part. */
  readonly query: ListQuery;
  readonly counted: Pick<Plan, 'total' | 'overlapping'> | undefined;
}

/**
 * A field that has lists, and values of several kinds, is asked for each value in several ways. Where an equality is more than Firestore
 * takes at once, and nothing else narrows the list, it is asked in parts instead of looking at each record.
 * @returns null where one question will do
 */
export function inParts(planning: Planning, query: ListQuery): InParts | null {
  const { catalogue, indexed } = planning;
  if (indexed.where.length > 0 || query.either) return null;
  const wide = indexed.rest.find((filter) => filter.operator === '=' && disjunctsOf(catalogue, filter) > maxDisjuncts);
  const asked = wide && query.filters.find(({ path, literals }) => path === wide.path && literals === wide.literals);
  if (!asked) return null;
  const perLiteral = Math.ceil(disjunctsOf(catalogue, wide) / wide.literals.length);
  const size = Math.max(1, Math.floor((maxDisjuncts - 1) / perLiteral)); // one is for records whose index is incomplete
  const starts = Array.from({ length: Math.ceil(asked.literals.length / size) }, (_, i) => i * size);
  const parts = starts.map((from): Filter => ({ ...asked, literals: asked.literals.slice(from, from + size) }));
  const either = parts.map((part) => [part]);
  return {
    query: { ...query, filters: query.filters.filter((filter) => filter !== asked), either },
    counted: countedInParts(planning, wide),
  };
}

/**
 * A record has one value at the field or a list there, so that those with a value are counted in one part each. A list may have elements
 * of several parts.
 * @returns undefined where indexes do not decide the whole list
 */
function countedInParts({ catalogue, indexed, storage, query }: Planning, wide: ReadFilter): InParts['counted'] {
  const field = catalogue.byPath.get(wide.path);
  const asked = field && askedValues(catalogue, field, wide);
  const isDecided = asked?.exact && !catalogue.wide && indexed.rest.length === 1 && query.search === undefined;
  if (!field || !isDecided || wide.readings.some(({ missing }) => missing)) return undefined;
  const count = (part: Condition): QuerySpec => ({ from: recordsPath(storage.id), where: [part, ...keyRange(query)] });
  const values = inGroups(asked.scalars).map((group): Condition => [`idx.${field.code}`, 'in', group.map(indexValueOf)]);
  const elements = asked.tokensByKind
    .flatMap((kind) => inGroups(kind))
    .map((group): Condition => ({ or: group.map((token): Condition => [token, '==', true]) }));
  return { total: values.map(count), overlapping: elements.map(count) };
}

function inGroups<T>(all: readonly T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(all.length / maxDisjuncts) }, (_, i) => i * maxDisjuncts);
  return starts.map((from) => all.slice(from, from + maxDisjuncts));
}
