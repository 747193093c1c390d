import { parseReference } from '../../model/resource-name.ts';
import { GeoPoint, Reference, Timestamp, type Value } from '../../model/value.ts';
import { isArray, isMap } from '../../model/value-type.ts';
import { type Json, JsonDouble } from '../json/json.ts';
import { bool, bytes, parseDouble, parseInt64, string } from './scalars.ts';
import { timestamp } from './timestamp.ts';
import { badPayload } from './type.ts';

/** As in protobuf; deeper JSON could exhaust the stack. */
const maxDepth = 100;

/** Reads ProtoJSON's `{"stringValue": …}`; snake_case is accepted as well. */
export function valueFromJson(json: unknown): Value {
  return readValue(json, 0);
}

function readValue(json: unknown, depth: number): Value {
  if (!isObject(json) || depth > maxDepth) throw badPayload();
  const entries = Object.entries(json);
  const [first] = entries;
  if (entries.length !== 1 || !first) throw badPayload();
  const parse = parsers.get(first[0]);
  if (!parse) throw badPayload();
  return parse(first[1], depth + 1);
}

/** Reads `{"name": Value, …}`. */
export function fieldsFromJson(json: unknown, depth = 0): ReadonlyMap<string, Value> {
  if (json === undefined || json === null) return new Map();
  if (json instanceof Map) return json as ReadonlyMap<string, Value>; // read already: see parseJson
  if (!isObject(json)) throw badPayload();
  return new Map(Object.entries(json).map(([key, content]) => [key.toWellFormed(), readValue(content, depth)]));
}

export function fieldsToJson(fields: ReadonlyMap<string, Value>): Json {
  const json: Record<string, Json> = isPlain(fields) ? {} : Object.create(null);
  for (const [key, content] of fields) json[key] = valueToJson(content);
  return json;
}

/** Maps above this size seldom have their names in common. */
const largestPlain = 16;

/**
 * Plain objects are written a third faster than those without a prototype, as long as most have the same names: V8 makes a hidden
 * class for each combination of them, which takes two to four times as long. And they cannot have a field `__proto__`.
 */
function isPlain(fields: ReadonlyMap<string, Value>): boolean {
  return fields.size <= largestPlain && !fields.has('__proto__');
}

export function valueToJson(content: Value): Json {
  switch (typeof content) {
    case 'string':
      return { stringValue: content };
    case 'bigint':
      return { integerValue: content.toString() };
    case 'number':
      return { doubleValue: new JsonDouble(content) };
    case 'boolean':
      return { booleanValue: content };
  }
  if (content === null) return { nullValue: null };
  if (isMap(content)) return { mapValue: content.size === 0 ? {} : { fields: fieldsToJson(content) } };
  if (isArray(content)) return { arrayValue: content.length === 0 ? {} : { values: content.map(valueToJson) } };
  if (content instanceof Timestamp) return { timestampValue: timestamp.toJson(content) };
  if (content instanceof Reference) return { referenceValue: content.name };
  if (content instanceof Uint8Array) return { bytesValue: bytes.toJson(content) };
  if (content instanceof GeoPoint)
    return { geoPointValue: { latitude: new JsonDouble(content.latitude), longitude: new JsonDouble(content.longitude) } };
  throw new TypeError('A value of no known type reached the wire.');
}

export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const parsers = new Map<string, (json: unknown, depth: number) => Value>(
  Object.entries({
    nullValue: (json: unknown) => {
      if (json !== null && json !== 'NULL_VALUE' && json !== 0) throw badPayload();
      return null;
    },
    booleanValue: bool.fromJson,
    integerValue: parseInt64,
    doubleValue: parseDouble,
    timestampValue: timestamp.fromJson,
    stringValue: string.fromJson,
    bytesValue: bytes.fromJson,
    referenceValue: (json: unknown) => parseReference(string.fromJson(json)),
    geoPointValue: geoPointFromJson,
    arrayValue: arrayFromJson,
    mapValue: (json: unknown, depth: number) => {
      if (!isObject(json) || !onlyHas(json, 'fields')) throw badPayload();
      return fieldsFromJson(json.fields, depth);
    },
  } satisfies Record<string, (json: unknown, depth: number) => Value>).flatMap(
    ([name, parse]): [string, (json: unknown, depth: number) => Value][] => [
      [name, parse],
      [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), parse],
    ],
  ),
);

function arrayFromJson(json: unknown, depth: number): Value {
  if (!isObject(json) || !onlyHas(json, 'values')) throw badPayload();
  const values = json.values ?? [];
  if (!Array.isArray(values)) throw badPayload();
  return values.map((item) => readValue(item, depth));
}

function geoPointFromJson(json: unknown): GeoPoint {
  if (!isObject(json) || !onlyHas(json, 'latitude', 'longitude')) throw badPayload();
  return new GeoPoint(parseDouble(json.latitude ?? 0), parseDouble(json.longitude ?? 0));
}

function onlyHas(json: object, ...allowed: readonly string[]): boolean {
  return Object.keys(json).every((key) => allowed.includes(key));
}
