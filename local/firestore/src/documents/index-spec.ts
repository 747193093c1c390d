import { compareValues, equalValues } from '../model/compare-values.ts';
import { at } from '../model/at.ts';
import type { Document } from '../model/document.ts';
import { fieldAt, formatFieldPath } from '../model/field-path.ts';
import type { FieldPath } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import { isArray } from '../model/value-type.ts';

export interface IndexField {
  readonly path: FieldPath;
  readonly kind: 'value' | 'contains';
  readonly descending: boolean;
}

/** Fields of an index; the ascending name always follows. */
export type IndexSpec = readonly IndexField[];

/** The value of a single field, or the list of values of several, as `keyValue` gives them. */
export type IndexKey = Value;

/**
 * Integers that a number holds exactly stand as numbers: these are equal in Firestore's order, and are compared in a fraction
 * of the time and without a look into memory of their own.
 */
export function keyValue(value: Value): Value {
  return typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

export function specId(spec: IndexSpec): string {
  return spec
    .map(({ path, kind, descending }) => `${formatFieldPath(path)} ${kind === 'contains' ? 'contains' : descending ? 'desc' : 'asc'}`)
    .join(', ');
}

/** All keys of a document: none when a field is missing, one per distinct element of a `contains` field. */
export function keysOf(spec: IndexSpec, document: Document): readonly IndexKey[] {
  const [only] = spec;
  if (only === undefined) return [null];
  if (spec.length === 1) return partsOf(only, document);
  let keys: readonly (readonly Value[])[] = [[]];
  for (const field of spec) {
    const parts = partsOf(field, document);
    keys = keys.flatMap((key) => parts.map((part) => [...key, part]));
  }
  return keys;
}

/** The order of two keys in the directions of the index. */
export function compareKeys(spec: IndexSpec, a: IndexKey, b: IndexKey): number {
  if (spec.length === 0) return 0;
  if (spec.length > 1 && isArray(b)) return compareToPrefix(spec, a, b);
  const order = compareValues(a, b);
  return spec[0]?.descending ? -order : order;
}

/** The order of a key against the first values of a key, which are as `keyValue` gives them. */
export function compareToPrefix(spec: IndexSpec, key: IndexKey, prefix: readonly Value[]): number {
  for (const [i, value] of prefix.entries()) {
    const own = spec.length > 1 && isArray(key) ? at(key, i) : key;
    const order = compareValues(own, value);
    if (order !== 0) return at(spec, i).descending ? -order : order;
  }
  return 0;
}

function partsOf({ path, kind }: IndexField, document: Document): readonly Value[] {
  const value = fieldAt(document.fields, path);
  if (value === undefined) return [];
  if (kind === 'value') return [keyValue(value)];
  return isArray(value) ? distinct(value.map(keyValue)) : [];
}

function distinct(values: readonly Value[]): readonly Value[] {
  const sorted = values.toSorted(compareValues);
  return sorted.filter((value, i) => i === 0 || !equalValues(value, at(sorted, i - 1)));
}
