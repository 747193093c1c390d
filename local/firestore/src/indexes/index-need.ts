import { formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { FieldPath } from '../model/query.ts';
import type { NormalQuery } from '../query/normal-query.ts';
import { branchShape } from '../query/branch-shape.ts';

export type FieldKind = 'ASCENDING' | 'DESCENDING' | 'CONTAINS';
export type QueryScope = 'COLLECTION' | 'COLLECTION_GROUP';

export interface NeededField {
  readonly key: string;
  readonly kind: FieldKind;
}

/** A disjunct for which production must have an index or a set of mergeable indexes. Fields by formatted path. */
export interface IndexNeed {
  readonly collectionGroup: string;
  readonly scope: QueryScope;
  /** In any order and direction, as a prefix. */
  readonly equalities: readonly NeededField[];
  /** In this order and direction, behind the equalities. */
  readonly orders: readonly NeededField[];
  /** Summed or averaged fields that nothing else names; behind everything, in any order and direction. */
  readonly aggregated: readonly string[];
  readonly nameDirection: 'ASCENDING' | 'DESCENDING';
}

/** One need per disjunct; a disjunct that nothing can match needs none. */
export function indexNeeds(query: NormalQuery, aggregated: readonly FieldPath[]): readonly IndexNeed[] {
  const { scope } = query;
  if (scope.kind === 'any') return [];
  const needs: IndexNeed[] = [];
  for (const branch of query.branches) {
    const shape = branchShape(query, branch);
    if (shape === undefined) continue;
    const equalities = shape.fixed.map(
      ({ field }): NeededField => ({ key: formatFieldPath(field.path), kind: field.kind === 'contains' ? 'CONTAINS' : 'ASCENDING' }),
    );
    const orders = query.orders
      .filter(({ field }) => !isNamePath(field) && !shape.fixedValues.has(formatFieldPath(field)))
      .map(({ field, direction }): NeededField => ({ key: formatFieldPath(field), kind: direction }));
    const known = new Set([...orders.map((field) => field.key), ...shape.fixedValues.keys()]);
    needs.push({
      collectionGroup: scope.kind === 'group' ? scope.collectionId : scope.path.slice(scope.path.lastIndexOf('/') + 1),
      scope: scope.kind === 'group' ? 'COLLECTION_GROUP' : 'COLLECTION',
      equalities,
      orders,
      aggregated: [...new Set(aggregated.map(formatFieldPath))].filter((key) => !known.has(key)),
      nameDirection: query.orders.at(-1)?.direction ?? 'ASCENDING',
    });
  }
  return needs;
}
