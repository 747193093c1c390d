import type { Json } from '../json/json.ts';
import { badPayload, type Type } from './type.ts';

const noBytes = new Uint8Array(0);

export const string: Type<string> = {
  wire: 2,
  zero: '',
  read: (reader) => reader.string(),
  write: (writer, value) => writer.string(value),
  fromJson: (json) => {
    if (typeof json !== 'string') throw badPayload();
    // Half a surrogate pair has no UTF-8, so neither the log nor another client could hold it.
    return json.toWellFormed();
  },
  toJson: (value) => value,
};

export const bytes: Type<Uint8Array> = {
  wire: 2,
  zero: noBytes,
  read: (reader) => reader.bytes(),
  write: (writer, value) => writer.bytes(value),
  fromJson: (json) => {
    if (typeof json !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(json)) throw badPayload();
    return new Uint8Array(Buffer.from(json, 'base64'));
  },
  toJson: (value) => Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64'),
};

export const bool: Type<boolean> = {
  wire: 0,
  zero: false,
  read: (reader) => reader.bool(),
  write: (writer, value) => writer.byte(value ? 1 : 0),
  fromJson: (json) => {
    if (json === true || json === 'true') return true;
    if (json === false || json === 'false') return false;
    throw badPayload();
  },
  toJson: (value) => value,
};

export const int32: Type<number> & { readonly zero: number } = {
  wire: 0,
  zero: 0,
  read: (reader) => reader.int32(),
  write: (writer, value) => writer.int32(value),
  fromJson: (json) => {
    const value = typeof json === 'string' && json !== '' ? Number(json) : json;
    if (typeof value !== 'number' || !Number.isInteger(value) || value !== (value | 0)) throw badPayload();
    return value;
  },
  toJson: (value) => value,
};

export const int64: Type<bigint> & { readonly zero: bigint } = {
  wire: 0,
  zero: 0n,
  read: (reader) => reader.int64(),
  write: (writer, value) => writer.int64(value),
  fromJson: parseInt64,
  toJson: (value) => value.toString(),
};

/** An enum as the name of its value. A number this server does not know becomes that number's text. */
export function enumOf<const Name extends string>(numbers: Readonly<Record<Name, number>>): Type<Name | ''> {
  const byNumber = new Map(Object.entries<number>(numbers).map(([name, number]) => [number, name as Name]));
  const byName = new Map(Object.entries<number>(numbers));
  return {
    wire: 0,
    zero: '',
    read: (reader) => byNumber.get(reader.int32()) ?? '',
    write: (writer, value) => writer.int32(byName.get(value) ?? 0),
    fromJson: (json) => {
      if (typeof json === 'number') return byNumber.get(json) ?? '';
      if (typeof json !== 'string') throw badPayload();
      if (byName.has(json)) return json as Name;
      if (/^\d{1,9}$/.test(json)) return byNumber.get(Number(json)) ?? '';
      if (json.endsWith('_UNSPECIFIED')) return '';
      throw badPayload();
    },
    toJson: (value) => value,
  };
}

/** google.protobuf.Int32Value and its kin: a message with one field on the wire, a bare value in JSON. */
export function wrapped<T>(inner: Type<T> & { readonly zero: T }): Type<T> {
  return {
    wire: 2,
    read: (reader) =>
      reader.nested(() => {
        let value = inner.zero;
        while (reader.more()) {
          const tag = reader.uint32();
          if (tag === ((1 << 3) | inner.wire)) value = inner.read(reader);
          else reader.skip(tag & 7);
        }
        return value;
      }),
    write: (writer, value) => {
      const start = writer.open();
      if (value !== inner.zero) {
        writer.uint32((1 << 3) | inner.wire);
        inner.write(writer, value);
      }
      writer.close(start);
    },
    fromJson: (json) => inner.fromJson(json),
    toJson: (value): Json => inner.toJson(value),
  };
}

/** A JSON number or decimal text within int64, or 400. */
export function parseInt64(json: unknown): bigint {
  if (typeof json === 'number' && Number.isInteger(json)) return inRange(BigInt(json));
  if (typeof json === 'string' && /^-?\d{1,20}$/.test(json)) return inRange(BigInt(json));
  throw badPayload();
}

/** A JSON number, its decimal text, or one of the names that JSON lacks. */
export function parseDouble(json: unknown): number {
  if (typeof json === 'number') return json;
  if (json === 'NaN') return Number.NaN;
  if (json === 'Infinity') return Number.POSITIVE_INFINITY;
  if (json === '-Infinity') return Number.NEGATIVE_INFINITY;
  if (typeof json === 'string' && /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(json)) return Number(json);
  throw badPayload();
}

function inRange(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw badPayload();
  return value;
}
