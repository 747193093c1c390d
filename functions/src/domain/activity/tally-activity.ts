import type { Services } from '../../services/services.ts';
import { activity } from '../../store/collections.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import { type ActivityEntry, activityWrite, describedAs } from './activity-log.ts';

interface Tallied extends Omit<ActivityEntry, 'tally'> {
  storageId: string;
  /** Records touched by this call. */
  count: number;
  /** The row that an earlier call of the same work has begun. */
  log: string | undefined;
  /** Id and time of the row, if this call begins it. */
  made?: ReturnType<Services['makeId']>;
}

/**
 * Keeps one row of the activity log for many calls: the first call creates it, the others raise its
 * count. Another person, activity or storage gets a new row.
 * @returns the row's id, for the next call; undefined while no record has been touched
 */
export function tallyActivity(
  services: Services,
  { storageId, count, log, made = services.makeId(), ...entry }: Tallied,
): Promise<string | undefined> {
  if (count === 0) return Promise.resolve(log);
  const of = (touched: number) => ({ ...entry, values: { ...entry.values, count: touched } });
  return services.store.transaction(async (tx) => {
    const begun = log && isDocumentId(log) ? await tx.activity.get(log) : null;
    if (begun?.data.tally?.storageId === storageId && isSameWork(begun.data, entry)) {
      const total = begun.data.tally.count + count;
      tx.write(activity.update(begun.id, { ...describedAs(of(total)), 'tally.count': total }));
      return begun.id;
    }
    tx.write(activityWrite(services, { ...of(count), tally: { storageId, count } }, made));
    return made.id;
  });
}

function isSameWork(
  row: { userId: string; projectId: string | null; activity: string },
  entry: Pick<ActivityEntry, 'userId' | 'projectId' | 'activity'>,
): boolean {
  return row.userId === entry.userId && row.projectId === entry.projectId && row.activity === entry.activity;
}
