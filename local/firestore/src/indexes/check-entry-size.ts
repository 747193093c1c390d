import { fieldAt, formatFieldPath, parseFieldPath } from '../model/field-path.ts';
import { nameSize, valueSize } from '../model/size.ts';
import { utf8Length } from '../model/string-order.ts';
import type { MapValue, Value } from '../model/value.ts';
import { isArray, isMap, isVector } from '../model/value-type.ts';
import { RpcError } from '../model/rpc-error.ts';
import type { CompositeIndex } from './composite-index.ts';
import type { SingleFieldIndexes } from './single-field-indexes.ts';

const maxEntryBytes = 7680;
/** An index keeps so much of a value. */
const maxIndexedBytes = 1500;
const maxFieldPathBytes = 1500;
const overheadBytes = 32;

/**
 * Production keeps at most 7.5 KiB per index entry, by https://firebase.google.com/docs/firestore/storage-size: the names of the
 * document and of the document above it, of a single field also its path, the first 1,500 bytes of each value, and 32 bytes.
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkEntrySize(
  path: string,
  { fields, singles, composites }: { fields: MapValue; singles: SingleFieldIndexes; composites: readonly CompositeIndex[] },
): void {
  const names = nameSize(path) + parentSize(path);
  const room = maxEntryBytes - overheadBytes - names;
  const collection = path.slice(0, path.lastIndexOf('/'));
  const group = collection.slice(collection.lastIndexOf('/') + 1);
  // Only names of several KiB can make the entry of a single field too large.
  if (room < maxFieldPathBytes + maxIndexedBytes) checkFields([], fields, { path, group, singles, room });
  for (const index of composites) {
    if (index.collectionGroup !== group || index.fields.length * maxIndexedBytes <= room) continue;
    const size = compositeSize(index, fields);
    if (size > room)
      throw tooLarge(path, {
        index: `the index over ${index.fields.map(({ key }) => key).join(', ')}`,
        size: size + maxEntryBytes - room,
        cure: 'Shorten',
      });
  }
}

function checkFields(
  prefix: readonly string[],
  fields: MapValue,
  limit: { readonly path: string; readonly group: string; readonly singles: SingleFieldIndexes; readonly room: number },
): void {
  for (const [name, value] of fields) {
    const field = [...prefix, name];
    const key = formatFieldPath(field);
    const size = utf8Length(key) + 1 + indexedSize(value);
    if (size > limit.room && isIndexed(limit.group, key, limit.singles))
      throw tooLarge(limit.path, {
        index: `the index of ${key}`,
        size: size + maxEntryBytes - limit.room,
        cure: 'Exempt the field in firestore.indexes.json, or shorten',
      });
    if (isMap(value) && !isVector(value)) checkFields(field, value, limit);
  }
}

function isIndexed(group: string, key: string, singles: SingleFieldIndexes): boolean {
  return (['COLLECTION', 'COLLECTION_GROUP'] as const).some((scope) =>
    (['ASCENDING', 'DESCENDING', 'CONTAINS'] as const).some((kind) => singles.has(group, key, kind, scope)),
  );
}

/** Of the largest entry; 0 when the document has none. */
function compositeSize(index: CompositeIndex, fields: MapValue): number {
  let size = 0;
  for (const { key, kind } of index.fields) {
    const value = fieldAt(fields, parseFieldPath(key));
    if (value === undefined || (kind === 'CONTAINS' && !isArray(value))) return 0;
    size += kind === 'CONTAINS' && isArray(value) ? Math.max(0, ...value.map(indexedSize)) : indexedSize(value);
  }
  return size;
}

function indexedSize(value: Value): number {
  return Math.min(maxIndexedBytes, valueSize(value));
}

/** The document that the collection is in; 16 bytes for a collection at the root. */
function parentSize(path: string): number {
  const parent = path.split('/').slice(0, -2).join('/');
  return parent === '' ? 16 : nameSize(parent);
}

function tooLarge(path: string, { index, size, cure }: { index: string; size: number; cure: string }): RpcError {
  return new RpcError(
    'INVALID_ARGUMENT',
    `Document "${path}" would have an entry of ${size} bytes in ${index}, more than the maximum of ${maxEntryBytes} bytes per index entry. ${cure} the values or the name.`,
  );
}
