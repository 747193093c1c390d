import { RpcError } from './rpc-error.ts';
import type { FieldPath } from './query.ts';
import type { MapValue, Value } from './value.ts';
import { isMap } from './value-type.ts';

const simpleSegment = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const segment = /([a-zA-Z_][a-zA-Z_0-9]*)|`((?:[^`\\]|\\[`\\])+)`/y;

/**
 * Reads `a.b` or a path with back-quoted segments.
 * @throws RpcError INVALID_ARGUMENT naming the path
 */
export function parseFieldPath(text: string): FieldPath {
  const segments: string[] = [];
  let position = 0;
  while (true) {
    segment.lastIndex = position;
    const found = segment.exec(text);
    if (found === null) throw invalidFieldPath(text);
    segments.push(found[1] ?? (found[2] ?? '').replaceAll(/\\([`\\])/g, '$1'));
    position = segment.lastIndex;
    if (position === text.length) return segments;
    if (text[position] !== '.') throw invalidFieldPath(text);
    position++;
  }
}

/** The inverse of `parseFieldPath`. */
export function formatFieldPath(path: FieldPath): string {
  return path.map((part) => (simpleSegment.test(part) ? part : `\`${part.replaceAll(/[`\\]/g, '\\$&')}\``)).join('.');
}

export function isNamePath(path: FieldPath): boolean {
  return path.length === 1 && path[0] === '__name__';
}

/** The value at a path through maps; undefined when a step is missing or is no map. */
export function fieldAt(fields: MapValue, path: FieldPath): Value | undefined {
  const head = path[0];
  let value: Value | undefined = head === undefined ? fields : fields.get(head);
  for (let i = 1; i < path.length; i += 1) {
    if (!isMap(value)) return undefined;
    value = value.get(path[i] as string); // i is within
  }
  return value;
}

/** A copy with the value at the path; what is no map on the way is replaced by one. */
export function withField(fields: MapValue, path: FieldPath, value: Value): MapValue {
  const [head, ...rest] = path;
  if (head === undefined) return fields;
  const inner = fields.get(head);
  const copy = new Map(fields);
  copy.set(head, rest.length === 0 ? value : withField(isMap(inner) ? inner : new Map(), rest, value));
  return copy;
}

/** A copy without the value at the path; the same map when there is nothing to remove. */
export function withoutField(fields: MapValue, path: FieldPath): MapValue {
  const [head, ...rest] = path;
  if (head === undefined || !fields.has(head)) return fields;
  const inner = fields.get(head);
  if (rest.length > 0 && !isMap(inner)) return fields;
  const copy = new Map(fields);
  if (rest.length === 0) {
    copy.delete(head);
    return copy;
  }
  if (!isMap(inner)) return fields;
  const reduced = withoutField(inner, rest);
  if (reduced === inner) return fields;
  copy.set(head, reduced);
  return copy;
}

function invalidFieldPath(text: string): RpcError {
  return new RpcError(
    'INVALID_ARGUMENT',
    `Invalid property path "${text}". Unquoted property paths must match regex ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (\`(?:[^\`\\\\]|(?:\\\\\\\\)|(?:\\\\\`))+\`)`,
  );
}
