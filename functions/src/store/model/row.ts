import { type DocumentPath, documentPath } from './collection.ts';
import type { DocumentData, Timestamp } from '@google-cloud/firestore';

/** A document that exists. */
export interface Row<T> {
  readonly id: string;
  readonly path: DocumentPath<T>;
  readonly data: T;
  readonly createTime: Timestamp;
  readonly updateTime: Timestamp;
}

export interface Rows<T> {
  readonly rows: Row<T>[];
  readonly readTime: Timestamp;
}

interface Snapshot {
  readonly exists: boolean;
  readonly id: string;
  readonly ref: { readonly path: string };
  readonly createTime?: Timestamp | undefined;
  readonly updateTime?: Timestamp | undefined;
  data(): DocumentData | undefined;
}

/** @returns null for a document that does not exist */
export function toRow<T>(snapshot: Snapshot): Row<T> | null {
  const data = snapshot.data();
  if (!data || !snapshot.createTime || !snapshot.updateTime) return null;
  // The caller names the collection's document type; Firestore itself has none.
  return {
    id: snapshot.id,
    path: documentPath(snapshot.ref.path),
    data: data as T,
    createTime: snapshot.createTime,
    updateTime: snapshot.updateTime,
  };
}
