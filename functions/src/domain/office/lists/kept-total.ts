import type { Services } from '../../../services/services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { remove, set } from '../../../store/model/writes.ts';
import { collection, type CollectionPath, type DocumentPath } from '../../../store/model/collection.ts';
import type { FieldCondition } from '../../../store/model/query-spec.ts';

interface KeptTotal {
  count: number;
  asOf: Timestamp;
  /** The counted query, as JSON. */
  of?: string;
}

const totals = collection<KeptTotal>('officeTotals');

export interface Counted {
  from: CollectionPath;
  where: readonly FieldCondition[];
  /** Whether the documents have `createdAt`: then only newer ones are counted. */
  dated: boolean;
}

/** Up to this size counting is as cheap as looking the total up. */
const plainCount = 5000;

/**
 * Counts documents. A large total is kept in officeTotals and newer documents are added to it; removed
 * ones are counted until the nightly recount.
 */
export async function keptTotal(services: Services, name: string, counted: Counted): Promise<number> {
  const { from, where, dated } = counted;
  const { store } = services;
  const kept = await store.get(pathOf(name));
  if (kept && !dated) return kept.data.count;
  if (kept) return kept.data.count + (await store.count({ from, where: [...where, ['createdAt', '>', kept.data.asOf]] }));
  return countAndKeep(services, name, counted);
}

/** Recounts the kept totals every night; an index entry costs a thousandth of a read. */
export async function recountTotals(services: Services): Promise<void> {
  const { rows } = await services.store.query({ from: totals.name, limit: 500 });
  for (const { id, path, data } of rows) {
    if (data.of === undefined) continue;
    const count = await countAndKeep(services, decodeURIComponent(id), JSON.parse(data.of) as Counted); // written below
    if (count <= plainCount) await services.store.commit([remove(path)]);
  }
}

async function countAndKeep(services: Services, name: string, counted: Counted): Promise<number> {
  const { store, now } = services.records;
  const asOf = Timestamp.fromMillis(now());
  const count = await store.count({ from: counted.from, where: counted.where });
  if (count > plainCount) await store.commit([set(pathOf(name), { count, asOf, of: JSON.stringify(counted) } satisfies KeptTotal)]);
  return count;
}

function pathOf(name: string): DocumentPath<KeptTotal> {
  return totals.path(encodeURIComponent(name));
}
