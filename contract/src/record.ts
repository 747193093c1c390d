import type { Json } from './values/json.ts';

/*
 * A record as people and apps see it, and the codec between it and its Firestore document.
 * The codec lives here because the server writes documents and browsers (console, LiveSync) read them directly.
 */

/** `{id, …fields, createdAt, updatedAt}`; with soft delete also `is_deleted` and `deletedAt`; times are ISO 8601 UTC with milliseconds. */
export type DataRecord = { id: string; createdAt: string; updatedAt: string } & { [field: string]: Json | undefined };

/** Set by the server; ignored in a body. */
export const systemFields = ['id', 'createdAt', 'updatedAt', 'is_deleted', 'deletedAt', 'file_metadata'] as const;

/**
 * Fields of an answer that only the server sets. A form may send back what it has read: these are ignored there, while any other
 * field that a call does not know is refused by its name.
 */
export const echoedFields: readonly string[] = ['id', 'userId', 'user', 'projectId', 'createdAt', 'updatedAt'];

/** @returns whether no field of a record may have the name: JavaScript and Firestore keep it for themselves */
export function isReservedField(name: string): boolean {
  return name === 'constructor' || name === 'prototype' || /^__.*__$/s.test(name);
}

/** Fields that the console's edit form hides besides the system fields: passwords and ids (see `looksLikeId`). */
export function isEditableField(name: string): boolean {
  return name !== 'password' && !(systemFields as readonly string[]).includes(name) && !looksLikeId(name);
}

/** Word-boundary rule: `id`, `…Id`, `…_id`, `…ID`; not `paid`, `video`, `valid`. */
export function looksLikeId(name: string): boolean {
  return name === 'id' || name === 'ID' || /(?:_id|[a-z0-9]Id|[a-z0-9]ID|_ID)$/.test(name);
}

/** The id first, then columns that end in id, then the others in their given order. */
export function orderColumns(names: readonly string[]): string[] {
  const rest = names.filter((n) => n !== 'id');
  return ['id', ...rest.filter(looksLikeId), ...rest.filter((n) => !looksLikeId(n))];
}

/** Holds what Firestore refuses (arrays in arrays, reserved names, depth) as JSON text under this key. */
const jsonKey = '\u0001json';
/** Firestore allows 20 levels below the document; `data` itself is one. */
const nativeDepth = 18;

/** @param fields a record's own fields @returns the value of the document's `data` map */
export function encodeFields(fields: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encodeValue(value, 1)]));
}

/** The inverse of `encodeFields`. */
export function decodeFields(data: Record<string, unknown>): Record<string, Json> {
  const fields: Record<string, Json> = {};
  // A plain loop, since every record of every list comes by here; Firestore has no field of the name __proto__.
  for (const name in data) fields[name] = decodeValue(data[name]);
  return fields;
}

function encodeValue(value: Json, depth: number, inArray = false): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > nativeDepth) return { [jsonKey]: JSON.stringify(value) };
  if (Array.isArray(value)) return inArray ? { [jsonKey]: JSON.stringify(value) } : value.map((v) => encodeValue(v, depth + 1, true));
  if (Object.keys(value).some((k) => k === jsonKey || k === '' || /^__.*__$/s.test(k))) return { [jsonKey]: JSON.stringify(value) };
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, encodeValue(v, depth + 1)]));
}

function decodeValue(value: unknown): Json {
  if (Array.isArray(value)) return value.map(decodeValue);
  if (typeof value !== 'object' || value === null) return value as Json; // the codec wrote only JSON scalars
  const map = value as Record<string, unknown>;
  const text = map[jsonKey];
  if (typeof text === 'string') return JSON.parse(text) as Json;
  return decodeFields(map);
}
