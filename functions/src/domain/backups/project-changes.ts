import type { ProjectDocument, StorageDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Row } from '../../store/model/row.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { hasChanged } from '../records/snapshots/changed-ranges.ts';
import type { BackupRow } from './find-backups.ts';

/**
 * No record knows its project, so a storage says by itself whether it has changed: two reads, and one for its document. Whatever is written
 * to that counts, by Firestore's own time: its settings, schema and rules, and a mark for the views and endpoints beside it.
 */
export async function changesSince(
  services: Services,
  project: Row<ProjectDocument<Timestamp>>,
  latest: BackupRow | null,
): Promise<{ hasChanged: boolean; readTime: Timestamp }> {
  const { rows, readTime } = await services.store.storages.query({ where: [['projectId', '==', project.id]] });
  const present = rows.filter(({ data }) => !data.archived);
  const since = latest?.data.currentAt;
  if (!latest || !since) return { hasChanged: present.length > 0, readTime };
  const isWritten = present.some(({ updateTime }) => updateTime.toMillis() > since.toMillis());
  const isNew = isWritten || project.data.updatedAt.toMillis() > since.toMillis();
  if (isNew || !isSame(present, latest)) return { hasChanged: true, readTime };
  for (const { id } of present) if (await hasChanged(services, { storageId: id, since, readTime })) return { hasChanged: true, readTime };
  return { hasChanged: false, readTime };
}

function isSame(present: readonly Row<StorageDocument<Timestamp>>[], { data: { storages } }: BackupRow): boolean {
  return present.length === storages.length && present.every(({ id }) => storages.includes(id));
}
