import type { Filter, Order, StructuredQuery } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import type { FieldPath } from '../model/query.ts';

/** The documents that a query could return, judged only by their path. */
export type Scope =
  | { readonly kind: 'collection'; readonly path: string }
  | { readonly kind: 'group'; readonly collectionId: string; readonly parent: string }
  /** Kindless: all collections directly below the parent, or all documents below it. */
  | { readonly kind: 'any'; readonly parent: string; readonly allDescendants: boolean };

/** One condition on one field. `key` is the formatted field path. */
export type Predicate = { readonly field: FieldPath; readonly key: string } & (
  | { readonly kind: 'equal'; readonly value: Value }
  | { readonly kind: 'contains'; readonly value: Value }
  | { readonly kind: 'range'; readonly op: '<' | '<=' | '>' | '>='; readonly value: Value }
  /** Present, not null and different from each value; `value` list empty means only "not null". */
  | { readonly kind: 'differs'; readonly values: readonly Value[] }
  /** Equality with null or NaN: no document matches. */
  | { readonly kind: 'nothing' }
);

/** Predicates joined by AND. */
export type Branch = readonly Predicate[];

/** A position in the full order: a prefix of it, before or behind all documents with these values. */
export interface Position {
  readonly values: readonly Value[];
  readonly side: 'before' | 'after';
}

/** A query that passed validation; names are paths below `documents/` as strings, not references. */
export interface NormalQuery {
  readonly query: StructuredQuery;
  readonly scope: Scope;
  readonly where?: Filter;
  /** Disjunctive normal form; one empty branch when there is no filter. */
  readonly branches: readonly Branch[];
  /** Explicit and implicit orders; the last is `__name__`. */
  readonly orders: readonly Order[];
  readonly start?: Position;
  readonly end?: Position;
}
