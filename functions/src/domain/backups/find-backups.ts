import type { Services } from '../../services/services.ts';
import type { BackupDocument } from '../../store/documents/backup-documents.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';

export type BackupRow = Row<BackupDocument>;

/** @returns a project's backups, newest first: ids are made in that order */
export async function backupsOf({ store }: Pick<Services, 'store'>, projectId: string, limit: number): Promise<BackupRow[]> {
  const { rows } = await store.backups.query({ where: [['projectId', '==', projectId]], orderBy: [[documentId, 'asc']], limit });
  return rows;
}

/** Backups that are looked through for one that is done: before it are a few at most that failed or still run. */
const looked = 10;

export async function latestReady(services: Pick<Services, 'store'>, projectId: string): Promise<BackupRow | null> {
  return (await backupsOf(services, projectId, looked)).find(({ data }) => data.state === 'ready') ?? null;
}
