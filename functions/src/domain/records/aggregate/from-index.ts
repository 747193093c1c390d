import { decodeFields, type Json, type RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { type Condition, documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { valueAt } from '../model/field-path.ts';
import { normalise } from '../../search-text/normalise.ts';
import { recordsPath } from '../model/paths.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { AggregateQuery, Operation } from './aggregate-query.ts';
import { finite, type Totals } from './fold.ts';

/** @returns whether each operation is one look at one index: over the whole storage, every field known and indexed */
export function isIndexed({ data }: StorageRow, { groupBy, list, operations }: AggregateQuery): boolean {
  const { wide, byPath } = catalogueOf(data);
  const isWhole =
    list.filters.length === 0 &&
    list.search === undefined &&
    list.createdFrom === undefined &&
    list.createdTo === undefined &&
    list.deleted === 'no';
  return (
    isWhole && !wide && groupBy === undefined && operations.every((operation) => operation.op === 'count' || byPath.has(operation.path))
  );
}

/** Sums cost a read per 1,000 records, a least or greatest value one or two. */
export async function totalsFromIndexes(
  services: RecordServices,
  storage: StorageRow,
  operations: readonly Operation[],
  count: number,
): Promise<Totals> {
  const totals: Totals = {};
  for (const operation of operations) {
    if (operation.op === 'count') {
      totals.count = count;
      continue;
    }
    const { op, path } = operation;
    const index = `idx.${catalogueOf(storage.data).byPath.get(path)?.code ?? ''}`;
    if (op === 'min' || op === 'max') {
      totals[op] = { ...totals[op], [path]: await extreme(services, storage.id, { index, path, op }) };
      continue;
    }
    const { sum, average } = await services.store.sum({ from: recordsPath(storage.id) }, index);
    const exact = finite(path, sum);
    if (op === 'sum') totals.sum = { ...totals.sum, [path]: exact };
    else totals.avg = { ...totals.avg, [path]: average };
  }
  return totals;
}

async function extreme(
  services: RecordServices,
  storageId: string,
  { index, path, op }: { index: string; path: string; op: 'min' | 'max' },
): Promise<Json> {
  const direction = op === 'min' ? 'asc' : 'desc';
  const numbers: Condition[] = [
    [index, '>=', Number.NEGATIVE_INFINITY],
    [index, '<=', Number.POSITIVE_INFINITY],
  ];
  for (const where of [numbers, [[index, '>=', '']] as Condition[]]) {
    const spec: QuerySpec = {
      from: recordsPath(storageId),
      where,
      orderBy: [
        [index, direction],
        [documentId, direction],
      ],
      limit: 1,
      select: ['data'],
    };
    const [row] = (await services.store.query<Pick<RecordDocument<Timestamp>, 'data'>>(spec)).rows;
    const value = row && valueAt(decodeFields(row.data.data), path);
    if (value !== undefined) return where === numbers ? (normalise(value) ?? null) : value;
  }
  return null;
}
