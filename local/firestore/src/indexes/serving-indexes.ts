import { type CompositeIndex, coveredEqualities, equalityId } from './composite-index.ts';
import type { IndexNeed, NeededField } from './index-need.ts';
import type { SingleFieldIndexes } from './single-field-indexes.ts';

/** A single-field index. */
interface SingleIndex {
  /** E.g. `c: a ASCENDING`. */
  readonly id: string;
  readonly field: NeededField;
}

/** The indexes that production would read. */
export interface Served {
  readonly single: readonly SingleIndex[];
  readonly composite: readonly CompositeIndex[];
}

/** Finds the indexes that serve a need, one or several merged; undefined when there are none. */
export function servingIndexes(need: IndexNeed, singles: SingleFieldIndexes, composites: readonly CompositeIndex[]): Served | undefined {
  const suffix: readonly NeededField[] = [
    ...need.orders,
    ...need.aggregated.map((key): NeededField => ({ key, kind: need.nameDirection })),
  ];
  if (need.equalities.length === 0 && suffix.length === 0 && need.nameDirection === 'ASCENDING') return { single: [], composite: [] };
  const [only] = suffix;
  if (need.equalities.length === 0 && suffix.length === 1 && only && (need.nameDirection === only.kind || need.aggregated.length > 0)) {
    if (hasSingle(need, only, singles)) return { single: [singleIndex(need, only)], composite: [] };
  }
  return merged(need, suffix.length === 0 ? mergeableSingles(need, singles) : [], composites);
}

/** Without orders, the entries of one value come by name, so any number of single-field indexes can be joined. */
function mergeableSingles(need: IndexNeed, singles: SingleFieldIndexes): readonly NeededField[] {
  return need.equalities
    .map((field) => mergeableSingle(field, need))
    .filter((field): field is NeededField => field !== undefined && hasSingle(need, field, singles));
}

/** The single-field index whose entries of one value come in the order of names. Array elements have none by descending names. */
export function mergeableSingle(equality: NeededField, { nameDirection }: IndexNeed): NeededField | undefined {
  if (equality.kind !== 'CONTAINS') return { key: equality.key, kind: nameDirection };
  return nameDirection === 'ASCENDING' ? equality : undefined;
}

function merged(need: IndexNeed, singles: readonly NeededField[], composites: readonly CompositeIndex[]): Served | undefined {
  const missing = new Set(need.equalities.map(equalityId));
  for (const field of singles) missing.delete(equalityId(field));
  const single = singles.map((field) => singleIndex(need, field));
  if (missing.size === 0 && singles.length > 0) return { single, composite: [] };
  const candidates = composites
    .map((index) => ({ index, covered: coveredEqualities(index, need) }))
    .filter((candidate): candidate is { index: CompositeIndex; covered: readonly string[] } => candidate.covered !== undefined)
    .toSorted((a, b) => b.covered.length - a.covered.length);
  if (need.equalities.length === 0) {
    const [exact] = candidates;
    return exact && { single, composite: [exact.index] };
  }
  const composite: CompositeIndex[] = [];
  for (const { index, covered } of candidates) {
    if (!covered.some((id) => missing.has(id))) continue;
    composite.push(index);
    for (const id of covered) missing.delete(id);
  }
  return missing.size === 0 ? { single, composite } : undefined;
}

function hasSingle(need: IndexNeed, field: NeededField, singles: SingleFieldIndexes): boolean {
  return singles.has(need.collectionGroup, field.key, field.kind, need.scope);
}

function singleIndex(need: IndexNeed, field: NeededField): SingleIndex {
  const group = need.scope === 'COLLECTION_GROUP' ? ' (collection group)' : '';
  return { id: `${need.collectionGroup}: ${field.key} ${field.kind}${group}`, field };
}
