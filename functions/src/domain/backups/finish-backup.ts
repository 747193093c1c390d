import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import type { BackupDocument } from '../../store/documents/backup-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { manifestName } from '../records/snapshots/manifest-name.ts';
import { microTime } from '../records/snapshots/record-line.ts';
import { totalsOf } from '../records/snapshots/range.ts';
import { backupFolder } from '../records/snapshots/segment.ts';
import type { BackupRow } from './find-backups.ts';
import { backupFormat, listedStorages } from './manifest.ts';

/** Writes the list of all objects, without which they are no backup. One read for each storage. @returns the end of the backup */
export async function finishedBackup(
  services: Services,
  { id, data }: BackupRow,
  readTime: Timestamp,
): Promise<Pick<BackupDocument, 'state' | 'currentAt' | 'finishedAt' | 'records' | 'files' | 'bytes' | 'failure' | 'reread'>> {
  const { projectId, tenantId, storages } = data;
  const [project, parts] = await Promise.all([services.store.projects.get(projectId), services.store.in(backupParts(id)).getAll(storages)]);
  const listed = listedStorages(parts);
  const manifest = {
    format: backupFormat,
    id,
    readTime: microTime(readTime),
    project: { id: projectId, name: project?.data.name ?? '', description: project?.data.description ?? '' },
    storages: listed,
  };
  await services.records.files.keep(
    backupFolder(tenantId, projectId) + manifestName(id),
    Buffer.from(JSON.stringify(manifest)),
    'application/json',
  );
  const reread = parts.filter((part) => part?.data.isReread).length;
  return {
    state: 'ready',
    currentAt: readTime,
    finishedAt: Timestamp.fromMillis(services.clock()),
    ...totalsOf(listed),
    failure: null,
    ...(reread > 0 ? { reread } : {}),
  };
}
