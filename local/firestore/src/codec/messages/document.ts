import type { MapValue, Timestamp, Value } from '../../model/value.ts';
import type { Json } from '../json/json.ts';
import { message, messageOf, type MessageType, repeated, scalar } from '../proto/message.ts';
import type { ProtoReader } from '../proto/reader.ts';
import { string } from '../proto/scalars.ts';
import { timestamp } from '../proto/timestamp.ts';
import { badPayload, type Type } from '../proto/type.ts';
import { readEntry, value, writeEntries } from '../proto/value.ts';
import { fieldsFromJson, fieldsToJson, isObject } from '../proto/value-json.ts';
import type { ProtoWriter } from '../proto/writer.ts';

/** google.firestore.v1.Document with its full name. */
export interface WireDocument {
  readonly name: string;
  readonly fields: MapValue;
  readonly createTime?: Timestamp;
  readonly updateTime?: Timestamp;
}

/** Written by hand, not from a table: nearly all bytes on the wire are documents. */
export const document: MessageType<WireDocument> = messageOf({ readBody, writeBody, fromJson, toJson });

/** google.firestore.v1.AggregationResult: alias to value. */
export const aggregationResult: Type<MapValue> = {
  wire: 2,
  read: (reader) =>
    reader.nested(() => {
      const fields = new Map<string, Value>();
      while (reader.more()) {
        const tag = reader.uint32();
        if (tag === 18) readEntry(reader, fields);
        else reader.skip(tag & 7);
      }
      return fields;
    }),
  write: (writer, fields) => {
    const start = writer.open();
    writeEntries(writer, 18, fields);
    writer.close(start);
  },
  fromJson: (json) => {
    if (!isObject(json)) throw badPayload();
    return fieldsFromJson(json.aggregateFields);
  },
  toJson: (fields) => ({ aggregateFields: fieldsToJson(fields) }),
};

export const documentMask = message({ fieldPaths: repeated(1, string) });
export const arrayValue = message({ values: repeated(1, value) });
const label = message({ key: scalar(1, string), value: scalar(2, string) });
/** `labels`, taken and ignored: a repeated entry on the wire, one object in JSON. */
export const labels: Type<true> = {
  wire: 2,
  read: (reader) => {
    label.read(reader);
    return true;
  },
  write: (writer) => label.write(writer, { key: '', value: '' }),
  fromJson: (json) => {
    if (!isObject(json)) throw badPayload();
    return true;
  },
  toJson: () => ({}),
};

function readBody(reader: ProtoReader): WireDocument {
  let name = '';
  const fields = new Map<string, Value>();
  let createTime: Timestamp | undefined;
  let updateTime: Timestamp | undefined;
  while (reader.more()) {
    const tag = reader.uint32();
    if (tag === 10) name = reader.string();
    else if (tag === 18) readEntry(reader, fields);
    else if (tag === 26) createTime = timestamp.read(reader);
    else if (tag === 34) updateTime = timestamp.read(reader);
    else reader.skip(tag & 7);
  }
  return { name, fields, createTime, updateTime };
}

function writeBody(writer: ProtoWriter, content: WireDocument): void {
  writer.byte(10);
  writer.string(content.name);
  writeEntries(writer, 18, content.fields);
  if (content.createTime) {
    writer.byte(26);
    timestamp.write(writer, content.createTime);
  }
  if (content.updateTime) {
    writer.byte(34);
    timestamp.write(writer, content.updateTime);
  }
}

const jsonKeys = new Set(['name', 'fields', 'createTime', 'updateTime', 'create_time', 'update_time']);

function fromJson(json: unknown): WireDocument {
  if (!isObject(json) || Object.keys(json).some((key) => !jsonKeys.has(key))) throw badPayload();
  return { name: string.fromJson(json.name ?? ''), fields: fieldsFromJson(json.fields) };
}

function toJson(content: WireDocument): Json {
  const json: Record<string, Json> = { name: content.name };
  if (content.fields.size > 0) json.fields = fieldsToJson(content.fields);
  if (content.createTime) json.createTime = timestamp.toJson(content.createTime);
  if (content.updateTime) json.updateTime = timestamp.toJson(content.updateTime);
  return json;
}
