import type { IndexNeed, NeededField } from './index-need.ts';
import { suggestedComposite } from './missing-index.ts';
import type { Served } from './serving-indexes.ts';

/** One index that a query reads, as Firestore's Query Explain names it. */
export interface PlannedIndex {
  /** E.g. `(a ASC, b DESC, __name__ DESC)`. */
  readonly properties: string;
  readonly queryScope: 'Collection' | 'Collection group';
}

/** The order by name, which every collection has. */
export const namePlan: PlannedIndex = { properties: '(__name__ ASC)', queryScope: 'Collection' };

/** @param served undefined when only the permissive mode lets the query pass: then the index that production would ask for */
export function plannedIndexes(need: IndexNeed, served: Served | undefined): readonly PlannedIndex[] {
  const queryScope = need.scope === 'COLLECTION_GROUP' ? 'Collection group' : 'Collection';
  const planned = (fields: readonly NeededField[]): PlannedIndex => ({ properties: properties(fields, need.nameDirection), queryScope });
  if (!served) {
    const fields = suggestedComposite(need).fields.filter((field) => field.fieldPath !== '__name__');
    return [planned(fields.map((field) => ({ key: field.fieldPath, kind: field.arrayConfig ?? field.order ?? 'ASCENDING' })))];
  }
  const indexes = [...served.single.map(({ field }) => planned([field])), ...served.composite.map(({ fields }) => planned(fields))];
  return indexes.length > 0 ? indexes : [{ ...namePlan, queryScope }];
}

function properties(fields: readonly NeededField[], nameDirection: NeededField['kind']): string {
  return `(${[...fields, { key: '__name__', kind: nameDirection }].map(({ key, kind }) => `${key} ${short[kind]}`).join(', ')})`;
}

const short = { ASCENDING: 'ASC', DESCENDING: 'DESC', CONTAINS: 'CONTAINS' } as const;
