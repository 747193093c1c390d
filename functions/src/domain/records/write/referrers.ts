import { limits, type OnDelete, type RecordDocument } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { recordsPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { candidateOf, subjectOf } from '../query/candidate.ts';
import { indexedPart } from '../query/conditions.ts';
import { matcherOf } from '../query/filter.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { readFilters } from '../query/read-filters.ts';
import { bodyFields } from './record-changes.ts';

/** A reference field, and what a delete of the record that it names does to the record that has it. */
export interface Referrer {
  readonly storage: StorageRow;
  readonly field: string;
  readonly action: OnDelete;
}

/**
 * Reads the storages whose records follow when records of these are deleted, and those that follow them: one read each.
 * @returns by the id of the storage that is referred to
 */
export async function referrersOf(services: RecordServices, storages: readonly StorageRow[]): Promise<Map<string, Referrer[]>> {
  const found = new Map<string, Referrer[]>();
  const rows = new Map(storages.map((storage) => [storage.id, storage]));
  let ahead = [...rows.values()];
  while (ahead.length > 0) {
    const unknown = [...new Set(ahead.flatMap(({ data }) => Object.keys(data.referredBy ?? {})))].filter((id) => !rows.has(id));
    for (const row of await services.store.storages.getAll(unknown)) if (row) rows.set(row.id, row);
    const next: StorageRow[] = [];
    for (const { id, data } of ahead) {
      const referrers = Object.entries(data.referredBy ?? {}).flatMap(([storageId, fields]) => referrersIn(rows.get(storageId), fields));
      found.set(id, referrers);
      next.push(...referrers.filter(({ action }) => action === 'cascade').map(({ storage }) => storage));
    }
    ahead = [...new Set(next)].filter(({ id }) => !found.has(id));
  }
  return found;
}

function referrersIn(storage: StorageRow | undefined, fields: Readonly<Record<string, OnDelete>>): Referrer[] {
  if (!storage || storage.data.archived) return [];
  return Object.entries(fields).map(([field, action]) => ({ storage, field, action }));
}

/** A record is still referred to by others, which stay. */
export class StillReferred extends ApiError {
  constructor(
    readonly referrer: Referrer,
    readonly referring: readonly { readonly storageId: string; readonly key: string }[],
  ) {
    super('conflict', say('stillReferred', { name: referrer.storage.data.storageName, field: referrer.field }));
  }
}

/** Of texts the index keeps a part: where one record is looked for, some others may have the same part. */
const leastLimit = 20;

/** @returns the records that refer to one, in the transaction; up to `limit`, or more */
export async function referringRecords(
  tx: Transaction,
  { storage, field }: Referrer,
  { id, limit }: { id: string; limit: number },
): Promise<Row<RecordDocument<Timestamp>>[]> {
  const query = parseListQuery(`filter[${encodeURIComponent(field)}]=${encodeURIComponent(id)}`);
  const catalogue = catalogueOf(storage.data);
  const filters = readFilters(catalogue, query);
  const { where, impossible } = indexedPart(catalogue, filters, []);
  if (impossible) return [];
  if (where.length === 0) throw new ApiError('conflict', say('referrersUnknown', { name: storage.data.storageName, field }));
  const { rows } = await tx.query({
    from: recordsPath(storage.id),
    where,
    limit: Math.max(limit, leastLimit),
    select: bodyFields,
  });
  const isMatch = matcherOf({ ...query, filters });
  return rows.filter((row) => isMatch(subjectOf(candidateOf(row))));
}

/** @throws {ApiError} conflict for an act of more records than one commit takes */
export function requireFewAlong(count: number): void {
  if (count > limits.deletedAlong) throw new ApiError('conflict', say('deletesMany', { max: limits.deletedAlong }));
}
