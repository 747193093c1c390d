import type { JsonType, Json } from '@bedplate/contract';

/** A field that is indexed by its own: a scalar, null, an array, or an object without fields or below the indexed depth. */
export interface Leaf {
  readonly path: readonly string[];
  readonly type: JsonType;
  readonly value: Json;
}

export const indexedDepth = 3;
/** Leaves of one record beyond these are stored but not indexed; the record is then marked as wide. */
export const indexedLeaves = 300;

/** @returns every leaf of a record, in order; names with a dot below the top level cannot be addressed and are left out */
export function leavesOf(fields: Readonly<Record<string, Json>>): Leaf[] {
  const leaves: Leaf[] = [];
  visit(fields, []);
  return leaves;

  function visit(map: Readonly<Record<string, Json>>, above: readonly string[]): void {
    for (const [name, value] of Object.entries(map)) {
      if (name.includes('.') || name === '') continue;
      const path = [...above, name];
      const type = typeOf(value);
      if (type === 'object' && path.length < indexedDepth && Object.keys(value as object).length > 0) {
        visit(value as Record<string, Json>, path); // typeOf has seen that it is a map
      } else leaves.push({ path, type, value });
    }
  }
}

export function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'boolean' | 'number' | 'string' | 'object'; // JSON has no other types
}
