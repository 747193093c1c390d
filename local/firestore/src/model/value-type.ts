import { GeoPoint, type MapValue, Reference, Timestamp, type Value } from './value.ts';

/** Firestore's order of types; values of different types compare by it. */
export const typeRank = {
  null: 0,
  boolean: 1,
  number: 2,
  timestamp: 3,
  string: 4,
  bytes: 5,
  reference: 6,
  geoPoint: 7,
  array: 8,
  vector: 9,
  map: 10,
} as const;

export type TypeRank = (typeof typeRank)[keyof typeof typeRank];

export function rankOf(value: Value): TypeRank {
  switch (typeof value) {
    case 'string':
      return typeRank.string;
    case 'bigint':
    case 'number':
      return typeRank.number;
    case 'boolean':
      return typeRank.boolean;
  }
  if (value === null) return typeRank.null;
  if (isMap(value)) return isVector(value) ? typeRank.vector : typeRank.map;
  if (isArray(value)) return typeRank.array;
  if (value instanceof Timestamp) return typeRank.timestamp;
  if (value instanceof Reference) return typeRank.reference;
  if (value instanceof GeoPoint) return typeRank.geoPoint;
  return typeRank.bytes;
}

export function isMap(value: Value | undefined): value is MapValue {
  return value instanceof Map;
}

/** `Array.isArray` does not narrow readonly arrays. */
export function isArray(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isNumber(value: Value | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isNaNValue(value: Value | undefined): boolean {
  return typeof value === 'number' && Number.isNaN(value);
}

/** A vector travels as a map with a reserved key. */
export function isVector(value: MapValue): boolean {
  return value.get('__type__') === '__vector__';
}

/** The elements of a vector; empty when it is malformed. */
export function vectorElements(vector: MapValue): readonly Value[] {
  const elements = vector.get('value');
  return isArray(elements) ? elements : [];
}
