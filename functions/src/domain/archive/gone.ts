import type { ProjectDocument, StorageDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { apiKeys, backups, projects, storages } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { purgeWrite } from './purges.ts';

/** The person who deletes, for the activity log. */
export interface Deleter {
  readonly actor: { readonly tenantId: string; readonly userId: string; readonly adminId: string };
  readonly who: string;
}

/** @returns the writes that delete a storage for good */
export function storageGone(
  services: Services,
  { actor, who }: Deleter,
  { id, data }: { id: string; data: StorageDocument<Timestamp> },
): Write[] {
  return [
    storages.remove(id),
    purgeWrite(services, id, data),
    activityWrite(services, {
      ...actor,
      projectId: data.projectId,
      module: 'Data Storage',
      activity: 'Remove Storage',
      kind: 'storagePurged',
      values: { who, name: data.storageName },
    }),
  ];
}

/** @returns the writes that delete a project for good with its storages and named keys, and the ids of the storages */
export async function projectGone(
  services: Services,
  {
    tx,
    deleter: { actor, who },
    project: {
      id: projectId,
      data: { tenantId, name },
    },
  }: { tx: Transaction; deleter: Deleter; project: { id: string; data: ProjectDocument<Timestamp> } },
): Promise<{ writes: Write[]; storageIds: string[] }> {
  const [own, keys, kept] = await Promise.all([
    tx.storages.query({ where: [['projectId', '==', projectId]] }),
    tx.apiKeys.query({ where: [['tenantId', '==', tenantId]] }),
    tx.backups.query({ where: [['projectId', '==', projectId]], select: [] }),
  ]);
  const now = Timestamp.fromMillis(services.clock());
  const named = keys.rows.filter(({ data }) => data.kind === 'scoped' && data.projectId === projectId);
  const writes = [
    projects.remove(projectId),
    ...own.rows.flatMap(({ id, data }) => [storages.remove(id), purgeWrite(services, id, data)]),
    ...named.map(({ id }) => apiKeys.remove(id)),
    ...kept.rows.map(({ id }) => backups.update(id, { expiresAt: now })),
    activityWrite(services, {
      ...actor,
      projectId: null,
      module: 'Projects',
      activity: 'Remove Project',
      kind: 'projectPurged',
      values: { who, name },
    }),
  ];
  return { writes, storageIds: own.rows.map(({ id }) => id) };
}
