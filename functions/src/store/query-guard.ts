import { type Condition, documentId, type FieldCondition, isFieldCondition, type QuerySpec } from './model/query-spec.ts';

/** firestore.indexes.json */
export interface IndexConfig {
  readonly indexes: readonly {
    readonly collectionGroup: string;
    readonly queryScope: string;
    readonly fields: readonly { readonly fieldPath: string; readonly order?: string; readonly arrayConfig?: string }[];
  }[];
  readonly fieldOverrides: readonly {
    readonly collectionGroup: string;
    readonly fieldPath: string;
    readonly indexes: readonly { readonly order?: string; readonly arrayConfig?: string; readonly queryScope: string }[];
  }[];
}

const equalities = ['==', 'in', 'array-contains', 'array-contains-any'];
const maxDisjuncts = 30;
const maxFilters = 100;

/**
 * Refuses the queries that production Firestore refuses; emulators accept all. Without a composite index
 * a query may have equalities in key order, optionally with a key range, or one field's range or order.
 * @throws {Error} that names the missing index or the exceeded limit
 */
export function assertServable(spec: QuerySpec, config: IndexConfig): void {
  const group = spec.group ? spec.from : (spec.from.split('/').at(-1) ?? spec.from);
  const disjuncts = normalForm({ and: spec.where ?? [] });
  const orders = spec.orderBy ?? [];
  if (disjuncts.length > maxDisjuncts) refuse(spec, `${disjuncts.length} disjunctions are more than ${maxDisjuncts}`);
  const terms = disjuncts.reduce((sum, filters) => sum + filters.length, 0) + orders.length;
  if (terms > maxFilters) refuse(spec, `${terms} filters and orders are more than ${maxFilters}`);
  for (const filters of disjuncts) assertDisjunct(spec, { group, filters, config });
}

function assertDisjunct(
  spec: QuerySpec,
  { group, filters, config }: { group: string; filters: readonly FieldCondition[]; config: IndexConfig },
): void {
  const equal = filters.filter(([path, operator]) => equalities.includes(operator) && path !== documentId);
  const ranged = [...new Set(filters.filter(([, operator]) => !equalities.includes(operator)).map(([path]) => path))];
  const orders = spec.orderBy ?? [];
  const sorted = orders.filter(([path]) => path !== documentId);
  const direction = orders.at(-1)?.[1] ?? 'asc';
  const along = [...new Set([...sorted.map(([path]) => path), ...ranged.filter((path) => path !== documentId)])];

  if (along.length === 0) {
    if (orders.some(([path, order]) => path === documentId && order === 'desc')) {
      // A descending single-field index holds the names of equal values in descending order.
      const [only] = equal;
      if (equal.length !== 1 || !only) refuse(spec, 'descending key order needs an index');
      requireField(spec, { group, path: only[0], order: 'DESCENDING', config });
      return;
    }
    for (const [path, operator] of equal)
      requireField(spec, { group, path, order: operator === 'array-contains' ? 'CONTAINS' : 'ASCENDING', config });
    return;
  }
  const [field] = along;
  if (along.length === 1 && equal.length === 0 && field && !ranged.includes(documentId)) {
    requireField(spec, { group, path: field, order: direction === 'desc' ? 'DESCENDING' : 'ASCENDING', config });
    return;
  }
  const wanted = [...equal.map(([path]) => path), ...along];
  const served = config.indexes.some(
    (index) =>
      index.collectionGroup === group &&
      sameFields(
        index.fields.map(({ fieldPath }) => fieldPath).filter((p) => p !== documentId),
        wanted,
        equal.length,
      ),
  );
  if (!served) refuse(spec, `a composite index on ${wanted.join(', ')} is missing`);
}

/** Equality fields may be in any order; those of the range and the sort may not. */
function sameFields(index: readonly string[], wanted: readonly string[], equalCount: number): boolean {
  if (index.length !== wanted.length) return false;
  const head = new Set(index.slice(0, equalCount));
  return (
    wanted.slice(0, equalCount).every((path) => head.has(path)) &&
    wanted.slice(equalCount).every((path, i) => index[equalCount + i] === path)
  );
}

/** Applies the most specific override: the field's, a parent map's, the group's `*`, else Firestore's defaults. */
function requireField(
  spec: QuerySpec,
  { group, path, order, config }: { group: string; path: string; order: string; config: IndexConfig },
): void {
  const overrides = config.fieldOverrides.filter((override) => override.collectionGroup === group);
  const names = path.split('.');
  const override =
    names.map((_, i) => overrides.find(({ fieldPath }) => fieldPath === names.slice(0, names.length - i).join('.'))).find(Boolean) ??
    overrides.find(({ fieldPath }) => fieldPath === '*');
  const scope = spec.group ? 'COLLECTION_GROUP' : 'COLLECTION';
  if (!override) {
    if (spec.group) refuse(spec, `${path} has no index over the collection group`);
    return;
  }
  if (!override.indexes.some((index) => index.queryScope === scope && (index.order ?? index.arrayConfig) === order)) {
    refuse(spec, `${path} has no ${order} index`);
  }
}

function normalForm(condition: Condition): FieldCondition[][] {
  if (isFieldCondition(condition)) {
    const [path, operator, value] = condition;
    if ((operator === 'in' || operator === 'array-contains-any') && Array.isArray(value))
      return value.map((each): FieldCondition[] => [[path, operator === 'in' ? '==' : 'array-contains', each]]);
    return [[condition]];
  }
  if ('or' in condition) return condition.or.flatMap(normalForm);
  return condition.and.reduce<FieldCondition[][]>(
    (product, part) => {
      const alternatives = normalForm(part);
      return product.flatMap((left) => alternatives.map((right) => [...left, ...right]));
    },
    [[]],
  );
}

function refuse(spec: QuerySpec, reason: string): never {
  throw new Error(`Firestore would refuse this query: ${reason}. ${JSON.stringify({ ...spec, readTime: undefined })}`);
}
