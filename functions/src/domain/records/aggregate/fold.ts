import type { Json } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { Candidate } from '../query/candidate.ts';
import { compareValues } from '../model/compare-values.ts';
import { valueAt } from '../model/field-path.ts';
import { type IndexValue, normalise } from '../../search-text/normalise.ts';
import type { AggregateQuery, Operation } from './aggregate-query.ts';

/** `{count, sum: {price: 5}, avg: …, min: …, max: …}`: what was asked for. */
export interface Totals {
  count?: number;
  sum?: Record<string, number>;
  avg?: Record<string, number | null>;
  min?: Record<string, Json>;
  max?: Record<string, Json>;
}
export type Group = { group: Json } & Totals;

/** Sums and averages are over numbers, and texts that spell one exactly; least and greatest over those or, without any, over texts. */
export function foldRecords(records: readonly Candidate[], operations: readonly Operation[]): Totals {
  const totals: Totals = {};
  for (const operation of operations) {
    if (operation.op === 'count') {
      totals.count = records.length;
      continue;
    }
    const { op, path } = operation;
    const values = records.map((record) => valueOf(record, path));
    if (op === 'min' || op === 'max') {
      totals[op] = { ...totals[op], [path]: extreme(values, op) };
      continue;
    }
    const numbers = values.map(normalise).filter((value) => typeof value === 'number');
    const sum = finite(
      path,
      numbers.reduce((total, number) => total + number, 0),
    );
    if (op === 'sum') totals.sum = { ...totals.sum, [path]: sum };
    else totals.avg = { ...totals.avg, [path]: numbers.length > 0 ? sum / numbers.length : null };
  }
  return totals;
}

/** @returns the sum @throws {ApiError} query-too-broad when numbers do not reach so far: a total is exact or none */
export function finite(path: string, sum: number): number {
  if (Number.isFinite(sum)) return sum;
  const message = `The values of ${path} add up to more than a number can hold. Narrow the list to fewer records.`;
  throw new ApiError('query-too-broad', message, { details: [{ field: path, message }] });
}

/**
 * Makes one group per value, in the order of lists; records without a scalar form the last group,
 * null. A number and a text that spells it share a group, named by the number; so do booleans.
 */
export function foldGroups(records: readonly Candidate[], { operations, groupBy }: AggregateQuery): Group[] {
  const groups = new Map<string, { group: Json; order: IndexValue | undefined; records: Candidate[] }>();
  for (const record of records) {
    const value = groupBy?.kind === 'day' ? dayOf(record) : valueOf(record, groupBy?.path ?? '');
    const order = normalise(value);
    const name = `${typeof order} ${String(order)}`;
    const group = groups.get(name) ?? { group: labelOf(value, order), order, records: [] };
    group.records.push(record);
    groups.set(name, group);
  }
  return [...groups.values()]
    .sort((a, b) => (a.order === undefined ? 1 : b.order === undefined ? -1 : compareValues(a.order, b.order)))
    .map(({ group, records: members }) => ({ group, ...foldRecords(members, operations) }));
}

function labelOf(value: Json | undefined, order: IndexValue | undefined): Json {
  if (order === undefined || value === undefined) return null;
  return typeof order === 'string' ? value : order;
}

function extreme(values: readonly (Json | undefined)[], op: 'min' | 'max'): Json {
  const kind = values.some((value) => typeof normalise(value) === 'number') ? 'number' : 'string';
  let best: { value: Json; order: IndexValue } | undefined;
  for (const value of values) {
    const order = normalise(value);
    if (value === undefined || order === undefined || typeof order !== kind) continue;
    if (!best || (op === 'min') === compareValues(order, best.order) < 0) best = { value: kind === 'number' ? order : value, order };
  }
  return best?.value ?? null;
}

function dayOf({ stored }: Candidate): string {
  return stored.createdAt.toDate().toISOString().slice(0, 10);
}

function valueOf({ fields, stored }: Candidate, path: string): Json | undefined {
  if (path === 'createdAt' || path === 'updatedAt') return stored[path].toDate().toISOString();
  return valueAt(fields, path);
}
