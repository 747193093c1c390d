import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type BackupRow, latestReady } from './find-backups.ts';
import type { BackupDocument } from '../../store/documents/backup-documents.ts';

/**
 * Fixes the moment of a backup, and what it reads. One read for each storage, and some for the backup before.
 *
 * Firestore reads the past of one hour to the microsecond, and with point-in-time recovery whole minutes of seven days
 * (https://firebase.google.com/docs/firestore/pitr). So what had to begin again has a whole minute as its moment.
 */
export async function begunBackup(
  services: Services,
  { data: { projectId, begun } }: BackupRow,
): Promise<Pick<BackupDocument, 'readTime' | 'storages' | 'read' | 'parent' | 'begun'>> {
  const minute = Timestamp.fromMillis(Math.floor(services.clock() / 60_000) * 60_000);
  const { rows, readTime } = await services.store.storages.query({
    where: [['projectId', '==', projectId]],
    ...(begun > 0 ? { readTime: minute } : {}),
  });
  const parent = await latestReady(services, projectId);
  return {
    readTime: begun > 0 ? minute : readTime,
    storages: rows.filter(({ data }) => !data.archived).map(({ id }) => id),
    read: 0,
    parent: parent?.id ?? null,
    begun: begun + 1,
  };
}

/** One read. @returns a storage as it was at a moment; null where it was not there */
export async function storageAt({ store }: Pick<Services, 'store'>, id: string, readTime: Timestamp): Promise<StorageRow | null> {
  return (await store.storages.query({ where: [[documentId, '==', id]], readTime })).rows[0] ?? null;
}
