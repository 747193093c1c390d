import { type DocumentPath, documentPath } from '../model/collection.ts';
import type { Timestamp } from '@google-cloud/firestore';
import type { Row } from '../model/row.ts';
import { decodeFields, decodeTime, type WireValue } from './values.ts';

export interface WireDocument {
  readonly name: string;
  readonly fields?: Record<string, WireValue>;
  readonly createTime: string;
  readonly updateTime: string;
}

/** @param root full name of the database's documents */
export function toRow<T>({ name, fields, createTime, updateTime }: WireDocument, root: string): Row<T> {
  const data = decodeFields(fields) as T; // the caller knows the collection; Firestore has no types
  return new WireRow(documentPath<T>(name.slice(root.length + 1)), data, { createTime, updateTime });
}

/** Decodes a document's times on first use: few readers need them, and lists have many documents. */
class WireRow<T> implements Row<T> {
  readonly id: string;

  constructor(
    readonly path: DocumentPath<T>,
    readonly data: T,
    private readonly times: Pick<WireDocument, 'createTime' | 'updateTime'>,
  ) {
    this.id = path.slice(path.lastIndexOf('/') + 1);
  }

  get createTime(): Timestamp {
    return decodeTime(this.times.createTime);
  }

  get updateTime(): Timestamp {
    return decodeTime(this.times.updateTime);
  }
}

/** Encodes a path for an address. */
export function address(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
