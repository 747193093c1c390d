import { decodeFields, type Json, type RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import { type Catalogue, type CatalogueField, catalogueOf } from '../index/catalogue.ts';
import { isSettled, mayBeExact, mayBeTime } from '../index/field-forms.ts';
import { compareSortValues, sortValueOf } from '../index/index-value.ts';
import { valueAt } from '../model/field-path.ts';
import { recordsPath } from '../model/paths.ts';
import { isUnknown, reachesAll } from '../query/bound-query.ts';
import { numberClasses, type StretchClass } from '../query/range.ts';
import { ofClass } from '../query/whole-index.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { AggregateQuery, Operation } from './aggregate-query.ts';
import { finite, type Totals } from './fold.ts';

/** @returns whether each operation is one look at one index: over the whole storage, every field known and indexed, sums of doubles */
export function isIndexed({ data }: StorageRow, { groupBy, list, operations }: AggregateQuery): boolean {
  const { wide, byPath } = catalogueOf(data);
  const isWhole =
    list.filters.length === 0 &&
    reachesAll(list) &&
    list.search === undefined &&
    list.createdFrom === undefined &&
    list.createdTo === undefined &&
    list.deleted === 'no';
  return isWhole && !wide && groupBy.length === 0 && operations.every(isInIndex);

  function isInIndex(operation: Operation): boolean {
    if (operation.op === 'count') return true;
    const field = isUnknown(list, operation.path) ? undefined : byPath.get(operation.path);
    return field !== undefined && (operation.op === 'min' || operation.op === 'max' || !mayBeExact(field));
  }
}

/** @returns whether the indexes have every value as what it is today */
export function areSettled({ data }: StorageRow, operations: readonly Operation[]): boolean {
  const catalogue = catalogueOf(data);
  return operations.every((operation) => {
    const field = operation.op === 'count' ? undefined : catalogue.byPath.get(operation.path);
    return !field || isSettled(catalogue, field);
  });
}

/** Sums cost a read per 1,000 records, a least or greatest value one or two. */
export async function totalsFromIndexes(
  services: RecordServices,
  { storage, operations, count }: { storage: StorageRow; operations: readonly Operation[]; count: number },
): Promise<Totals> {
  const totals: Totals = {};
  const catalogue = catalogueOf(storage.data);
  for (const operation of operations) {
    if (operation.op === 'count') {
      totals.count = count;
      continue;
    }
    const { op, path } = operation;
    const field = catalogue.byPath.get(path);
    if (!field) throw new Error(`The catalogue has no field ${path}.`);
    if (op === 'min' || op === 'max') {
      totals[op] = { ...totals[op], [path]: await extreme(services, storage.id, { catalogue, field, op }) };
      continue;
    }
    const { sum, average } = await services.store.sum({ from: recordsPath(storage.id) }, `idx.${field.code}`);
    const exact = finite(path, sum);
    if (op === 'sum') totals.sum = { ...totals.sum, [path]: exact };
    else totals.avg = { ...totals.avg, [path]: average };
  }
  return totals;
}

interface Extreme {
  readonly catalogue: Catalogue;
  readonly field: CatalogueField;
  readonly op: 'min' | 'max';
}

/** Among numbers or, without any, among times or, without any, among texts. */
async function extreme(services: RecordServices, storageId: string, { catalogue, field, op }: Extreme): Promise<Json> {
  const groups: StretchClass[][] = [numberClasses(catalogue, field), ...(mayBeTime(field) ? [['time' as const]] : []), ['text']];
  for (const group of groups) {
    const values = await Promise.all(group.map((of) => first(services, storageId, { field, of, op })));
    const ordered = values
      .filter((value) => value !== undefined)
      .map((value) => ({ value, order: sortValueOf(value, field.declared) ?? '' }))
      .sort((a, b) => compareSortValues(a.order, b.order));
    const best = op === 'min' ? ordered[0] : ordered.at(-1);
    if (best) return best.value;
  }
  return null;
}

async function first(
  services: RecordServices,
  storageId: string,
  { field: { code, path }, of, op }: { field: CatalogueField; of: StretchClass; op: 'min' | 'max' },
): Promise<Json | undefined> {
  const direction = op === 'min' ? 'asc' : 'desc';
  const spec: QuerySpec<RecordDocument<Timestamp>> = {
    from: recordsPath(storageId),
    where: [ofClass(code, of)],
    orderBy: [
      [`idx.${code}`, direction],
      [documentId, direction],
    ],
    limit: 1,
    select: ['data'],
  };
  const [row] = (await services.store.query(spec)).rows;
  return row && valueAt(decodeFields(row.data.data), path);
}
