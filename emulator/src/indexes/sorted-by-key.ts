import type { Value } from '../model/value.ts';
import type { Entry } from './sorted-index.ts';

/**
 * Sorts by key and keeps the given order among equal keys. Simple values are grouped first, so that the cost
 * follows the number of distinct ones.
 */
export function sortedByKey(entries: readonly Entry<Value>[], compare: (a: Value, b: Value) => number): readonly Entry<Value>[] {
  const groups = new Map<unknown, Entry<Value>[]>();
  for (const entry of entries) {
    const id = groupId(entry);
    const group = groups.get(id);
    if (group) group.push(entry);
    else groups.set(id, [entry]);
  }
  const sorted = [...groups.values()].sort(([a], [b]) => compare(a?.key ?? null, b?.key ?? null));
  return sorted.flat();
}

/** Equal for equal simple values, such as 1 and 1.0; what is not simple forms a group of its own. */
function groupId(entry: Entry<Value>): unknown {
  const { key } = entry;
  if (typeof key === 'bigint') return key >= Number.MIN_SAFE_INTEGER && key <= Number.MAX_SAFE_INTEGER ? Number(key) : key;
  if (typeof key === 'number') return Number.isInteger(key) && !Number.isSafeInteger(key) ? BigInt(key) : key;
  return typeof key === 'object' && key !== null ? entry : key;
}
