import { fieldAt } from '../model/field-path.ts';
import { compareKeys, type IndexKey, type IndexSpec, keysOf, keyValue } from './index-spec.ts';
import type { Row } from './row.ts';

/** Rows with equal keys. */
export interface KeyGroup {
  readonly key: IndexKey;
  readonly rows: Row[];
}

/**
 * Groups rows by key and sorts the groups; within a group rows keep their order. Simple values are found by
 * hashing, so that the cost follows the number of distinct ones.
 * @param rows by name
 */
export function keyGroups(spec: IndexSpec, rows: readonly Row[]): readonly KeyGroup[] {
  const groups = new Map<unknown, KeyGroup>();
  const others: KeyGroup[] = [];
  const add = (key: IndexKey, row: Row): void => {
    const id = hashable(key);
    if (id === undefined) {
      others.push({ key, rows: [row] });
      return;
    }
    const group = groups.get(id);
    if (group) group.rows.push(row);
    else groups.set(id, { key, rows: [row] });
  };
  const [only] = spec;
  if (spec.length === 1 && only?.kind === 'value') {
    for (const row of rows) {
      const value = fieldAt(row.document.fields, only.path);
      if (value !== undefined) add(keyValue(value), row);
    }
  } else {
    for (const row of rows) for (const key of keysOf(spec, row.document)) add(key, row);
  }
  // The sort is stable: equal keys that could not be hashed stay in the order of names.
  return [...groups.values(), ...others].sort((a, b) => compareKeys(spec, a.key, b.key));
}

/** The same for equal simple values, such as 1 and 1.0; undefined for others. */
function hashable(key: IndexKey): unknown {
  if (typeof key === 'number') return Number.isInteger(key) && !Number.isSafeInteger(key) ? BigInt(key) : key;
  return typeof key === 'object' && key !== null ? undefined : key;
}
