import { type Json, limits, type ValueType } from '@bedplate/contract';
import { type Catalogue, type CatalogueField, markedFields } from './catalogue.ts';
import { indexedLeaves, type Leaf, leavesOf } from './leaves.ts';
import type { IndexValue } from './index-value.ts';
import { plainValueOf } from './plain-value.ts';
import { documentBytes, fieldsSize, storedSize } from '../model/stored-size.ts';
import { elementToken, gramTokens, lateTokens, longTextToken, textsOf } from '../../search-text/tokens.ts';

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

/** How fields with a type are indexed, and how the same fields may have been before. Records of plain fields that are new need neither. */
export interface TypedForms {
  valueOf(value: Json, type: ValueType): IndexValue | undefined;
  elementTokens(field: CatalogueField, elements: readonly Json[]): string[];
  earlierTokens(field: CatalogueField, elements: readonly Json[]): string[];
  /** Of `idx`: where the places of these fields lie. */
  placeKeys(fields: readonly CatalogueField[], record: Readonly<Record<string, Json>>): Record<string, number>;
}

const elementsPerArray = 100;

/**
 * The searchable shadow of a record, as the catalogue (which knows all its fields, or is full) names them.
 * @param leaves of the fields
 * @param forms of a catalogue with typed fields, and of a record that may be stored already
 */
export function indexRecord(
  catalogue: Catalogue,
  fields: Readonly<Record<string, Json>>,
  { leaves = leavesOf(fields), forms }: { leaves?: readonly Leaf[] | undefined; forms?: TypedForms | undefined },
): RecordIndex {
  const idx: Record<string, IndexValue | null> = {};
  const inArrays = new Set<string>();
  const earlier: string[] = [];
  let complete = leaves.length <= indexedLeaves;
  for (const field of catalogue.fields.slice(0, markedFields)) idx[field.code] = null;
  for (const { path, value } of leaves.slice(0, indexedLeaves)) {
    const field = catalogue.byPath.get(path.join('.'));
    if (!field) {
      complete = false;
      continue;
    }
    const scalar = valueOf(field, value, forms);
    if (scalar !== undefined) idx[field.code] = scalar;
    if (!Array.isArray(value)) continue;
    if (value.length > elementsPerArray) {
      complete = false;
      continue;
    }
    for (const token of tokensOf(field, value, forms)) inArrays.add(token);
    earlier.push(...(forms?.earlierTokens(field, value) ?? []));
  }
  if (catalogue.places.length > 0) Object.assign(idx, required(forms).placeKeys(catalogue.places, fields));
  const texts = catalogue.grams ? textsOf({ ...fields }) : [];
  const grams = gramTokens(texts);
  const late = lateTokens(texts, grams);
  const tokens = [...inArrays, ...grams, ...late];
  const { isChanging } = catalogue;
  if (!hasRoom(fields, idx, tokens)) {
    const mark = catalogue.grams ? [longTextToken] : [];
    return { idx: {}, known: incomplete, tokens: mark, late: mark, earlier: [...tokens, ...earlier], isChanging };
  }
  return { idx, known: complete ? catalogue.size : incomplete, tokens, late, earlier, isChanging };
}

function valueOf({ declared }: CatalogueField, value: Json, forms: TypedForms | undefined): IndexValue | undefined {
  return declared ? required(forms).valueOf(value, declared) : plainValueOf(value);
}

function tokensOf(field: CatalogueField, elements: readonly Json[], forms: TypedForms | undefined): string[] {
  if (field.declared) return required(forms).elementTokens(field, elements);
  const values = elements.map(plainValueOf).filter((value) => value !== undefined);
  return values.map((value) => elementToken(field.code, typeof value, String(value)));
}

function required(forms: TypedForms | undefined): TypedForms {
  if (!forms) throw new Error('Fields with a type are indexed without their forms.');
  return forms;
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
