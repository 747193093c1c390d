import { at } from '../model/at.ts';
import { compareValues, equalValues } from '../model/compare-values.ts';
import type { Document } from '../model/document.ts';
import { fieldAt, isNamePath } from '../model/field-path.ts';
import { comparePaths } from '../model/path-order.ts';
import type { FieldPath, Order } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import { isArray, isNaNValue, rankOf } from '../model/value-type.ts';
import type { NormalQuery, Position, Predicate } from './normal-query.ts';
import { inScope } from './query-scope.ts';

/** Scope, filter, presence of every ordered field, and cursors. */
export function matchesQuery(query: NormalQuery, document: Document): boolean {
  return (
    inScope(query.scope, document.path) && matchesFilter(query, document) && hasOrders(query.orders, document) && inCursors(query, document)
  );
}

/** Order of results; zero only for the same document. */
export function compareDocuments(orders: readonly Order[], a: Document, b: Document): number {
  for (const order of orders) {
    const result = isNamePath(order.field) ? comparePaths(a.path, b.path) : compareFields(order.field, a, b);
    if (result !== 0) return order.direction === 'ASCENDING' ? result : -result;
  }
  return 0;
}

function matchesPredicate(predicate: Predicate, document: Document): boolean {
  if (isNamePath(predicate.field)) return matchesName(predicate, document.path);
  const value = fieldAt(document.fields, predicate.field);
  if (value === undefined) return false;
  switch (predicate.kind) {
    case 'equal':
      return equalValues(value, predicate.value);
    case 'contains':
      return isArray(value) && value.some((element) => equalValues(element, predicate.value));
    case 'range':
      return (
        rankOf(value) === rankOf(predicate.value) && !isNaNValue(value) && inRange(predicate.op, compareValues(value, predicate.value))
      );
    case 'differs':
      return value !== null && !predicate.values.some((other) => equalValues(value, other));
    case 'nothing':
      return false;
  }
}

function matchesFilter(query: NormalQuery, document: Document): boolean {
  return query.branches.some((branch) => branch.every((predicate) => matchesPredicate(predicate, document)));
}

function hasOrders(orders: readonly Order[], document: Document): boolean {
  return orders.every((order) => isNamePath(order.field) || fieldAt(document.fields, order.field) !== undefined);
}

function inCursors({ orders, start, end }: NormalQuery, document: Document): boolean {
  return !(start && isBefore(document, start, orders)) && !(end && !isBefore(document, end, orders));
}

/** True when the document comes before the position. */
function isBefore(document: Document, position: Position, orders: readonly Order[]): boolean {
  for (const [i, value] of position.values.entries()) {
    const { field, direction } = at(orders, i);
    const order = isNamePath(field)
      ? comparePaths(document.path, String(value))
      : compareValues(fieldAt(document.fields, field) ?? null, value);
    if (order !== 0) return direction === 'ASCENDING' ? order < 0 : order > 0;
  }
  return position.side === 'after';
}

/** Operands on `__name__` were turned into paths. */
function matchesName(predicate: Predicate, path: string): boolean {
  const order = (value: Value): number => comparePaths(path, String(value));
  switch (predicate.kind) {
    case 'equal':
      return order(predicate.value) === 0;
    case 'range':
      return inRange(predicate.op, order(predicate.value));
    case 'differs':
      return !predicate.values.some((value) => order(value) === 0);
    default:
      return false;
  }
}

function inRange(op: '<' | '<=' | '>' | '>=', order: number): boolean {
  if (op === '<') return order < 0;
  if (op === '<=') return order <= 0;
  return op === '>' ? order > 0 : order >= 0;
}

function compareFields(field: FieldPath, a: Document, b: Document): number {
  return compareValues(fieldAt(a.fields, field) ?? null, fieldAt(b.fields, field) ?? null);
}
