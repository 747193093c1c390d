import type { Json } from '../json/json.ts';
import { ProtoReader } from './reader.ts';
import { badPayload, type Type } from './type.ts';
import { isObject } from './value-json.ts';
import { ProtoWriter } from './writer.ts';

type Shape = 'single' | 'optional' | 'repeated';

interface FieldSpec {
  readonly number: number;
  // The table holds fields of every type; `Field` remembers which for whoever declared it.
  readonly type: Type<unknown>;
  readonly shape: Shape;
}

/** One field of a message: its number, its type, and how many there may be. `Out` is what a decoded message holds. */
export interface Field<Out> extends FieldSpec {
  readonly out?: () => Out;
}

type Fields = Readonly<Record<string, FieldSpec>>;
type Out<F> = F extends { readonly out?: () => infer O } ? O : never;

/** The decoded form of a message with these fields. */
export type Message<F> = {
  readonly [K in keyof F as undefined extends Out<F[K]> ? never : K]: Out<F[K]>;
} & { readonly [K in keyof F as undefined extends Out<F[K]> ? K : never]?: Out<F[K]> };

export interface MessageType<T> extends Type<T> {
  /** Throws INVALID_ARGUMENT for bytes that are no such message. */
  decode(bytes: Buffer): T;
  encode(message: T): Buffer;
  writeBody(writer: ProtoWriter, message: T): void;
}

/** The decoded form of a message type. */
export type Decoded<M> = M extends MessageType<infer T> ? T : never;

/** A field that is there only when it was sent: messages, and members of a oneof. */
export function optional<T>(number: number, type: Type<T>): Field<T | undefined> {
  return { number, type: erased(type), shape: 'optional' };
}

/** A proto3 scalar: its zero when absent, and left out when zero. */
export function scalar<T>(number: number, type: Type<T>): Field<T> {
  return { number, type: erased(type), shape: 'single' };
}

export function repeated<T>(number: number, type: Type<T>): Field<readonly T[]> {
  return { number, type: erased(type), shape: 'repeated' };
}

/** For answers: the field may be left out when writing. */
export function maybe<T>(field: Field<T>): Field<T | undefined> {
  return { number: field.number, type: field.type, shape: field.shape };
}

/** Builds both codecs of a message from one table of its fields, named as in JSON. */
export function message<const F extends Fields>(fields: F): MessageType<Message<F>> {
  // The mapped type above says what the table holds; inside, a message is a plain record.
  return buildMessage(fields) as unknown as MessageType<Message<F>>;
}

type PlainMessage = Record<string, unknown>;

function buildMessage(fields: Fields): MessageType<PlainMessage> {
  const table = Object.entries(fields).map(([name, field]) => ({ name, ...field, tag: (field.number << 3) | field.type.wire }));
  const byNumber: (typeof table)[number][] = [];
  for (const field of table) byNumber[field.number] = field;
  const byJsonName = new Map(table.flatMap((field) => [[field.name, field] as const, [snakeCase(field.name), field] as const]));
  const repeatedNames = table.filter((field) => field.shape === 'repeated').map((field) => field.name);
  const blank: PlainMessage = Object.fromEntries(
    table.map((field) => [field.name, field.shape === 'single' ? field.type.zero : undefined]),
  );

  const make = (): PlainMessage => {
    const made = { ...blank };
    for (const name of repeatedNames) made[name] = [];
    return made;
  };

  const readBody = (reader: ProtoReader): PlainMessage => {
    const made = make();
    while (reader.more()) {
      const tag = reader.uint32();
      const field = byNumber[tag >>> 3];
      const wire = tag & 7;
      if (!field || (wire !== field.type.wire && !(field.shape === 'repeated' && wire === 2))) reader.skip(wire);
      else if (field.shape !== 'repeated') made[field.name] = field.type.read(reader);
      else if (wire === field.type.wire) (made[field.name] as unknown[]).push(field.type.read(reader));
      else reader.nested(() => readPacked(reader, field.type, made[field.name] as unknown[]));
    }
    return made;
  };

  const writeBody = (writer: ProtoWriter, content: PlainMessage): void => {
    for (const { name, shape, tag, type } of table) {
      const part = content[name];
      if (part === undefined || (shape === 'single' && isZero(part, type))) continue;
      if (shape === 'repeated') {
        for (const item of part as readonly unknown[]) {
          writer.uint32(tag);
          type.write(writer, item);
        }
        continue;
      }
      writer.uint32(tag);
      type.write(writer, part);
    }
  };

  const fromJson = (json: unknown): PlainMessage => {
    if (!isObject(json)) throw badPayload();
    const made = make();
    for (const [key, part] of Object.entries(json)) {
      const field = byJsonName.get(key);
      if (!field) throw badPayload();
      if (part === null) continue;
      if (field.shape !== 'repeated') made[field.name] = field.type.fromJson(part);
      else if (Array.isArray(part)) made[field.name] = part.map((item) => field.type.fromJson(item));
      else throw badPayload();
    }
    return made;
  };

  const toJson = (content: PlainMessage): Json => {
    const json: Record<string, Json> = {};
    for (const { name, shape, type } of table) {
      const part = content[name];
      if (part === undefined) continue;
      if (shape === 'repeated') {
        const items = part as readonly unknown[];
        if (items.length > 0) json[name] = items.map((item) => type.toJson(item));
      } else if (shape === 'optional' || !isZero(part, type)) json[name] = type.toJson(part);
    }
    return json;
  };

  return messageOf({ readBody, writeBody, fromJson, toJson });
}

/** Completes the codec of a message from its four essential parts. */
export function messageOf<T>(parts: {
  readonly readBody: (reader: ProtoReader) => T;
  readonly writeBody: (writer: ProtoWriter, content: T) => void;
  readonly fromJson: (json: unknown) => T;
  readonly toJson: (content: T) => Json;
}): MessageType<T> {
  const { readBody, writeBody } = parts;
  return {
    ...parts,
    wire: 2,
    read: (reader) => reader.nested(() => readBody(reader)),
    write: (writer, content) => {
      const start = writer.open();
      writeBody(writer, content);
      writer.close(start);
    },
    decode: (bytes) => readBody(new ProtoReader(bytes)),
    encode: (content) => {
      const writer = new ProtoWriter();
      writeBody(writer, content);
      return writer.finish();
    },
  };
}

function readPacked(reader: ProtoReader, type: Type<unknown>, into: unknown[]): void {
  while (reader.more()) into.push(type.read(reader));
}

function isZero(part: unknown, type: Type<unknown>): boolean {
  return part === type.zero || (part instanceof Uint8Array && part.length === 0);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function erased<T>(type: Type<T>): Type<unknown> {
  // The message table reads what it stored under the same field, so the type is right by construction.
  return type as unknown as Type<unknown>;
}
