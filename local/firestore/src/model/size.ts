import { utf8Length } from './string-order.ts';
import { GeoPoint, type MapValue, Reference, Timestamp, type Value } from './value.ts';
import { isArray, isMap } from './value-type.ts';

/** Storage size in bytes by https://firebase.google.com/docs/firestore/storage-size */
export function documentSize(path: string, fields: MapValue): number {
  return nameSize(path) + mapSize(fields) + 32;
}

export function valueSize(value: Value): number {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return utf8Length(value) + 1;
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Timestamp) return 8;
  if (value instanceof GeoPoint) return 16;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Reference) return nameSize(value.name.slice(value.name.indexOf('/documents/') + '/documents/'.length));
  if (isMap(value)) return mapSize(value);
  return isArray(value) ? value.reduce<number>((sum, element) => sum + valueSize(element), 0) : 0;
}

function mapSize(fields: MapValue): number {
  let size = 0;
  for (const [name, value] of fields) size += utf8Length(name) + 1 + valueSize(value);
  return size;
}

/** Each segment and one byte per segment, plus 16. */
export function nameSize(path: string): number {
  return utf8Length(path) + 1 + 16;
}
