import type { Activity, ActivityModule } from '@bedplate/contract';
import { Timestamp, type Transaction, type WriteBatch } from 'firebase-admin/firestore';
import type { Services } from '../../services.ts';
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
}

/** Writes a row of the activity log in the commit of the change that it tells about. */
export function activityWrite(
  services: Services,
  commit: Pick<WriteBatch, 'create'> | Pick<Transaction, 'create'>,
  entry: ActivityEntry,
): void {
  const { id, millis } = services.makeId();
  commit.create(collections(services.db).activity.doc(id), {
    ...entry,
    scope: entry.projectId ?? entry.tenantId,
    description: entry.description.slice(0, 500),
    createdAt: Timestamp.fromMillis(millis),
  });
}

/** Writes a row after a change that has its own commit. */
export async function logActivity(services: Services, entry: ActivityEntry): Promise<void> {
  const batch = services.db.batch();
  activityWrite(services, batch, entry);
  await batch.commit();
}
