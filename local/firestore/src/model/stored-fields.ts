import { RpcError } from './rpc-error.ts';
import { documentSize } from './size.ts';
import { utf8Length } from './string-order.ts';
import { GeoPoint, type MapValue, Timestamp, type Value } from './value.ts';
import { isArray, isMap } from './value-type.ts';

const maxValueBytes = 1_048_487;
const maxNameBytes = 1500;
const maxDepth = 20;
const maxDocumentBytes = 1_048_576;
const maxVectorDimension = 2048;
const minSeconds = -62_135_596_800;
const maxSeconds = 253_402_300_799;

/**
 * Checks the fields of a write and cuts its timestamps to microseconds, as production stores them.
 * @returns the same map when nothing had to be cut
 * @throws RpcError INVALID_ARGUMENT naming the property and the limit
 */
export function storedFields(fields: MapValue): MapValue {
  for (const name of fields.keys()) {
    if (isReserved(name)) throw invalid(`field name ${name} is reserved`);
  }
  return storedMap(fields, '', 0);
}

/** One value of a transform or a field; `path` is for messages. */
export function storedValue(value: Value, path: string, depth = 1): Value {
  if (typeof value === 'string') {
    if (value.length * 3 > maxValueBytes && utf8Length(value) > maxValueBytes) throw tooLong(path);
    return value;
  }
  if (value instanceof Uint8Array) {
    if (value.length > maxValueBytes) throw tooLong(path);
    return value;
  }
  if (value instanceof Timestamp) return microseconds(value, path);
  if (value instanceof GeoPoint) return checkedGeoPoint(value);
  if (isArray(value)) return storedArray(value, path, depth);
  if (!isMap(value)) return value;
  if (value.has('__type__')) return checkedVector(value, path);
  return storedMap(value, path, depth);
}

/** @throws RpcError when a document would be larger than 1 MiB */
export function checkDocumentSize(path: string, fields: MapValue): void {
  const size = documentSize(path, fields);
  if (size <= maxDocumentBytes) return;
  throw invalid(
    `Document "${path}" cannot be written because its size (${size} bytes) is too big: maximum entity size is ${maxDocumentBytes} bytes`,
  );
}

/** Names that begin and end with two underscores. */
export function isReserved(name: string): boolean {
  return name.length >= 4 && name.startsWith('__') && name.endsWith('__');
}

/** Cuts to microseconds. */
export function microseconds(time: Timestamp, path = 'timestamp'): Timestamp {
  if (time.seconds < minSeconds || time.seconds > maxSeconds) {
    throw invalid(`The value of property "${path}" is outside of the range 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999999Z.`);
  }
  const rest = time.nanos % 1000;
  return rest === 0 ? time : new Timestamp(time.seconds, time.nanos - rest);
}

function storedMap(fields: MapValue, path: string, depth: number): MapValue {
  if (depth > maxDepth) throw invalid(`Property ${path.split('.')[0] ?? ''} contains an invalid nested entity.`);
  let copy: Map<string, Value> | undefined;
  for (const [name, value] of fields) {
    if (name === '') throw invalid('field name is empty');
    const inner = path === '' ? name : `${path}.${name}`;
    if (depth > 0 && isReserved(name)) throw invalid(`field name '${name}' is reserved.`);
    if (inner.length * 3 > maxNameBytes && utf8Length(inner) > maxNameBytes)
      throw invalid(`The property.name is longer than ${maxNameBytes} bytes.`);
    const stored = storedValue(value, inner, depth + 1);
    if (stored !== value) (copy ??= new Map(fields)).set(name, stored);
  }
  return copy ?? fields;
}

function storedArray(elements: readonly Value[], path: string, depth: number): readonly Value[] {
  if (depth > maxDepth) throw invalid(`Property ${path.split('.')[0] ?? ''} contains an invalid nested entity.`);
  let changed = false;
  const stored = elements.map((element) => {
    if (isArray(element)) throw invalid('Nested arrays are not allowed');
    const value = storedValue(element, `${path}.array`, depth + 1);
    changed ||= value !== element;
    return value;
  });
  return changed ? stored : elements;
}

function checkedGeoPoint(point: GeoPoint): GeoPoint {
  if (!(point.latitude >= -90 && point.latitude <= 90)) throw invalid('latitude must be between -90 and 90 degrees.');
  if (!(point.longitude >= -180 && point.longitude <= 180)) throw invalid('longitude must be between -180 and 180 degrees.');
  return point;
}

function checkedVector(map: MapValue, path: string): MapValue {
  const type = map.get('__type__');
  if (type !== '__vector__') throw invalid(`field name '__type__' is reserved.`);
  const elements = map.get('value');
  if (map.size !== 2 || !isArray(elements))
    throw invalid(`Property ${path} is not a valid vector: it needs an array "value" and nothing else.`);
  if (elements.length === 0) throw invalid('Cannot have a zero length vector.');
  if (elements.length > maxVectorDimension) throw invalid(`Cannot have a vector with more than ${maxVectorDimension} dimensions.`);
  for (const element of elements) {
    if (typeof element !== 'number') throw invalid('All vector elements must be doubles.');
    if (Number.isNaN(element)) throw invalid('Vector elements cannot be NaN.');
  }
  return map;
}

function tooLong(path: string): RpcError {
  return invalid(`The value of property "${path}" is longer than ${maxValueBytes} bytes.`);
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message);
}
