import { Timestamp } from '../../model/value.ts';
import type { ProtoReader } from './reader.ts';
import { badPayload, type Type } from './type.ts';
import type { ProtoWriter } from './writer.ts';

const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** google.protobuf.Timestamp; RFC 3339 in JSON. */
export const timestamp: Type<Timestamp> = {
  wire: 2,
  read: (reader) => reader.nested(() => readBody(reader)),
  write,
  fromJson: (json) => {
    if (typeof json !== 'string') throw badPayload();
    return parse(json);
  },
  toJson: formatTimestamp,
};

/** RFC 3339 in UTC with 0, 3, 6 or 9 fractional digits. */
export function formatTimestamp(value: Timestamp): string {
  const base = secondsText(value.seconds);
  if (value.nanos === 0) return `${base}Z`;
  const digits = String(value.nanos).padStart(9, '0');
  if (digits.endsWith('000000')) return `${base}.${digits.slice(0, 3)}Z`;
  return digits.endsWith('000') ? `${base}.${digits.slice(0, 6)}Z` : `${base}.${digits}Z`;
}

/** Times of documents share most of their seconds. */
const known = new Map<number, string>();

function secondsText(seconds: number): string {
  let text = known.get(seconds);
  if (text === undefined) {
    text = new Date(seconds * 1000).toISOString().slice(0, 19);
    if (known.size >= 5000) known.clear();
    known.set(seconds, text);
  }
  return text;
}

function readBody(reader: ProtoReader): Timestamp {
  let seconds = 0;
  let nanos = 0;
  while (reader.more()) {
    const tag = reader.uint32();
    if (tag === 8) seconds = reader.int53();
    else if (tag === 16) nanos = reader.int32();
    else reader.skip(tag & 7);
  }
  return checked(seconds, nanos);
}

function write(writer: ProtoWriter, value: Timestamp): void {
  const start = writer.open();
  if (value.seconds !== 0) {
    writer.byte(8);
    writer.int53(value.seconds);
  }
  if (value.nanos !== 0) {
    writer.byte(16);
    writer.int32(value.nanos);
  }
  writer.close(start);
}

function parse(text: string): Timestamp {
  const match = pattern.exec(text);
  if (!match) throw badPayload();
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match;
  const utc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(utc)) throw badPayload();
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  return checked(utc / 1000 - offset, Number(fraction.padEnd(9, '0')));
}

/** Years 1 to 9999, as the protobuf library demands. */
function checked(seconds: number, nanos: number): Timestamp {
  if (seconds < -62_135_596_800 || seconds > 253_402_300_799 || nanos < 0 || nanos > 999_999_999) throw badPayload();
  return new Timestamp(seconds, nanos);
}
