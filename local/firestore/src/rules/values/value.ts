import { GeoPoint, Reference, Timestamp, type Value } from '../../model/value.ts';
import type { Span } from '../language/issue.ts';

/** A value of a rules expression. Document values are used as they are stored; only references become paths when read. */
export type RuleValue = Value | Duration | RulePath | RuleSet | MapDiff | Unknown | PartialMap | RuleError | RuleList | RuleMap;

export type RuleList = readonly RuleValue[];
export type RuleMap = ReadonlyMap<string, RuleValue>;

export class Duration {
  /** @param nanos may be negative */
  constructor(readonly nanos: bigint) {}
}

/** A path by its segments. In a list proof a segment may be unknown. */
export class RulePath {
  constructor(readonly segments: readonly (string | Unknown)[]) {}
}

/** Elements by their canonical key: see key.ts. */
export class RuleSet {
  constructor(readonly items: ReadonlyMap<string, RuleValue>) {}
}

/** Result of `after.diff(before)`. */
export class MapDiff {
  constructor(
    readonly after: RuleMap,
    readonly before: RuleMap,
  ) {}
}

/** A value that is known only as far as a query guarantees it. */
export class Unknown {
  constructor(readonly facts: Facts = {}) {}
}

/** Conjunction of what holds for a field in every document that a query can return. */
export interface Facts {
  readonly lower?: Bound;
  readonly upper?: Bound;
  readonly not?: readonly Value[];
  /** The field is a list with each of these elements. */
  readonly contains?: readonly Value[];
}

export interface Bound {
  readonly value: Value;
  readonly inclusive: boolean;
}

/** A map with some known entries: `resource.data` while a query is proved. */
export class PartialMap {
  constructor(readonly entries: RuleMap) {}
}

/** An evaluation error. It is a value: `error || true` is true. */
export class RuleError {
  constructor(
    readonly message: string,
    readonly span?: Span,
    /** Exhausted budgets; `||` and `&&` do not absorb these. */
    readonly fatal: boolean = false,
  ) {}
}

export const unknown = new Unknown();

export type TypeName =
  | 'null'
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'latlng'
  | 'path'
  | 'list'
  | 'map'
  | 'set'
  | 'map_diff'
  | 'constraint'
  | 'error';

export function typeOf(value: RuleValue): TypeName {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
  }
  return value === null ? 'null' : typeOfObject(value);
}

function typeOfObject(value: object): TypeName {
  if (value instanceof Map) return 'map';
  if (Array.isArray(value)) return 'list';
  if (value instanceof RulePath || value instanceof Reference) return 'path';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  if (value instanceof RuleSet) return 'set';
  if (value instanceof MapDiff) return 'map_diff';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof GeoPoint) return 'latlng';
  if (value instanceof PartialMap) return 'map';
  return value instanceof RuleError ? 'error' : 'constraint';
}

/** A stored value as an expression sees it: a reference is a path. */
export function read(value: RuleValue): RuleValue {
  return value instanceof Reference ? pathOfReference(value) : value;
}

/** `projects/p/databases/d/documents/a/b` is the path `/databases/d/documents/a/b`. */
export function pathOfReference(reference: Reference): RulePath {
  return new RulePath(reference.name.split('/').slice(2));
}

/** True for a value that is not definitely known. */
export function isUnknown(value: RuleValue): value is Unknown | PartialMap {
  return value instanceof Unknown || value instanceof PartialMap;
}
