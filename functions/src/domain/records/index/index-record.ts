import { type Json, limits } from '@bedplate/contract';
import { type Catalogue, markedFields } from './catalogue.ts';
import { indexedLeaves, leavesOf } from './leaves.ts';
import { earlierTokens, elementTokens } from './element-tokens.ts';
import { type IndexValue, indexValueOf, sortValueOf } from './index-value.ts';
import { documentBytes, fieldsSize, storedSize } from '../model/stored-size.ts';
import { gramTokens, lateTokens, longTextToken, textsOf } from '../../search-text/tokens.ts';

/**
 * `known` of a record whose index is incomplete: it has more fields, or longer arrays, than are indexed, or no room for an index.
 * Decision 008.
 */
export const incomplete = -1;
/** Of one field: its code, and a text of four-byte characters with its mark. Most indexes are seen to fit by their number of fields. */
const largestEntry = 540;
const tokenBytes = 11;

export interface RecordIndex {
  /** Code → scalar; null says that the record has no scalar there. */
  readonly idx: Record<string, IndexValue | null>;
  readonly known: number;
  /** Names of top-level fields whose value is true; each once. */
  readonly tokens: readonly string[];
  /** Those of them that a record of an earlier version may lack, although its fields have them. */
  readonly late: readonly string[];
  /** Tokens for the same fields in an earlier form of the index, or by a declaration before: some of these may be among them. */
  readonly earlier: readonly string[];
  /** The record as it is stored may be indexed by a declaration before. */
  readonly isChanging: boolean;
}

/**
 * The searchable shadow of a record, as the catalogue (which knows all its fields, or is full) names them.
 * @param leaves of the fields, where they are at hand
 */
export function indexRecord(catalogue: Catalogue, fields: Readonly<Record<string, Json>>, leaves = leavesOf(fields)): RecordIndex {
  const idx: Record<string, IndexValue | null> = {};
  const inArrays: string[] = [];
  const earlier: string[] = [];
  let complete = leaves.length <= indexedLeaves;
  for (const field of catalogue.fields.slice(0, markedFields)) idx[field.code] = null;
  for (const { path, value } of leaves.slice(0, indexedLeaves)) {
    const field = catalogue.byPath.get(path.join('.'));
    if (!field) {
      complete = false;
      continue;
    }
    const scalar = sortValueOf(value, field.declared);
    if (scalar !== undefined) idx[field.code] = indexValueOf(scalar);
    if (!Array.isArray(value)) continue;
    earlier.push(...earlierTokens(field, value));
    const elements = elementTokens(field, value);
    if (elements) inArrays.push(...elements);
    else complete = false;
  }
  const texts = catalogue.grams ? textsOf({ ...fields }) : [];
  const grams = gramTokens(texts);
  const late = lateTokens(texts, grams);
  const tokens = [...new Set(inArrays), ...grams, ...late];
  const { isChanging } = catalogue;
  if (!hasRoom(fields, idx, tokens)) {
    const mark = catalogue.grams ? [longTextToken] : [];
    return { idx: {}, known: incomplete, tokens: mark, late: mark, earlier: [...tokens, ...earlier], isChanging };
  }
  return { idx, known: complete ? catalogue.size : incomplete, tokens, late, earlier, isChanging };
}

/**
 * True unless the document would be too large with this index. Fields that a record lacks count alike for every catalogue, so that
 * an update answers as the write before it did: it takes away the tokens that it thinks the record has.
 * Index entries are within Firestore's 40,000 of a document: a token has one, and there are at most 100 for each of 300 fields.
 */
function hasRoom(fields: Readonly<Record<string, Json>>, idx: RecordIndex['idx'], tokens: readonly string[]): boolean {
  const codes = Object.keys(idx).length;
  const most = (codes + markedFields) * largestEntry + tokens.length * tokenBytes;
  if (most <= documentBytes - limits.record) return true;
  const scalars = Object.fromEntries(Object.entries(idx).filter(([, value]) => value !== null));
  const nulls = markedFields * 5;
  return fieldsSize(fields) + storedSize(scalars) + nulls + tokens.length * tokenBytes <= documentBytes;
}
