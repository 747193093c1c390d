import type { ProjectDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { backupRounds, backups } from '../../store/collections.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { backupsOf } from './find-backups.ts';
import { drill } from './drill.ts';
import { newBackup } from './new-backup.ts';
import { changesSince } from './project-changes.ts';

/** The hour (UTC) from which on the night's look at all projects begins. */
const nightHour = 1;
const atOnce = 20;
/** The last backups of a project, of which one may have failed. */
const looked = 3;
/** A deletion is known for seven days: nothing relies on an older look. */
const staleMillis = 5 * 86_400_000;

/**
 * Asks for a backup of each project that has changed since its last one, once a day. A project that has not costs a read, one for its last
 * backup and three for each storage. A run that dies is continued by the next one at the page where it was.
 */
export async function askNightly(services: Services, until: number): Promise<void> {
  const now = new Date(services.clock());
  const day = now.toISOString().slice(0, 10);
  const round = (await services.store.backupRounds.get('nightly'))?.data;
  if (now.getUTCHours() < nightHour || (round?.day === day && round.isDone)) return;
  let after = round?.day === day ? round.after : null;
  let isDone = false;
  while (!isDone && services.clock() < until) {
    const { rows } = await services.store.projects.query({
      orderBy: [[documentId, 'asc']],
      ...(after === null ? {} : { startAfter: [after] }),
      limit: atOnce,
    });
    for (const project of rows) if (project.data.archivedAt === null) await askIfChanged(services, project);
    after = rows.at(-1)?.id ?? after;
    isDone = rows.length < atOnce;
    if (isDone) await drill(services, until);
    await services.store.commit([backupRounds.set('nightly', { day, after, isDone })]);
  }
}

async function askIfChanged(services: Services, project: Row<ProjectDocument<Timestamp>>): Promise<void> {
  const recent = await backupsOf(services, project.id, looked);
  if (recent.some(({ data }) => data.state === 'running')) return;
  const latest = recent.find(({ data }) => data.state === 'ready') ?? null;
  const { hasChanged, readTime } = await changesSince(services, project, latest);
  if (hasChanged) {
    const tenant = await services.store.tenants.get(project.data.tenantId);
    if (tenant) await services.store.commit([newBackup(services, { project, tenant: tenant.data, cause: 'nightly' }).write]);
    return;
  }
  const isStale = latest?.data.currentAt && readTime.toMillis() - latest.data.currentAt.toMillis() > staleMillis;
  if (latest && isStale) await services.store.commit([backups.update(latest.id, { currentAt: readTime })]);
}
