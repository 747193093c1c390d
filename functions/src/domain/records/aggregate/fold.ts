import { classOf, decimalOf, decimalText, type Json, type Scalar, scalarOf, sumOf, type ValueType } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { compareSortValues, exactForm, type SortValue, sortValueOf } from '../index/index-value.ts';
import { valueAt } from '../model/field-path.ts';
import type { Candidate } from '../query/candidate.ts';
import type { AggregateQuery, Operation } from './aggregate-query.ts';
import type { Grouping } from './parse-grouping.ts';
import { periodOf } from './periods.ts';
import { timeOf } from './time-of.ts';

/** `{count, sum: {price: 5}, avg: …, min: …, max: …}`: what was asked for. Sums of exact numbers are texts with all their digits. */
export interface Totals {
  count?: number;
  sum?: Record<string, number | string>;
  avg?: Record<string, number | null>;
  min?: Record<string, Json>;
  max?: Record<string, Json>;
}
export type Group = { group: Json } & Totals;

/** @returns what the schema says of a field's values */
export type TypeOf = (path: string) => ValueType | undefined;

/** Sums and averages are over numbers; least and greatest over those or, without any, over times or, without any, over texts. */
export function foldRecords(records: readonly Candidate[], operations: readonly Operation[], typeOf: TypeOf): Totals {
  const totals: Totals = {};
  for (const operation of operations) {
    if (operation.op === 'count') {
      totals.count = records.length;
      continue;
    }
    const { op, path } = operation;
    const type = typeOf(path);
    const values = records.map((record) => valueOf(record, path));
    if (op === 'min' || op === 'max') {
      totals[op] = { ...totals[op], [path]: extreme(values, op, type) };
      continue;
    }
    const numbers = values.filter((value) => isNumber(scalarOf(value, type)));
    const sum = isExact(type) ? exactSum(numbers) : finite(path, sumOfNumbers(numbers));
    if (op === 'sum') totals.sum = { ...totals.sum, [path]: sum };
    else totals.avg = { ...totals.avg, [path]: numbers.length > 0 ? Number(sum) / numbers.length : null };
  }
  return totals;
}

export function isExact(type: ValueType | undefined): boolean {
  return type?.type === 'integer' || type?.type === 'decimal';
}

/** @returns the sum @throws {ApiError} query-too-broad when numbers do not reach so far: a total is exact or none */
export function finite(path: string, sum: number): number {
  if (Number.isFinite(sum)) return sum;
  const message = `The values of ${path} add up to more than a number can hold. Narrow the list to fewer records.`;
  throw new ApiError('query-too-broad', message, { details: [{ field: path, message }] });
}

/** A record's place in one grouping. */
interface Key {
  readonly value: Json;
  readonly order: SortValue | undefined;
  readonly name: string;
}

/** Makes one group per value, or per pair of values, in the order of lists; records without a scalar form the last group, null. */
export function foldGroups(records: readonly Candidate[], query: AggregateQuery, typeOf: TypeOf): Group[] {
  return grouped(records, query, { typeOf, totalsOf: (members) => foldRecords(members, query.operations, typeOf) });
}

/** @param totalsOf those of the members of one group */
export function grouped<T extends Candidate>(
  records: readonly T[],
  { groupBy, list }: Pick<AggregateQuery, 'groupBy' | 'list'>,
  { typeOf, totalsOf }: { typeOf: TypeOf; totalsOf: (members: readonly T[]) => Totals },
): Group[] {
  const groups = new Map<string, { keys: Key[]; records: T[] }>();
  const keyOf = groupBy.map((grouping) => keysBy(grouping, list.zone, typeOf));
  for (const record of records) {
    const keys = keyOf.map((key) => key(record));
    const name = keys.map((key) => key.name).join('\n');
    const group = groups.get(name) ?? { keys, records: [] };
    group.records.push(record);
    groups.set(name, group);
  }
  return [...groups.values()]
    .sort((a, b) => compareKeys(a.keys, b.keys))
    .map(({ keys: [first, second], records: members }) => ({
      group: second ? [first?.value ?? null, second.value] : (first?.value ?? null),
      ...totalsOf(members),
    }));
}

function keysBy(grouping: Grouping, zone: string | undefined, typeOf: TypeOf): (record: Candidate) => Key {
  if (grouping.kind === 'period') return keysByPeriod(grouping, zone, typeOf);
  const type = typeOf(grouping.path);
  return (record) => {
    const value = valueOf(record, grouping.path);
    const order = sortValueOf(value, type);
    return { value: order === undefined ? null : (value ?? null), order, name: JSON.stringify(nameOf(order, type)) };
  };
}

/** A value that is no time is in the group null. */
function keysByPeriod(
  { period, path }: Grouping & { kind: 'period' },
  zone: string | undefined,
  typeOf: TypeOf,
): (record: Candidate) => Key {
  const type = path === undefined ? undefined : typeOf(path);
  return (record) => {
    const time = path === undefined ? { millis: record.stored.createdAt.toMillis(), zone } : timeOf(valueOf(record, path), { type, zone });
    if (!time) return { value: null, order: undefined, name: 'null' };
    const { name, order } = periodOf(time.millis, period, time.zone);
    return { value: name, order, name };
  };
}

function compareKeys(a: readonly Key[], b: readonly Key[]): number {
  for (const [i, { order }] of a.entries()) {
    const other = b[i]?.order;
    if (order === undefined && other === undefined) continue;
    const found = order === undefined ? 1 : other === undefined ? -1 : compareSortValues(order, other);
    if (found !== 0) return found;
  }
  return 0;
}

/** Equal values have one name: a number has that of the exact number with its value where the field has exact ones. */
function nameOf(order: SortValue | undefined, type: ValueType | undefined): string {
  const value = typeof order === 'number' && isExact(type) ? exactForm(order) : order;
  return typeof value === 'object' ? `${value.kind} ${value.key}` : `${typeof value} ${String(value)}`;
}

function isNumber(scalar: Scalar | undefined): boolean {
  return typeof scalar === 'number' || (typeof scalar === 'object' && scalar.kind === 'exact');
}

function sumOfNumbers(values: readonly (Json | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + Number(value), 0);
}

function exactSum(values: readonly (Json | undefined)[]): string {
  return decimalText(sumOf(values.flatMap((value) => decimalOf(String(value)) ?? [])));
}

function extreme(values: readonly (Json | undefined)[], op: 'min' | 'max', type: ValueType | undefined): Json {
  const scalars = values.map((value) => ({ value, order: sortValueOf(value, type) }));
  const classes = scalars.map(({ order }) => (order === undefined ? undefined : classOf(order)));
  const isWanted = classes.some((of) => of === 'number' || of === 'exact')
    ? (of: string) => of === 'number' || of === 'exact'
    : (of: string) => of === (classes.includes('time') ? 'time' : 'text');
  let best: { value: Json; order: SortValue } | undefined;
  for (const [i, { value, order }] of scalars.entries()) {
    if (value === undefined || order === undefined || !isWanted(classes[i] ?? '')) continue;
    if (!best || (op === 'min') === compareSortValues(order, best.order) < 0) best = { value, order };
  }
  return best?.value ?? null;
}

function valueOf({ fields, stored }: Candidate, path: string): Json | undefined {
  if (path === 'createdAt' || path === 'updatedAt') return stored[path].toDate().toISOString();
  return valueAt(fields, path);
}
