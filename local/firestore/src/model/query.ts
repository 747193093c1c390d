import type { Value } from './value.ts';

/** A field path as its segments, unquoted: `a.b` is `['a','b']`. `['__name__']` is the document name. */
export type FieldPath = readonly string[];

/** google.firestore.v1.StructuredQuery, decoded but not yet validated: validation is the query engine's. */
export interface StructuredQuery {
  /** Path below `documents/` of the parent document, `''` for the root. */
  readonly parent: string;
  readonly from: readonly CollectionSelector[];
  readonly select?: readonly FieldPath[];
  readonly where?: Filter;
  readonly orderBy: readonly Order[];
  readonly startAt?: Cursor;
  readonly endAt?: Cursor;
  readonly offset: number;
  /** Absent means no limit. */
  readonly limit?: number;
  /** Present when the request carried find_nearest, which answers UNIMPLEMENTED. */
  readonly findNearest?: true;
}

/** `collectionId: ''` is a kindless selector: every collection. */
export interface CollectionSelector {
  readonly collectionId: string;
  readonly allDescendants: boolean;
}

export interface Order {
  readonly field: FieldPath;
  readonly direction: 'ASCENDING' | 'DESCENDING';
}

/** Reference values position `__name__`. */
export interface Cursor {
  readonly values: readonly Value[];
  readonly before: boolean;
}

export type Filter = CompositeFilter | FieldFilter | UnaryFilter;

export interface CompositeFilter {
  readonly kind: 'composite';
  readonly op: 'AND' | 'OR';
  readonly filters: readonly Filter[];
}

export type FieldOperator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'ARRAY_CONTAINS_ANY'
  | 'NOT_IN';

export interface FieldFilter {
  readonly kind: 'field';
  readonly field: FieldPath;
  readonly op: FieldOperator;
  readonly value: Value;
}

export interface UnaryFilter {
  readonly kind: 'unary';
  readonly field: FieldPath;
  readonly op: 'IS_NAN' | 'IS_NULL' | 'IS_NOT_NAN' | 'IS_NOT_NULL';
}

export interface Aggregation {
  readonly alias: string;
  readonly op: { readonly kind: 'count'; readonly upTo?: bigint } | { readonly kind: 'sum' | 'avg'; readonly field: FieldPath };
}
