import type { Document } from '../model/document.ts';
import { fieldAt, isNamePath } from '../model/field-path.ts';
import type { Aggregation, FieldPath } from '../model/query.ts';
import { isReserved } from '../model/stored-fields.ts';
import type { Value } from '../model/value.ts';
import { isNumber } from '../model/value-type.ts';
import { RpcError } from '../model/rpc-error.ts';

const maxAggregations = 5;
const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);

/**
 * Gives every aggregation an alias.
 * @throws RpcError INVALID_ARGUMENT for their number, aliases or limits
 */
export function checkAggregations(aggregations: readonly Aggregation[]): readonly Aggregation[] {
  if (aggregations.length === 0) throw invalid('Aggregations can not be empty.');
  if (aggregations.length > maxAggregations) {
    throw invalid(
      `The maximum number of aggregations allowed in an aggregation query is ${maxAggregations}. Received: ${aggregations.length}`,
    );
  }
  const given = new Set(aggregations.map((aggregation) => aggregation.alias));
  const seen = new Set<string>();
  let next = 1;
  return aggregations.map((aggregation) => {
    let { alias } = aggregation;
    while (alias === '') {
      const free = `field_${next++}`;
      if (!given.has(free)) alias = free;
    }
    if (isReserved(alias)) throw invalid(`alias "${alias}" is reserved`);
    if (seen.has(alias)) throw invalid(`duplicate alias "${alias}"`);
    seen.add(alias);
    checkOperand(aggregation);
    return { ...aggregation, alias };
  });
}

/** Fields that are summed or averaged: documents without one of them drop out of the whole query. */
export function aggregatedFields(aggregations: readonly Aggregation[]): readonly FieldPath[] {
  return aggregations.flatMap(({ op }) => (op.kind === 'count' ? [] : [op.field]));
}

/** The largest number of documents that could matter; undefined when all do. */
export function countLimit(aggregations: readonly Aggregation[]): number | undefined {
  const limits = aggregations.map(({ op }) => (op.kind === 'count' ? op.upTo : undefined));
  if (limits.includes(undefined)) return undefined;
  return Math.max(...limits.map((limit) => Number(limit)));
}

/** Results by alias. */
export function aggregate(aggregations: readonly Aggregation[], documents: readonly Document[]): ReadonlyMap<string, Value> {
  return new Map(
    aggregations.map(({ alias, op }) => [
      alias,
      op.kind === 'count' ? upTo(documents.length, op.upTo) : numeric(op.kind, op.field, documents),
    ]),
  );
}

export function upTo(count: number, limit: bigint | undefined): bigint {
  const exact = BigInt(count);
  return limit !== undefined && limit < exact ? limit : exact;
}

function numeric(kind: 'sum' | 'avg', field: FieldPath, documents: readonly Document[]): Value {
  let integers = 0n;
  let doubles = 0;
  let count = 0;
  let sawDouble = false;
  for (const { fields } of documents) {
    const value = fieldAt(fields, field);
    if (!isNumber(value)) continue;
    count++;
    if (typeof value === 'bigint') integers += value;
    else {
      sawDouble = true;
      doubles += value;
    }
  }
  if (kind === 'avg') return count === 0 ? null : (Number(integers) + doubles) / count;
  return sawDouble || integers > maxInt || integers < minInt ? Number(integers) + doubles : integers;
}

function checkOperand({ op }: Aggregation): void {
  if (op.kind === 'count') {
    if (op.upTo !== undefined && op.upTo <= 0n) throw invalid('up_to must be greater than zero.');
    return;
  }
  if (isNamePath(op.field)) throw invalid('Aggregations are not supported for the field: __name__');
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message);
}
