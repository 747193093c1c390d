import { formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { CompositeFilter, FieldFilter, FieldPath, Filter } from '../model/query.ts';
import { Reference, type Value } from '../model/value.ts';
import { isArray } from '../model/value-type.ts';
import { RpcError } from '../model/rpc-error.ts';

const maxListLength = { IN: 30, ARRAY_CONTAINS_ANY: 30, NOT_IN: 10 } as const;

/**
 * Checks the shape of a filter tree: operands, and operators that exclude each other.
 * @throws RpcError INVALID_ARGUMENT or FAILED_PRECONDITION with production's wording
 */
export function checkFilter(where: Filter): void {
  const leaves = [...leavesOf(where)];
  for (const leaf of leaves) {
    if (leaf.kind === 'field') checkOperand(leaf);
    else if (isNamePath(leaf.field)) throw notAKey();
  }
  const negative = leaves.filter((leaf) => ['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', 'IS_NOT_NULL'].includes(leaf.op));
  if (negative.length > 1) {
    throw invalid("Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.");
  }
  const ops = new Set(leaves.map((leaf) => leaf.op));
  if (ops.has('NOT_IN') && (ops.has('IN') || ops.has('ARRAY_CONTAINS_ANY') || hasOr(where))) {
    throw invalid("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
  if (inequalityFields(where).length > 10) throw invalid('Queries with inequality filters on more than 10 fields are not supported.');
}

/** Fields with range, `!=`, `not-in` or is-not filters, each once, in field path order of production. */
export function inequalityFields(where: Filter | undefined): readonly FieldPath[] {
  if (where === undefined) return [];
  const found = new Map<string, FieldPath>();
  for (const leaf of leavesOf(where)) if (isInequality(leaf.op)) found.set(formatFieldPath(leaf.field), leaf.field);
  return [...found.values()];
}

export function* leavesOf(filter: Filter): Generator<Exclude<Filter, CompositeFilter>> {
  if (filter.kind !== 'composite') yield filter;
  else for (const part of filter.filters) yield* leavesOf(part);
}

function checkOperand(filter: FieldFilter): void {
  const { op, value } = filter;
  if (op === 'IN' || op === 'ARRAY_CONTAINS_ANY' || op === 'NOT_IN') {
    checkList(op, value);
    if (isNamePath(filter.field)) for (const element of isArray(value) ? value : []) checkKey(element);
    return;
  }
  if (!isNamePath(filter.field)) return;
  if (op === 'ARRAY_CONTAINS') throw invalid("'ARRAY_CONTAINS' filters are not supported on __name__.");
  checkKey(value);
}

function checkList(op: keyof typeof maxListLength, value: Value): void {
  if (!isArray(value)) throw invalid(`'${op}' requires an ArrayValue.`);
  if (value.length === 0) throw invalid(`'${op}' requires an non-empty ArrayValue.`);
  if (value.length > maxListLength[op]) throw invalid(`'${op}' supports up to ${maxListLength[op]} comparison values.`);
}

function checkKey(value: Value): void {
  if (!(value instanceof Reference)) throw notAKey();
}

function notAKey(): RpcError {
  return invalid('__key__ filter value must be a Key');
}

function hasOr(filter: Filter): boolean {
  return filter.kind === 'composite' && ((filter.op === 'OR' && filter.filters.length > 1) || filter.filters.some(hasOr));
}

function isInequality(op: string): boolean {
  return op.startsWith('LESS') || op.startsWith('GREATER') || op.includes('NOT');
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message);
}
