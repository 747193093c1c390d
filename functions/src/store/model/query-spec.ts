import type { Timestamp } from '@google-cloud/firestore';
import type { CollectionPath } from './collection.ts';

/** The document id inside filters, orders and cursors; its values are plain ids. */
export const documentId = '__name__';

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not-in' | 'array-contains' | 'array-contains-any';
export type FieldCondition = readonly [path: string, operator: Operator, value: unknown];
export type Condition = FieldCondition | { readonly or: readonly Condition[] } | { readonly and: readonly Condition[] };
export type Direction = 'asc' | 'desc';

/** A Firestore query as plain data, so that it can be guarded, explained and compared. Paths are dotted. `T` is the type of the documents. */
export interface QuerySpec<T = unknown> {
  /** Path of a collection, or the id of a collection group when `group` is set. */
  readonly from: CollectionPath<T>;
  readonly group?: boolean;
  /** All must hold. */
  readonly where?: readonly Condition[];
  readonly orderBy?: readonly (readonly [path: string, direction: Direction])[];
  /** Values in the order of `orderBy`; fewer values mean a prefix. */
  readonly startAt?: readonly unknown[];
  readonly startAfter?: readonly unknown[];
  readonly endAt?: readonly unknown[];
  readonly endBefore?: readonly unknown[];
  readonly limit?: number;
  /** Skipped documents are billed. */
  readonly offset?: number;
  /** Only these fields; none for ids alone. */
  readonly select?: readonly string[];
  /** Answers as of this moment (at most an hour ago). */
  readonly readTime?: Timestamp;
}

export function isFieldCondition(condition: Condition): condition is FieldCondition {
  return Array.isArray(condition);
}

/** Throws when production would refuse the query. */
export type QueryGuard = (spec: QuerySpec) => void;

/** Counting a merge of several indexes bills the entries that it touches; the count does not show them. */
export function isMerge({ where = [] }: QuerySpec): boolean {
  const others = where.filter((condition) => !isFieldCondition(condition) || condition[0] !== documentId);
  return others.length > 1 || others.some((condition) => !isFieldCondition(condition));
}
