import type { IndexField } from '../documents/index-spec.ts';
import { formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { Value } from '../model/value.ts';
import type { Branch, NormalQuery, Predicate } from './normal-query.ts';

/** The values that one disjunct fixes by equality, and the order of the rest. */
export interface BranchShape {
  readonly branch: Branch;
  /** Equalities and at most one array-contains, in field path order; each an index field with its value. */
  readonly fixed: readonly { readonly field: IndexField; readonly value: Value }[];
  /** Values of the equalities by field, for orders and cursors on them. */
  readonly fixedValues: ReadonlyMap<string, Value>;
  /** Remaining orders without `__name__`, relative to the direction of `__name__`. */
  readonly suffix: readonly IndexField[];
  /** Names descend: the index is read backwards. */
  readonly reverse: boolean;
  /** `__name__ ==`: at most this document. */
  readonly path?: string;
}

/** Undefined when nothing can match the branch. */
export function branchShape(query: NormalQuery, branch: Branch): BranchShape | undefined {
  if (branch.some((predicate) => predicate.kind === 'nothing')) return undefined;
  const fixedValues = new Map<string, Value>();
  const fixed: { field: IndexField; value: Value }[] = [];
  for (const predicate of branch.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))) {
    if (isNamePath(predicate.field)) continue;
    if (predicate.kind === 'contains')
      fixed.push({ field: { path: predicate.field, kind: 'contains', descending: false }, value: predicate.value });
    if (predicate.kind !== 'equal' || fixedValues.has(predicate.key)) continue;
    fixedValues.set(predicate.key, predicate.value);
    fixed.push({ field: { path: predicate.field, kind: 'value', descending: false }, value: predicate.value });
  }
  const nameDirection = query.orders.at(-1)?.direction;
  const suffix = query.orders
    .filter(({ field }) => !isNamePath(field) && !fixedValues.has(formatFieldPath(field)))
    .map(({ field, direction }): IndexField => ({ path: field, kind: 'value', descending: direction !== nameDirection }));
  const path = namedPath(branch);
  return { branch, fixed, fixedValues, suffix, reverse: nameDirection === 'DESCENDING', ...(path !== undefined && { path }) };
}

function namedPath(branch: Branch): string | undefined {
  const named = branch.find(
    (predicate): predicate is Extract<Predicate, { kind: 'equal' }> => predicate.kind === 'equal' && isNamePath(predicate.field),
  );
  return named && String(named.value);
}
