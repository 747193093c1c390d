import { type Json, limits } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { storages, totals } from '../../../store/collections.ts';
import type { TotalDocument } from '../../../store/documents/documents.ts';
import { documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import type { Row, Rows } from '../../../store/model/row.ts';
import { type Timestamp, withElements, withoutElements } from '../../../store/model/values.ts';
import { update, type Write } from '../../../store/model/writes.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { type KeptBy, longName, noSum, type Share, type Shares, type Sum } from './share.ts';

/** The records that have one set of values. */
export interface KeptGroup {
  /** In the order of the total's fields. */
  readonly values: readonly Json[];
  readonly records: number;
  readonly sums: readonly Sum[];
}

/** Documents into which the writes of one shard of the storage's keys spread: each takes a few dozen a second. Decision 092. */
const partsPerShard = 8;
const mostShards = 4;

/** @returns the path of one of the documents that writes add to */
export function partPath(storage: StorageRow, totalId: string): string {
  const parts = partsPerShard * Math.min(mostShards, storage.data.shards.length);
  return totals(storage.id).path(`${totalId}.${Math.floor(Math.random() * parts)}`);
}

/** The records from before the total was declared. */
export const baseId = (totalId: string): string => `${totalId}.base`;

/** All documents of a total. */
export function documentsOf(storageId: string, totalId: string, readTime?: Timestamp): QuerySpec<TotalDocument> {
  return {
    from: totals(storageId).name,
    where: [
      [documentId, '>=', `${totalId}.`],
      [documentId, '<', `${totalId}.~`],
    ],
    ...(readTime && { readTime }),
  };
}

/** Where a total is full, what it has cannot be relied upon. */
export type Kept = readonly KeptGroup[] | 'counting' | 'full' | 'unfit';

/** One read for each document: at most one more than the parts. */
export async function readKept(
  reader: { query(spec: QuerySpec<TotalDocument>): Promise<Rows<TotalDocument>> },
  { storageId, total }: { storageId: string; total: KeptBy },
): Promise<Kept> {
  const { rows } = await reader.query(documentsOf(storageId, total.id));
  if (!rows.some(({ id }) => id === baseId(total.id))) return 'counting';
  const shares = added(rows, total);
  if (shares.size > limits.keptTotalValues) return 'full';
  const some = [...shares].filter(([, { records }]) => records !== 0);
  if (some.some(([name, { records }]) => name === longName || records < 0)) return 'unfit';
  return some.map(([, { values, records, sums }]) => ({ values: JSON.parse(values ?? '[]') as Json[], records, sums })); // written by `addRecord`
}

/** @returns the shares of several documents, added up */
export function added(rows: readonly Row<TotalDocument>[], total: KeptBy): Shares {
  const shares: Shares = new Map();
  for (const { data } of rows) {
    for (const [name, entry] of Object.entries(data.values ?? {})) {
      const share: Share = shares.get(name) ?? { values: entry.of ?? null, records: 0, sums: total.sums.map(() => ({ ...noSum })) };
      shares.set(name, share);
      share.records += entry.records ?? 0;
      for (const [i, sum] of share.sums.entries()) {
        sum.numbers += entry[`numbers${i}`] ?? 0;
        sum.high += entry[`high${i}`] ?? 0;
        sum.low += entry[`low${i}`] ?? 0;
        sum.unfit += entry[`unfit${i}`] ?? 0;
      }
    }
  }
  return shares;
}

/** Ends a total that met too many values: it is written and asked no more, until it is declared again. */
export function fullWrite(storageId: string, totalId: string): Write {
  return update(storages.path(storageId), { fullTotals: withElements(totalId), keptTotals: withoutElements(totalId) });
}

export function isFull({ data }: StorageRow, totalId: string): boolean {
  return data.fullTotals?.includes(totalId) ?? false;
}

/** @returns whether all records are in it */
export function isReady({ data }: StorageRow, totalId: string): boolean {
  return data.keptTotals?.includes(totalId) ?? false;
}

const invalidArgument = 3;

/**
 * A document has one MiB; a total whose values are many more than it may have fills one, and nothing of the commit is stored.
 * @returns whether totals of the storages were ended, so that the write can be made again with the storages as they are now
 */
export async function endFullTotals(
  { store }: Pick<RecordServices, 'store'>,
  kept: readonly { readonly storageId: string; readonly totals: readonly KeptBy[] }[],
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== invalidArgument || !/size/i.test(error.message)) return false;
  const full: Write[] = [];
  for (const { storageId, totals: each } of kept) {
    for (const total of each) {
      const { rows } = await store.query(documentsOf(storageId, total.id));
      if (added(rows, total).size > limits.keptTotalValues) full.push(fullWrite(storageId, total.id));
    }
  }
  if (full.length > 0) await store.commit(full);
  return full.length > 0;
}
