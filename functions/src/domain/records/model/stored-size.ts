import { encodeFields, type Json, limits, type StoredFile } from '@bedplate/contract';
import { ApiError, say } from '../../../errors/api-error.ts';
import { Timestamp } from '../../../store/model/values.ts';

/** A document takes 1 MiB; the rest is for its name, times, owner and ids. */
export const documentBytes = 1024 * 1024 - 8 * 1024;

/**
 * @param files what is kept of the record's files beside its fields
 * @throws {ApiError} payload-too-large when the stored form exceeds the limit
 */
export function checkSize(fields: Readonly<Record<string, Json>>, files: Readonly<Record<string, StoredFile>> = {}): void {
  if (fieldsSize(fields) + filesSize(files) > limits.record)
    throw new ApiError('payload-too-large', say('recordLarge', { max: limits.record / 1024 }));
}

/** @returns the bytes of fields as they are stored: what Firestore cannot hold is JSON text there */
export function fieldsSize(fields: Readonly<Record<string, Json>>): number {
  const isFlat = Object.values(fields).every((value) => value === null || typeof value !== 'object');
  return storedSize(isFlat ? fields : encodeFields(fields));
}

/** Of a file's names, sizes and times; their JSON is a little longer than they are. */
function filesSize(files: Readonly<Record<string, StoredFile>>): number {
  return Object.keys(files).length === 0 ? 0 : Buffer.byteLength(JSON.stringify(files));
}

type Stored = null | boolean | number | string | Timestamp | Buffer | readonly Stored[] | { readonly [name: string]: Stored };

/** Bytes as Firestore counts them. https://firebase.google.com/docs/firestore/storage-size */
export function storedSize(value: Stored): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 1;
  if (typeof value === 'number') return 8;
  if (typeof value !== 'object' || value === null) return 1;
  if (isList(value)) return value.reduce<number>((sum, element) => sum + storedSize(element), 0);
  if (value instanceof Timestamp) return 8;
  if (Buffer.isBuffer(value)) return value.length;
  return Object.entries(value).reduce((sum, [name, child]) => sum + Buffer.byteLength(name) + 1 + storedSize(child), 0);
}

/** `Array.isArray` does not know that the list is read only. */
function isList(value: Stored): value is readonly Stored[] {
  return Array.isArray(value);
}
