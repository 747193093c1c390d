import type { Services } from '../../services/services.ts';
import { backups } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { backupFolder } from '../records/snapshots/segment.ts';
import { damagedOf, objectsOf, perStep } from './check-parent.ts';
import type { BackupRow } from './find-backups.ts';
import { isManifestWhole } from './manifest.ts';

/** A deletion is known for seven days: nothing relies on an older look. */
const staleMillis = 5 * 86_400_000;

/**
 * Whether the newest backup of a project that does not change cannot be restored. No newer one looks at its objects, so from time to time a
 * look begins, which takes a hundred of them a night. Whether the list of objects is there is looked at each night.
 * @param readTime when nothing had changed
 */
export async function isDamaged(services: Services, latest: BackupRow, readTime: Timestamp): Promise<boolean> {
  const { id, data } = latest;
  if (data.damagedAt || !(await isManifestWhole(services, latest))) return true;
  const isStale = data.currentAt !== null && services.clock() - data.currentAt.toMillis() > staleMillis;
  const looked = data.looked ?? (isStale ? 0 : null);
  if (looked === null) return false;
  const names = await allObjects(services, latest);
  if (looked === 0 && !(await isManifestWhole(services, latest, names))) return true;
  if (await damagedOf(services, backupFolder(data.tenantId, data.projectId), names.slice(looked, looked + perStep))) return true;
  const next = looked + perStep < names.length ? looked + perStep : null;
  await services.store.commit([backups.update(id, { looked: next, ...(isStale && { currentAt: readTime }) })]);
  return false;
}

/** One read for each storage. */
async function allObjects(services: Services, { id, data }: BackupRow): Promise<string[]> {
  const names: string[] = [];
  for (const storageId of data.storages) names.push(...(await objectsOf(services, id, storageId)));
  return names;
}
