import { RpcError } from '../model/rpc-error.ts';
import type { Aggregation, Cursor, Filter, Order, StructuredQuery } from '../model/query.ts';
import type { WireAggregationQuery, WireFilter, WireQuery } from '../codec/messages/query.ts';
import { fieldPath } from './field-paths.ts';

/** The model's query for a request's: names and paths parsed, nothing else judged. */
export function queryFromWire(parent: string, wire: WireQuery | undefined): StructuredQuery {
  if (!wire) throw new RpcError('INVALID_ARGUMENT', 'The request lacks "structuredQuery".');
  return {
    parent,
    from: wire.from.length === 0 ? [{ collectionId: '', allDescendants: false }] : wire.from,
    select: wire.select && selection(wire.select.fields),
    where: wire.where && filterFromWire(wire.where),
    orderBy: wire.orderBy.map(orderFromWire),
    startAt: wire.startAt && cursorFromWire(wire.startAt),
    endAt: wire.endAt && cursorFromWire(wire.endAt),
    offset: wire.offset,
    limit: wire.limit,
    findNearest: wire.findNearest,
  };
}

export function aggregationsFromWire(wire: WireAggregationQuery['aggregations']): readonly Aggregation[] {
  let unnamed = 0;
  return wire.map(({ alias, count, sum, avg }) => {
    const name = alias === '' ? `field_${++unnamed}` : alias;
    if (count) return { alias: name, op: { kind: 'count', upTo: count.upTo } };
    const field = sum?.field ?? avg?.field;
    if (!field) throw new RpcError('INVALID_ARGUMENT', `The aggregation "${name}" lacks an operator with its field.`);
    return { alias: name, op: { kind: sum ? 'sum' : 'avg', field: fieldPath(field.fieldPath) } };
  });
}

function selection(fields: readonly { readonly fieldPath: string }[]): StructuredQuery['select'] {
  return fields.length === 0 ? [['__name__']] : fields.map((field) => fieldPath(field.fieldPath));
}

function filterFromWire(wire: WireFilter): Filter {
  if (wire.compositeFilter) {
    const { op, filters } = wire.compositeFilter;
    if (op === '') throw new RpcError('INVALID_ARGUMENT', 'A composite filter must have the operator AND or OR.');
    if (filters.length === 0) throw new RpcError('INVALID_ARGUMENT', 'A composite filter must hold at least one filter.');
    return { kind: 'composite', op, filters: filters.map(filterFromWire) };
  }
  const simple = wire.fieldFilter ?? wire.unaryFilter;
  if (!simple) throw new RpcError('INVALID_ARGUMENT', 'A filter must be a composite, a field or a unary filter.');
  if (!simple.field) throw new RpcError('INVALID_ARGUMENT', 'A filter lacks its field.');
  const field = fieldPath(simple.field.fieldPath);
  if (wire.unaryFilter) {
    const { op } = wire.unaryFilter;
    if (op === '') throw new RpcError('INVALID_ARGUMENT', `The unary filter on "${simple.field.fieldPath}" lacks its operator.`);
    return { kind: 'unary', field, op };
  }
  const { op, value } = wire.fieldFilter ?? { op: '' as const, value: undefined };
  if (op === '') throw new RpcError('INVALID_ARGUMENT', `The filter on "${simple.field.fieldPath}" lacks its operator.`);
  if (value === undefined) throw new RpcError('INVALID_ARGUMENT', `The filter on "${simple.field.fieldPath}" lacks its value.`);
  return { kind: 'field', field, op, value };
}

function orderFromWire(wire: WireQuery['orderBy'][number]): Order {
  if (!wire.field) throw new RpcError('INVALID_ARGUMENT', 'An order lacks its field.');
  return { field: fieldPath(wire.field.fieldPath), direction: wire.direction === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING' };
}

function cursorFromWire(wire: { readonly values: Cursor['values']; readonly before: boolean }): Cursor {
  return { values: wire.values, before: wire.before };
}
