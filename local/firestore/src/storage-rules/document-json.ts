import { z } from 'zod';
import type { Document } from '../model/document.ts';
import { GeoPoint, Reference, Timestamp, type Value } from '../model/value.ts';

/** A Firestore value in ProtoJSON; one member is set. */
const FirestoreValue = z.object({
  booleanValue: z.boolean().optional(),
  integerValue: z.union([z.string().regex(/^-?\d{1,19}$/), z.number().int()]).optional(),
  doubleValue: z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).optional(),
  stringValue: z.string().optional(),
  timestampValue: z.string().optional(),
  bytesValue: z.string().optional(),
  referenceValue: z.string().optional(),
  geoPointValue: z.object({ latitude: z.number().default(0), longitude: z.number().default(0) }).optional(),
  get arrayValue() {
    return z.object({ values: z.array(FirestoreValue).default([]) }).optional();
  },
  get mapValue() {
    return z.object({ fields: z.record(z.string(), FirestoreValue).default({}) }).optional();
  },
});

export const FirestoreDocument = z.object({ name: z.string(), fields: z.record(z.string(), FirestoreValue).default({}) });

/** The document as the rules engine reads it. firebase-tools passes on neither of the times. */
export function decodeDocument({ fields }: z.infer<typeof FirestoreDocument>, path: string): Document {
  const epoch = new Timestamp(0, 0);
  return { path, fields: decodeFields(fields), createTime: epoch, updateTime: epoch };
}

function decodeFields(fields: Record<string, z.infer<typeof FirestoreValue>>): Map<string, Value> {
  return new Map(Object.entries(fields).map(([name, value]) => [name, decodeValue(value)]));
}

function decodeValue(value: z.infer<typeof FirestoreValue>): Value {
  if (value.mapValue !== undefined) return decodeFields(value.mapValue.fields);
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(decodeValue);
  if (value.booleanValue !== undefined) return value.booleanValue;
  if (value.integerValue !== undefined) return BigInt(value.integerValue);
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.timestampValue !== undefined) return parseTimestamp(value.timestampValue);
  if (value.bytesValue !== undefined) return Buffer.from(value.bytesValue, 'base64');
  if (value.referenceValue !== undefined) return new Reference(value.referenceValue);
  return value.geoPointValue === undefined ? null : new GeoPoint(value.geoPointValue.latitude, value.geoPointValue.longitude);
}

/** RFC 3339 in UTC with up to nine decimals. An unreadable text is the epoch, which no rule mistakes for now. */
export function parseTimestamp(text: string): Timestamp {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return new Timestamp(0, 0);
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? '';
  return new Timestamp(Math.floor(milliseconds / 1000), Number(fraction.padEnd(9, '0')));
}
