import { compareStrings } from '../model/string-order.ts';
import { at } from '../model/at.ts';
import { formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { Cursor, FieldPath, Filter, Order, StructuredQuery } from '../model/query.ts';
import { microseconds } from '../model/stored-fields.ts';
import { Reference, Timestamp, type Value } from '../model/value.ts';
import { isArray } from '../model/value-type.ts';
import { RpcError } from '../model/rpc-error.ts';
import { checkFilter, inequalityFields, leavesOf } from './check-filter.ts';
import { disjunctions } from './disjunctions.ts';
import type { NormalQuery, Position } from './normal-query.ts';
import { scopeOf } from './query-scope.ts';

/**
 * Validates a query and spells out what it implies: orders, disjunctions, positions.
 * @param databaseName `projects/{p}/databases/{d}`
 * @throws RpcError with production's wording
 */
export function normalizeQuery(query: StructuredQuery, databaseName: string): NormalQuery {
  if (query.findNearest) throw new RpcError('UNIMPLEMENTED', 'find_nearest (vector search) is not implemented.');
  if (query.offset < 0) throw invalid('offset is negative');
  if (query.limit !== undefined && query.limit < 0) throw invalid('limit is negative');
  const scope = scopeOf(query);
  if (query.where) {
    checkFilter(query.where);
    checkKeyEquality(query.where);
  }
  const where = query.where && storedOperands(query.where, databaseName);
  const orders = fullOrders(query.orderBy, where);
  checkTermCount(query, where);
  return {
    query,
    scope,
    orders,
    branches: disjunctions(where),
    ...(where && { where }),
    ...(query.startAt && { start: position(query.startAt, { orders, explicit: query.orderBy, databaseName }) }),
    ...(query.endAt && { end: position(query.endAt, { orders, explicit: query.orderBy, databaseName }) }),
  };
}

/** Explicit orders, then inequality fields by name, then `__name__`, in the direction of the last explicit one. */
function fullOrders(explicit: readonly Order[], where: Filter | undefined): readonly Order[] {
  checkOrders(explicit);
  const orders = [...explicit];
  const seen = new Set(explicit.map((order) => formatFieldPath(order.field)));
  const direction = explicit.at(-1)?.direction ?? 'ASCENDING';
  const implied = inequalityFields(where).toSorted(compareFieldPaths);
  for (const field of [...implied.filter((path) => !isNamePath(path)), ['__name__']]) {
    const key = formatFieldPath(field);
    if (seen.has('__name__') || seen.has(key)) continue;
    seen.add(key);
    orders.push({ field, direction });
  }
  return orders;
}

function checkOrders(explicit: readonly Order[]): void {
  const seen = new Set<string>();
  for (const order of explicit) {
    const key = formatFieldPath(order.field);
    if (seen.has(key)) throw invalid(`order by clause cannot contain duplicate fields ${key}`);
    if (seen.has('__name__')) throw invalid('order by clause cannot contain more fields after the key');
    seen.add(key);
  }
}

function checkKeyEquality(where: Filter): void {
  const inequalities = inequalityFields(where);
  if (inequalities.length === 0 || inequalities.some(isNamePath)) return;
  for (const leaf of leavesOf(where)) {
    if (leaf.kind === 'field' && leaf.op === 'EQUAL' && isNamePath(leaf.field)) {
      throw invalid('Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.');
    }
  }
}

/** Filters, sorts and the depth of the parent together are limited in production. */
function checkTermCount(query: StructuredQuery, where: Filter | undefined): void {
  const filters = where ? [...leavesOf(where)].length : 0;
  const depth = query.parent === '' ? 0 : query.parent.split('/').length / 2;
  if (filters + query.orderBy.length + depth > 100) {
    throw invalid('A query may have at most 100 filters, sort orders and ancestor documents together.');
  }
}

function storedOperands(filter: Filter, databaseName: string): Filter {
  if (filter.kind === 'unary') return filter;
  if (filter.kind === 'composite') {
    if (filter.filters.length === 0) throw invalid('a composite filter must contain at least one filter');
    return { ...filter, filters: filter.filters.map((part) => storedOperands(part, databaseName)) };
  }
  const stored = (value: Value): Value => (isNamePath(filter.field) ? documentPath(value, databaseName) : storedOperand(value));
  const list = filter.op === 'IN' || filter.op === 'NOT_IN' || filter.op === 'ARRAY_CONTAINS_ANY';
  return { ...filter, value: list && isArray(filter.value) ? filter.value.map(stored) : stored(filter.value) };
}

function position(
  cursor: Cursor,
  { orders, explicit, databaseName }: { orders: readonly Order[]; explicit: readonly Order[]; databaseName: string },
): Position {
  // Production and its SDKs send values for implicit orders too.
  if (cursor.values.length > Math.max(orders.length, explicit.length)) throw invalid('Cursor has too many values.');
  const values = cursor.values.map((value, i) => {
    if (!isNamePath(at(orders, i).field)) return storedOperand(value);
    if (!(value instanceof Reference)) throw invalid('The cursor value of __name__ must be a reference.');
    return documentPath(value, databaseName);
  });
  return { values, side: cursor.before ? 'before' : 'after' };
}

/** Operands are compared as they would be stored. */
function storedOperand(value: Value): Value {
  return value instanceof Timestamp ? microseconds(value) : isArray(value) ? value.map(storedOperand) : value;
}

/** A reference to this database as the path below `documents/`. */
function documentPath(value: Value, databaseName: string): string {
  if (!(value instanceof Reference)) throw invalid('__key__ filter value must be a Key');
  const prefix = `${databaseName}/documents/`;
  if (!value.name.startsWith(prefix)) throw invalid(`The reference "${value.name}" is not in the database "${databaseName}".`);
  return value.name.slice(prefix.length);
}

function compareFieldPaths(a: FieldPath, b: FieldPath): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareStrings(at(a, i), at(b, i));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message);
}
