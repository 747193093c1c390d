import { usualTrashDays } from '@bedplate/contract';
import type { Store } from '../../store/access.ts';
import { trash } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

export const dayMillis = 86_400_000;

/** How long deleted records of a storage stay. Time before `from` does not count. */
export interface TrashTerm {
  readonly from: number;
  readonly millis: number;
}

/** @param since when this installation began to end what lies in the trash */
export function trashTerm({ data: { trashDays, trashSince } }: StorageRow, since: number): TrashTerm {
  return { from: Math.max(since, trashSince?.toMillis() ?? 0), millis: (trashDays ?? usualTrashDays) * dayMillis };
}

/** @returns the moment from which a record that was deleted then may go for good */
export function trashEnd({ from, millis }: TrashTerm, deletedAt: Timestamp): number {
  return Math.max(from, deletedAt.toMillis()) + millis;
}

/** One read. Before the first look of an installation nothing has begun to end. */
export async function trashSince({ store, clock }: { store: Pick<Store, 'trashRounds'>; clock: () => number }): Promise<number> {
  return (await store.trashRounds.get('nightly'))?.data.since.toMillis() ?? clock();
}

/** One read. @returns when the record that lies longest in the trash was deleted; null for an empty trash */
export async function oldestDeletion(store: Pick<Store, 'in'>, storageId: string): Promise<Timestamp | null> {
  const { rows } = await store.in(trash(storageId)).query({
    where: [['kind', '==', 'trash']],
    orderBy: [['deletedAt', 'asc']],
    limit: 1,
    select: ['deletedAt'],
  });
  return rows[0]?.data.deletedAt ?? null;
}
