import type { Json } from '@bedplate/contract';
import { type Catalogue, markedFields } from './catalogue.ts';
import { indexedLeaves, leavesOf } from './leaves.ts';
import { type IndexValue, normalise } from './normalise.ts';
import { elementTokens, gramTokens, textsOf } from './tokens.ts';

/** `known` of a record whose index is incomplete: it has more fields, or longer arrays, than are indexed. */
export const incomplete = -1;

export interface RecordIndex {
  /** Code → normalised scalar; null says that the record has no scalar there. */
  readonly idx: Record<string, IndexValue | null>;
  readonly known: number;
  /** Names of top-level fields whose value is true; each once. */
  readonly tokens: readonly string[];
}

/**
 * The searchable shadow of a record, as the catalogue (which knows all its fields, or is full) names them.
 * @param leaves of the fields, where they are at hand
 */
export function indexRecord(catalogue: Catalogue, fields: Readonly<Record<string, Json>>, leaves = leavesOf(fields)): RecordIndex {
  const idx: Record<string, IndexValue | null> = {};
  const inArrays: string[] = [];
  let complete = leaves.length <= indexedLeaves;
  for (const field of catalogue.fields.slice(0, markedFields)) idx[field.code] = null;
  for (const { path, value } of leaves.slice(0, indexedLeaves)) {
    const field = catalogue.byPath.get(path.join('.'));
    if (!field) {
      complete = false;
      continue;
    }
    const scalar = normalise(value);
    if (scalar !== undefined) idx[field.code] = scalar;
    if (!Array.isArray(value)) continue;
    const elements = elementTokens(field.code, value);
    if (elements) inArrays.push(...elements);
    else complete = false;
  }
  const grams = catalogue.grams ? gramTokens(textsOf({ ...fields })) : [];
  return { idx, known: complete ? catalogue.size : incomplete, tokens: [...new Set(inArrays), ...grams] };
}
