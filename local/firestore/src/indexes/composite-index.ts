import { formatFieldPath, parseFieldPath } from '../model/field-path.ts';
import type { CompositeConfig } from './index-config.ts';
import type { IndexNeed, NeededField, QueryScope } from './index-need.ts';

/** A composite of firestore.indexes.json. */
export interface CompositeIndex {
  readonly config: CompositeConfig;
  readonly collectionGroup: string;
  readonly scope: QueryScope;
  /** Without the trailing `__name__`. */
  readonly fields: readonly NeededField[];
  readonly nameDirection: 'ASCENDING' | 'DESCENDING';
}

/** Vector indexes yield undefined: no query here can use them. */
export function compositeIndex(config: CompositeConfig): CompositeIndex | undefined {
  if (config.fields.some((field) => field.vectorConfig !== undefined)) return undefined;
  const fields = config.fields.map(
    (field): NeededField => ({
      key: formatFieldPath(parseFieldPath(field.fieldPath)),
      kind: field.arrayConfig ?? field.order ?? 'ASCENDING',
    }),
  );
  const last = fields.at(-1);
  const named = last?.key === '__name__';
  return {
    config,
    collectionGroup: config.collectionGroup,
    scope: config.queryScope ?? 'COLLECTION',
    fields: named ? fields.slice(0, -1) : fields,
    nameDirection: last?.kind === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING',
  };
}

/**
 * Which equalities of the need this index would fix when it takes part in serving it.
 * @returns undefined when it cannot take part: other fields, order or direction behind the equalities
 */
export function coveredEqualities(index: CompositeIndex, need: IndexNeed): readonly string[] | undefined {
  if (index.collectionGroup !== need.collectionGroup || index.scope !== need.scope) return undefined;
  const suffixLength = need.orders.length + need.aggregated.length;
  const prefixLength = index.fields.length - suffixLength;
  if (prefixLength < 0 || !sameSuffix(index.fields.slice(prefixLength), need)) return undefined;
  const directed = need.orders.length > 0 || need.equalities.length === 0;
  if (directed && need.aggregated.length === 0 && index.nameDirection !== need.nameDirection) return undefined;
  const prefix = index.fields.slice(0, prefixLength);
  const covered = need.equalities.filter((equality) =>
    prefix.some((field) => field.key === equality.key && (field.kind === 'CONTAINS') === (equality.kind === 'CONTAINS')),
  );
  return covered.length === prefixLength ? covered.map(equalityId) : undefined;
}

/** One field may be both compared and array-contained. */
export function equalityId(field: NeededField): string {
  return `${field.key} ${field.kind === 'CONTAINS' ? 'contains' : 'equals'}`;
}

function sameSuffix(fields: readonly NeededField[], need: IndexNeed): boolean {
  const orders = fields.slice(0, need.orders.length);
  const rest = fields.slice(need.orders.length).map((field) => field.key);
  return (
    orders.every((field, i) => field.key === need.orders[i]?.key && field.kind === need.orders[i]?.kind) &&
    need.aggregated.every((key) => rest.includes(key))
  );
}
