import type { ProjectDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { backupRounds } from '../../store/collections.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { lookNightly } from '../nightly/look-nightly.ts';
import { backupsOf } from './find-backups.ts';
import { drill } from './drill.ts';
import { isDamaged } from './look-again.ts';
import { newBackup } from './new-backup.ts';
import { changesSince } from './project-changes.ts';

/** The hour (UTC) from which on the night's look at all projects begins. */
const nightHour = 1;
/** The last backups of a project; one may have failed. */
const looked = 3;

/**
 * Asks for a backup of each project that has changed since its last one, once a day. A project that has not costs a read, one for its last
 * backup and three for each storage. A run that dies is continued by the next one at the page where it was.
 */
export async function askNightly(services: Services, until: number): Promise<void> {
  const { store } = services;
  await lookNightly<ProjectDocument<Timestamp>>(services.clock, {
    hour: nightHour,
    until,
    round: (await store.backupRounds.get('nightly'))?.data,
    note: async (round) => void (await store.commit([backupRounds.set('nightly', round)])),
    page: async (after, limit) =>
      (await store.projects.query({ orderBy: [[documentId, 'asc']], ...(after !== null && { startAfter: [after] }), limit })).rows,
    get: (id) => store.projects.get(id),
    each: async (project) => {
      if (project.data.archivedAt === null) await askIfChanged(services, project);
      return false;
    },
    atEnd: () => drill(services, until),
  });
}

async function askIfChanged(services: Services, project: Row<ProjectDocument<Timestamp>>): Promise<void> {
  const recent = await backupsOf(services, project.id, looked);
  if (recent.some(({ data }) => data.state === 'running')) return;
  const latest = recent.find(({ data }) => data.state === 'ready') ?? null;
  const { hasChanged, readTime } = await changesSince(services, project, latest);
  if (hasChanged || (latest && (await isDamaged(services, latest, readTime)))) {
    const tenant = await services.store.tenants.get(project.data.tenantId);
    if (tenant) await services.store.commit([newBackup(services, { project, tenant: tenant.data, cause: 'nightly' }).write]);
  }
}
