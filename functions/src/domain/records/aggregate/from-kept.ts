import { decimalText } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { noSum, type SummedField, type KeptBy, unitsOfSum } from '../kept-totals/share.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isUnknown, setsOf, withConditions } from '../query/bound-query.ts';
import { Reader } from '../query/budget.ts';
import { type GroupOfAlike, groupsOfAlike, isByValues, keptPath, keptTotalFor } from '../query/kept-groups.ts';
import { planningOf } from '../query/planning-of.ts';
import type { AggregateQuery, Operation } from './aggregate-query.ts';
import { foldRecords, type Group, grouped, type Totals, type TypeOf } from './fold.ts';

interface FromKept {
  readonly data: Totals | Group[];
  readonly path: string;
}

/** A read for each part of the total. @returns undefined where no kept total answers the question */
export async function totalsFromKept(
  services: RecordServices,
  storage: StorageRow,
  { query, typeOf }: { query: AggregateQuery; typeOf: TypeOf },
): Promise<FromKept | undefined> {
  const { operations, groupBy, list } = query;
  const reader = new Reader(services.store);
  const plannings = setsOf(list).flatMap((conditions) => {
    return planningOf(services, storage, { reader, query: withConditions(list, conditions) }) ?? [];
  });
  if (plannings.length === 0 || !plannings.every(isByValues)) return undefined;
  const named = groupBy.map((grouping) => grouping.path ?? 'createdAt');
  const ends = operations.flatMap((one) => (one.op === 'min' || one.op === 'max' ? [one.path] : []));
  const sums = operations.flatMap((one) => (one.op === 'sum' || one.op === 'avg' ? [one.path] : []));
  if ([...named, ...ends, ...sums].some((path) => isUnknown(list, path))) return undefined;
  const paths = [...plannings.flatMap(({ filters }) => filters.map(({ path }) => path)), ...named, ...ends];
  const total = await keptTotalFor(services.store, storage, { paths, sums });
  const groups = total && (await groupsOfAlike(reader, storage, total));
  if (!groups) return undefined;
  const found = groups.filter((group) => plannings.some(({ matches }) => matches(group)));
  if (found.some((group) => sums.some((name) => sumIn(total, group, name).unfit !== 0))) return undefined;
  const totalsOf = (members: readonly GroupOfAlike[]) => foldAlike(members, operations, { total, typeOf });
  const data = groupBy.length > 0 ? grouped(found, query, { typeOf, totalsOf }) : totalsOf(found);
  return { data, path: keptPath(total) };
}

function foldAlike(
  groups: readonly GroupOfAlike[],
  operations: readonly Operation[],
  { total, typeOf }: { total: KeptBy; typeOf: TypeOf },
): Totals {
  const totals: Totals = {};
  for (const operation of operations) {
    if (operation.op === 'count') totals.count = groups.reduce((count, { alike }) => count + alike.records, 0);
    else if (operation.op === 'min' || operation.op === 'max') {
      const { op, path } = operation;
      totals[op] = { ...totals[op], [path]: foldRecords(groups, [operation], typeOf)[op]?.[path] ?? null };
    } else {
      const { op, path } = operation;
      const { sum, numbers } = summed(groups, total, path);
      if (op === 'sum') totals.sum = { ...totals.sum, [path]: sum };
      else totals.avg = { ...totals.avg, [path]: numbers > 0 ? Number(sum) / numbers : null };
    }
  }
  return totals;
}

function summed(groups: readonly GroupOfAlike[], total: KeptBy, name: string): { sum: string; numbers: number } {
  const sums = groups.map((group) => sumIn(total, group, name));
  const digits = sums.reduce((all, sum) => all + unitsOfSum(sum), 0n);
  return {
    sum: decimalText({ digits, scale: fieldOf(total, name)?.scale ?? 0 }),
    numbers: sums.reduce((all, sum) => all + sum.numbers, 0),
  };
}

function sumIn(total: KeptBy, { alike }: GroupOfAlike, name: string) {
  return alike.sums[total.sums.findIndex(({ field }) => field === name)] ?? noSum;
}

function fieldOf(total: KeptBy, name: string): SummedField | undefined {
  return total.sums.find(({ field }) => field === name);
}
