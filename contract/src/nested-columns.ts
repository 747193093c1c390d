import { limits } from './limits.ts';
import type { Json } from './values/json.ts';

/**
 * Puts a value where the name of a column says: `address.city` is the member `city` of the field `address`, as an export writes it.
 * @param record without a prototype, so that `__proto__` is a name like any other
 */
export function putNested(record: Record<string, unknown>, name: string, value: Json): void {
  const path = pathOf(name);
  let place = record;
  for (const part of path.slice(0, -1)) {
    const inner = Object.hasOwn(place, part) ? place[part] : undefined;
    const next = isObject(inner) ? inner : (Object.create(null) as Record<string, unknown>); // nothing is in it yet
    place[part] = next;
    place = next;
  }
  place[path.at(-1) ?? name] = value;
}

/** @returns the name among these that is also a part of another one: a column cannot be a field and a member of it */
export function overlappingName(names: readonly string[]): string | undefined {
  const all = new Set(names);
  return names.find((name) => pathOf(name).some((_, at, path) => at > 0 && all.has(path.slice(0, at).join('.'))));
}

function pathOf(name: string): string[] {
  const path = name.split('.');
  // A name that is none, or deeper than any record, stays one: it is refused by its dots.
  return path.includes('') || path.length > limits.recordDepth ? [name] : path;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
