import type { CollectionPath } from '../../store/model/collection.ts';
import { retentionDays } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { activity, contacts, pageVisits } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';

const inOneCommit = 400;
/** A run lasts this long at most; the next one goes on. */
const forMillis = 4 * 60_000;

/**
 * Removes page views, rows of the activity log and messages that are past their time, on one machine: its database has no policies,
 * by which a deployed one does it (firestore.indexes.json).
 * @returns their number
 */
export async function removeOld(services: Pick<Services, 'store' | 'clock'>): Promise<number> {
  const visits = await removeOlder(services, { from: pageVisits, days: retentionDays.pageVisits });
  const rows = await removeOlder(services, { from: activity, days: retentionDays.activity });
  return visits + rows + (await removeOlder(services, { from: contacts, days: retentionDays.messages }));
}

async function removeOlder(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { from, days }: { from: typeof pageVisits | typeof activity | typeof contacts; days: number },
): Promise<number> {
  const began = clock();
  const before = Timestamp.fromMillis(began - days * 86_400_000);
  let removed = 0;
  while (clock() - began < forMillis) {
    const { rows } = await store.query({
      from: from.name as CollectionPath,
      where: [['createdAt', '<', before]],
      select: [],
      limit: inOneCommit,
    });
    if (rows.length > 0) await store.commit(rows.map(({ id }) => from.remove(id)));
    removed += rows.length;
    if (rows.length < inOneCommit) break;
  }
  return removed;
}
