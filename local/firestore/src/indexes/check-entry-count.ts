import { fieldAt, formatFieldPath, parseFieldPath } from '../model/field-path.ts';
import type { MapValue, Value } from '../model/value.ts';
import { isArray, isMap, isVector } from '../model/value-type.ts';
import { RpcError } from '../model/rpc-error.ts';
import type { CompositeIndex } from './composite-index.ts';
import type { SingleFieldIndexes } from './single-field-indexes.ts';

const maxEntries = 40_000;

/**
 * Production keeps at most 40,000 index entries per document: two per field, one more per array element, and those
 * of composites.
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkEntryCount(
  path: string,
  { fields, singles, composites }: { fields: MapValue; singles: SingleFieldIndexes; composites: readonly CompositeIndex[] },
): void {
  // Nearly all documents are far below the limit: a cheap upper bound settles it.
  if (leaves(fields) * (3 + composites.length) <= maxEntries) return;
  const collection = path.slice(0, path.lastIndexOf('/'));
  const group = collection.slice(collection.lastIndexOf('/') + 1);
  const own = composites.filter((index) => index.collectionGroup === group);
  const count = fieldEntries(group, { prefix: [], fields, singles }) + own.reduce((sum, index) => sum + compositeEntries(index, fields), 0);
  if (count <= maxEntries) return;
  throw new RpcError(
    'INVALID_ARGUMENT',
    `Document "${path}" would have ${count} index entries, more than the maximum of ${maxEntries}: too many index entries for entity. Exempt fields in firestore.indexes.json.`,
  );
}

/** Values at any depth, the maps and arrays around them included. */
function leaves(value: Value): number {
  if (isMap(value)) return [...value.values()].reduce<number>((sum, inner) => sum + leaves(inner), 1);
  return isArray(value) ? value.length + 1 : 1;
}

function fieldEntries(
  group: string,
  { prefix, fields, singles }: { prefix: readonly string[]; fields: MapValue; singles: SingleFieldIndexes },
): number {
  let count = 0;
  for (const [name, value] of fields) {
    const path = [...prefix, name];
    const key = formatFieldPath(path);
    for (const scope of ['COLLECTION', 'COLLECTION_GROUP'] as const) {
      if (singles.has(group, key, 'ASCENDING', scope)) count++;
      if (singles.has(group, key, 'DESCENDING', scope)) count++;
      if (isArray(value) && singles.has(group, key, 'CONTAINS', scope)) count += value.length;
    }
    if (isMap(value) && !isVector(value)) count += fieldEntries(group, { prefix: path, fields: value, singles });
  }
  return count;
}

function compositeEntries(index: CompositeIndex, fields: MapValue): number {
  let count = 1;
  for (const { key, kind } of index.fields) {
    const value = fieldAt(fields, parseFieldPath(key));
    if (value === undefined || (kind === 'CONTAINS' && !isArray(value))) return 0;
    if (kind === 'CONTAINS' && isArray(value)) count *= value.length;
  }
  return count;
}
