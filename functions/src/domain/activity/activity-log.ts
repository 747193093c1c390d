import type { Activity, ActivityModule } from '@bedplate/contract';
import { Timestamp, type Transaction, type WriteBatch } from 'firebase-admin/firestore';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';

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

/** Writes a row of the activity log in the commit of the change that it tells about. @returns its id */
export function activityWrite(
  services: Services,
  commit: Pick<WriteBatch, 'create'> | Pick<Transaction, 'create'>,
  entry: ActivityEntry,
): string {
  const { id, millis } = services.makeId();
  commit.create(collections(services.db).activity.doc(id), {
    ...entry,
    scope: entry.projectId ?? entry.tenantId,
    description: entry.description.slice(0, 500),
    createdAt: Timestamp.fromMillis(millis),
  });
  return id;
}

/** Writes a row after a change that has its own commit. */
export async function logActivity(services: Services, entry: ActivityEntry): Promise<void> {
  const batch = services.db.batch();
  activityWrite(services, batch, entry);
  await batch.commit();
}
