import type { Row } from '../row.ts';
import { decodeFields, decodeTime, type WireValue } from './values.ts';

export interface WireDocument {
  readonly name: string;
  readonly fields?: Record<string, WireValue>;
  readonly createTime: string;
  readonly updateTime: string;
}

/** @param root full name of the database's documents */
export function toRow<T>({ name, fields, createTime, updateTime }: WireDocument, root: string): Row<T> {
  const path = name.slice(root.length + 1);
  return {
    id: path.slice(path.lastIndexOf('/') + 1),
    path,
    data: decodeFields(fields) as T, // the caller knows the collection; Firestore has no types
    createTime: decodeTime(createTime),
    updateTime: decodeTime(updateTime),
  };
}

/** A path as a part of an address. */
export function address(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
