import type { PartialWithFieldValue, Precondition, UpdateData, WithFieldValue } from '@google-cloud/firestore';
import { create, merge, remove, set, update, type Write } from './writes.ts';

declare const document: unique symbol;

/** A path of a document that knows the type of what is stored there: a reader of it need not name the type, and cannot name a wrong one. */
export type DocumentPath<T = unknown> = string & { readonly [document]: T };

/** A path of a collection, or the id of a collection group, with the type of its documents. */
export type CollectionPath<T = unknown> = string & { readonly [document]: T };

/** For documents that are no part of `collections.ts`. The type parameter is a promise of the caller: nothing checks it. */
export const documentPath = <T>(path: string): DocumentPath<T> => path as DocumentPath<T>;
/** As `documentPath`. */
export const collectionPath = <T>(path: string): CollectionPath<T> => path as CollectionPath<T>;

/** A collection by its path, with the type of its documents. It builds writes; `Store` and `Transaction` take them. */
export class Collection<T extends object> {
  readonly name: CollectionPath<T>;

  constructor(name: string) {
    this.name = collectionPath(name);
  }

  path(id: string): DocumentPath<T> {
    return documentPath(`${this.name}/${id}`);
  }

  /** Fails with ALREADY_EXISTS when the document exists. */
  create(id: string, data: WithFieldValue<T>, flags?: readonly string[]): Write {
    return create(this.path(id), data, flags);
  }

  /** Replaces the document, or creates it. */
  set(id: string, data: WithFieldValue<T>): Write {
    return set(this.path(id), data);
  }

  /** Merges maps deeply, and creates the document when it is missing. */
  merge(id: string, data: PartialWithFieldValue<T>): Write {
    return merge(this.path(id), data);
  }

  /** Fails with NOT_FOUND when the document is missing. Keys are dotted paths. */
  update(id: string, changes: UpdateData<T>, precondition?: Precondition): Write {
    return update(this.path(id), changes, precondition);
  }

  remove(id: string, precondition?: Precondition): Write {
    return remove(this.path(id), precondition);
  }
}

export function collection<T extends object>(name: string): Collection<T> {
  return new Collection<T>(name);
}

/**
 * Whether a text can be a document's id. Firestore answers other texts with an error: a slash leads to
 * another document, and `__…__` is reserved.
 */
export function isDocumentId(text: string): boolean {
  return /^[A-Za-z0-9][\w-]{0,127}$/.test(text);
}
