import { formatFieldPath } from '../model/field-path.ts';
import type { FieldFilter, Filter, UnaryFilter } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import { isArray, isNaNValue } from '../model/value-type.ts';
import { RpcError } from '../model/rpc-error.ts';
import type { Branch, Predicate } from './normal-query.ts';

const maxDisjunctions = 30;

/**
 * The filter in disjunctive normal form; `in` and `array-contains-any` count one disjunction per value.
 * @throws RpcError when there are more than 30 of them, or two array-contains in one
 */
export function disjunctions(where: Filter | undefined): readonly Branch[] {
  if (where === undefined) return [[]];
  const count = countBranches(where);
  if (count > maxDisjunctions) {
    throw new RpcError(
      'INVALID_ARGUMENT',
      `Too many disjunctions after normalization. Result had ${count} disjunctions which is more than the maximum of ${maxDisjunctions}`,
    );
  }
  const branches = expand(where);
  for (const branch of branches) {
    if (branch.filter((predicate) => predicate.kind === 'contains').length > 1) {
      throw new RpcError('FAILED_PRECONDITION', 'Only a single array-contains clause is allowed in a query');
    }
  }
  return branches;
}

function countBranches(filter: Filter): number {
  if (filter.kind === 'unary') return 1;
  if (filter.kind === 'field') return filter.op === 'IN' || filter.op === 'ARRAY_CONTAINS_ANY' ? listOf(filter.value).length : 1;
  const counts = filter.filters.map(countBranches);
  return filter.op === 'OR' ? counts.reduce((sum, n) => sum + n, 0) : counts.reduce((product, n) => product * n, 1);
}

function expand(filter: Filter): readonly Branch[] {
  if (filter.kind === 'unary') return [[unaryPredicate(filter)]];
  if (filter.kind === 'field') return fieldPredicates(filter).map((predicate) => [predicate]);
  const parts = filter.filters.map(expand);
  if (filter.op === 'OR') return parts.flat();
  return parts.reduce<readonly Branch[]>((product, part) => product.flatMap((left) => part.map((right) => [...left, ...right])), [[]]);
}

function unaryPredicate({ field, op }: UnaryFilter): Predicate {
  const base = { field, key: formatFieldPath(field) };
  if (op === 'IS_NULL') return { ...base, kind: 'equal', value: null };
  if (op === 'IS_NAN') return { ...base, kind: 'equal', value: Number.NaN };
  return { ...base, kind: 'differs', values: op === 'IS_NOT_NAN' ? [Number.NaN] : [] };
}

/** One predicate per disjunct. */
function fieldPredicates({ field, op, value }: FieldFilter): readonly Predicate[] {
  const base = { field, key: formatFieldPath(field) };
  switch (op) {
    case 'EQUAL':
      return [sameValue(base, 'equal', value)];
    case 'IN':
      return listOf(value).map((element) => sameValue(base, 'equal', element));
    case 'ARRAY_CONTAINS':
      return [sameValue(base, 'contains', value)];
    case 'ARRAY_CONTAINS_ANY':
      return listOf(value).map((element) => sameValue(base, 'contains', element));
    case 'NOT_EQUAL':
      return [{ ...base, kind: 'differs', values: [value] }];
    case 'NOT_IN':
      return listOf(value).includes(null) ? [{ ...base, kind: 'nothing' }] : [{ ...base, kind: 'differs', values: listOf(value) }];
    default:
      return [isNaNValue(value) || value === null ? { ...base, kind: 'nothing' } : { ...base, kind: 'range', op: rangeOps[op], value }];
  }
}

const rangeOps = { LESS_THAN: '<', LESS_THAN_OR_EQUAL: '<=', GREATER_THAN: '>', GREATER_THAN_OR_EQUAL: '>=' } as const;

/** Null and NaN equal nothing; clients ask for them with IS_NULL and IS_NAN. */
function sameValue(base: Pick<Predicate, 'field' | 'key'>, kind: 'equal' | 'contains', value: Value): Predicate {
  return value === null || isNaNValue(value) ? { ...base, kind: 'nothing' } : { ...base, kind, value };
}

function listOf(value: Value): readonly Value[] {
  return isArray(value) ? value : [];
}
