import { RpcError } from '../../model/rpc-error.ts';
import { fieldName } from '../../model/field-name.ts';
import { parseReference } from '../../model/resource-name.ts';
import { GeoPoint, type MapValue, Reference, Timestamp, type Value } from '../../model/value.ts';
import { isArray, isMap } from '../../model/value-type.ts';
import type { ProtoReader } from './reader.ts';
import { timestamp } from './timestamp.ts';
import type { Type } from './type.ts';
import { valueFromJson, valueToJson } from './value-json.ts';
import type { ProtoWriter } from './writer.ts';

/** google.firestore.v1.Value, straight from and to the model. */
export const value: Type<Value> = {
  wire: 2,
  read: (reader) => reader.nested(() => readBody(reader)),
  write: writeValue,
  fromJson: valueFromJson,
  toJson: valueToJson,
};

/** Reads one `map<string, Value>` entry (with its length) into `into`. */
export function readEntry(reader: ProtoReader, into: Map<string, Value>): void {
  reader.nested(() => {
    let key = '';
    let content: Value | undefined;
    while (reader.more()) {
      const tag = reader.uint32();
      if (tag === 10) key = fieldName(reader.string());
      else if (tag === 18) content = value.read(reader);
      else reader.skip(tag & 7);
    }
    if (content === undefined) throw untyped();
    into.set(key, content);
  });
}

/** Writes every field of a map as entries with tag `tag`. */
export function writeEntries(writer: ProtoWriter, tag: number, fields: MapValue): void {
  for (const [key, content] of fields) {
    writer.byte(tag);
    const start = writer.open();
    writer.byte(10);
    writer.string(key);
    writer.byte(18);
    writeValue(writer, content);
    writer.close(start);
  }
}

function readBody(reader: ProtoReader): Value {
  let result: Value | undefined;
  while (reader.more()) {
    const tag = reader.uint32();
    switch (tag) {
      case 138:
        result = reader.string();
        break;
      case 16:
        result = reader.int64();
        break;
      case 25:
        result = reader.double();
        break;
      case 8:
        result = reader.bool();
        break;
      case 88:
        reader.int32();
        result = null;
        break;
      case 82:
        result = timestamp.read(reader);
        break;
      case 50:
        result = readMap(reader);
        break;
      case 74:
        result = readArray(reader);
        break;
      case 146:
        result = reader.bytes();
        break;
      case 42:
        result = parseReference(reader.string());
        break;
      case 66:
        result = readGeoPoint(reader);
        break;
      default:
        reader.skip(tag & 7);
    }
  }
  if (result === undefined) throw untyped();
  return result;
}

function readMap(reader: ProtoReader): MapValue {
  return reader.nested(() => {
    const fields = new Map<string, Value>();
    while (reader.more()) {
      const tag = reader.uint32();
      if (tag === 10) readEntry(reader, fields);
      else reader.skip(tag & 7);
    }
    return fields;
  });
}

function readArray(reader: ProtoReader): Value[] {
  return reader.nested(() => {
    const values: Value[] = [];
    while (reader.more()) {
      const tag = reader.uint32();
      if (tag === 10) values.push(value.read(reader));
      else reader.skip(tag & 7);
    }
    return values;
  });
}

function readGeoPoint(reader: ProtoReader): GeoPoint {
  return reader.nested(() => {
    let latitude = 0;
    let longitude = 0;
    while (reader.more()) {
      const tag = reader.uint32();
      if (tag === 9) latitude = reader.double();
      else if (tag === 17) longitude = reader.double();
      else reader.skip(tag & 7);
    }
    return new GeoPoint(latitude, longitude);
  });
}

function writeValue(writer: ProtoWriter, content: Value): void {
  const start = writer.open();
  writeBody(writer, content);
  writer.close(start);
}

function writeBody(writer: ProtoWriter, content: Value): void {
  switch (typeof content) {
    case 'string':
      writer.uint32(138);
      writer.string(content);
      return;
    case 'bigint':
      writer.byte(16);
      writer.int64(content);
      return;
    case 'number':
      writer.byte(25);
      writer.double(content);
      return;
    case 'boolean':
      writer.byte(8);
      writer.byte(content ? 1 : 0);
      return;
  }
  if (content === null) {
    writer.byte(88);
    writer.byte(0);
  } else if (isMap(content)) {
    writer.byte(50);
    const start = writer.open();
    writeEntries(writer, 10, content);
    writer.close(start);
  } else if (isArray(content)) {
    writer.byte(74);
    const start = writer.open();
    for (const item of content) {
      writer.byte(10);
      writeValue(writer, item);
    }
    writer.close(start);
  } else if (content instanceof Timestamp) {
    writer.byte(82);
    timestamp.write(writer, content);
  } else if (content instanceof Reference) {
    writer.byte(42);
    writer.string(content.name);
  } else if (content instanceof Uint8Array) {
    writer.uint32(146);
    writer.bytes(content);
  } else if (content instanceof GeoPoint) writeGeoPoint(writer, content);
}

function writeGeoPoint(writer: ProtoWriter, point: GeoPoint): void {
  writer.byte(66);
  const start = writer.open();
  writer.byte(9);
  writer.double(point.latitude);
  writer.byte(17);
  writer.double(point.longitude);
  writer.close(start);
}

function untyped(): RpcError {
  return new RpcError('INVALID_ARGUMENT', 'A value carries none of the types a Firestore value can have.');
}
