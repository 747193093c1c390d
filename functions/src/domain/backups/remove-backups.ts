import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { backupParts, backups } from '../../store/collections.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { Timestamp } from '../../store/model/values.ts';
import { parseRanges } from '../records/snapshots/range.ts';
import { backupFolder } from '../records/snapshots/segment.ts';
import { type BackupRow, backupsOf } from './find-backups.ts';

const atOnce = 20;
const most = 500;
/** The newest backup of a project is looked at again after this. */
const keptMillis = 7 * 86_400_000;

/**
 * Removes backups past their time. The newest one stays while its project does: what has not changed has no newer one. One that cannot go
 * yet keeps none back that follows it.
 */
export async function removeExpired(services: Services, until: number): Promise<void> {
  const now = Timestamp.fromMillis(services.clock());
  for (let after: readonly unknown[] | null = []; after && services.clock() < until; ) {
    const { rows } = await services.store.backups.query({
      where: [['expiresAt', '<=', now]],
      orderBy: [
        ['expiresAt', 'asc'],
        [documentId, 'asc'],
      ],
      ...(after.length > 0 && { startAfter: after }),
      limit: atOnce,
    });
    for (const row of rows) {
      if (services.clock() >= until) return;
      await removeOrKeep(services, row).catch((error: unknown) => log.warn('backup.remove-late', { backup: row.id }, error));
    }
    const last = rows.at(-1);
    after = last && rows.length === atOnce ? [last.data.expiresAt, last.id] : null;
  }
}

async function removeOrKeep(services: Services, row: BackupRow): Promise<void> {
  const [project, all] = await Promise.all([
    services.store.projects.get(row.data.projectId),
    backupsOf(services, row.data.projectId, most),
  ]);
  // One that is being made may be about to share its objects.
  if (all.some(({ data }) => data.state === 'running')) return;
  const newest = all.find(({ data }) => data.state === 'ready');
  if (project && newest?.id === row.id) {
    const expiresAt = Timestamp.fromMillis(services.clock() + keptMillis);
    return void (await services.store.commit([backups.update(row.id, { expiresAt })]));
  }
  await removeBackup(services, row, all);
}

/** Removes objects that no neighbour shares: each backup takes over only from the one before it. All of it may be done again. */
async function removeBackup(services: Services, row: BackupRow, all: readonly BackupRow[]): Promise<void> {
  const at = all.findIndex(({ id }) => id === row.id);
  const ready = (rows: readonly BackupRow[]) => rows.find(({ data }) => data.state === 'ready');
  const neighbours = [ready(all.slice(0, at).reverse()), ready(all.slice(at + 1))];
  const shared = new Set<string>();
  for (const neighbour of neighbours) if (neighbour) for (const name of await objectsOf(services, neighbour.id)) shared.add(name);
  const folder = backupFolder(row.data.tenantId, row.data.projectId);
  const own = new Set([...(await objectsOf(services, row.id)), ...(await listed(services, folder, row.id))]);
  for (const name of own) if (!shared.has(name)) await services.records.files.remove({ path: folder + name });
  const parts = await services.store.in(backupParts(row.id)).query({ select: [] });
  await services.store.commit([...parts.rows.map(({ id }) => backupParts(row.id).remove(id)), backups.remove(row.id)]);
}

async function objectsOf({ store }: Services, backupId: string): Promise<string[]> {
  const { rows } = await store.in(backupParts(backupId)).query();
  return rows.flatMap(({ data }) => [data.settings, ...parseRanges(data.ranges).flatMap(({ object }) => object ?? [])]);
}

/** Also what a killed run has left behind. */
async function listed({ records: { files } }: Services, folder: string, backupId: string): Promise<string[]> {
  const names: string[] = [];
  for (let from: string | null = null; ; ) {
    const { paths, next } = await files.list(`${folder}${backupId}/`, from);
    names.push(...paths.map((path) => path.slice(folder.length)));
    if (next === null) return names;
    from = next;
  }
}
