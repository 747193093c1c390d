import { fieldName } from '../../model/field-name.ts';
import { GeoPoint, type MapValue, Reference, Timestamp, type Value } from '../../model/value.ts';
import { isArray, isMap } from '../../model/value-type.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/** Written into files: numbers never change their meaning. */
const tag = {
  null: 0,
  false: 1,
  true: 2,
  integer: 3,
  double: 4,
  timestamp: 5,
  string: 6,
  bytes: 7,
  reference: 8,
  geoPoint: 9,
  array: 10,
  map: 11,
} as const;

function writeValue(out: ByteWriter, value: Value): void {
  if (typeof value === 'string') return writeText(out, tag.string, value);
  if (value === null) return out.byte(tag.null);
  if (typeof value === 'boolean') return out.byte(value ? tag.true : tag.false);
  if (typeof value === 'bigint') {
    out.byte(tag.integer);
    return out.int64(value);
  }
  if (typeof value === 'number') return writeDoubles(out, tag.double, [value]);
  if (isMap(value)) {
    out.byte(tag.map);
    return writeFields(out, value);
  }
  if (isArray(value)) {
    out.byte(tag.array);
    out.varint(value.length);
    for (const element of value) writeValue(out, element);
    return;
  }
  if (value instanceof Timestamp) return writeDoubles(out, tag.timestamp, [value.seconds, value.nanos]);
  if (value instanceof Reference) return writeText(out, tag.reference, value.name);
  if (value instanceof GeoPoint) return writeDoubles(out, tag.geoPoint, [value.latitude, value.longitude]);
  out.byte(tag.bytes);
  out.bytes(value);
}

export function writeFields(out: ByteWriter, fields: MapValue): void {
  out.varint(fields.size);
  for (const [name, value] of fields) {
    out.string(name);
    writeValue(out, value);
  }
}

/** @throws RangeError for bytes that `writeValue` never wrote */
function readValue(input: ByteReader): Value {
  const kind = input.byte();
  switch (kind) {
    case tag.null:
      return null;
    case tag.false:
      return false;
    case tag.true:
      return true;
    case tag.integer:
      return input.int64();
    case tag.double:
      return input.double();
    case tag.timestamp:
      return new Timestamp(input.double(), input.double());
    case tag.string:
      return input.string();
    case tag.bytes:
      return input.bytes();
    case tag.reference:
      return new Reference(input.string());
    case tag.geoPoint:
      return new GeoPoint(input.double(), input.double());
    case tag.array:
      return Array.from({ length: input.varint() }, () => readValue(input));
    case tag.map:
      return readFields(input);
    default:
      throw new RangeError(`Unknown value tag ${kind}.`);
  }
}

export function readFields(input: ByteReader): MapValue {
  const fields = new Map<string, Value>();
  for (let count = input.varint(); count > 0; count--) fields.set(fieldName(input.string()), readValue(input));
  return fields;
}

function writeText(out: ByteWriter, kind: number, text: string): void {
  out.byte(kind);
  out.string(text);
}

function writeDoubles(out: ByteWriter, kind: number, numbers: readonly number[]): void {
  out.byte(kind);
  for (const number of numbers) out.double(number);
}
