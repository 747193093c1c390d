import { fieldAt, isNamePath, parseFieldPath, withField } from '../model/field-path.ts';
import type { FieldPath } from '../model/query.ts';
import type { MapValue, Value } from '../model/value.ts';

const parsed = new Map<string, FieldPath>();

/** Parses a field path; the few thousand that programs use are remembered. */
export function fieldPath(text: string): FieldPath {
  const known = parsed.get(text);
  if (known) return known;
  const path = parseFieldPath(text);
  if (parsed.size < 10_000) parsed.set(text, path);
  return path;
}

/** The paths of a DocumentMask; undefined when there was none. */
export function maskPaths(mask: { readonly fieldPaths: readonly string[] } | undefined): readonly FieldPath[] | undefined {
  return mask?.fieldPaths.map(fieldPath);
}

/** The fields of a document that a mask or a projection leaves; `__name__` selects nothing but is allowed. */
export function masked(fields: MapValue, mask: readonly FieldPath[] | undefined): MapValue {
  if (mask === undefined) return fields;
  // Top-level fields, the usual case, on one map.
  const own = new Map<string, Value>();
  let kept: MapValue = own;
  for (const path of mask) {
    if (isNamePath(path)) continue;
    const [name] = path;
    const value = fieldAt(fields, path);
    if (value === undefined) continue;
    if (path.length === 1 && name !== undefined && kept === own) own.set(name, value);
    else kept = withField(kept, path, value);
  }
  return kept;
}
