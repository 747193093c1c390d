import type { Activity, ActivityModule } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { activity } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';

export interface ActivityEntry {
  tenantId: string;
  /** Null for what concerns the whole account. */
  projectId: string | null;
  /** Who did it. */
  userId: string;
  /** The account's owner. */
  adminId: string;
  module: ActivityModule;
  activity: Activity;
  description: string;
  /** Of a work that takes several calls, see `tallyActivity`. */
  tally?: { storageId: string; count: number };
}

/**
 * A row of the activity log, for the commit of the change that it describes.
 * @param made id and time of the row
 */
export function activityWrite(services: Services, entry: ActivityEntry, made = services.makeId()): Write {
  return activity.create(made.id, {
    ...entry,
    scope: entry.projectId ?? entry.tenantId,
    description: entry.description.slice(0, 500),
    createdAt: Timestamp.fromMillis(made.millis),
  });
}

/** Writes a row after a change that has its own commit. */
export async function logActivity(services: Services, entry: ActivityEntry): Promise<void> {
  await services.store.commit([activityWrite(services, entry)]);
}
