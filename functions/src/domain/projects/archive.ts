import type { ArchivedProject, Pagination } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { projects, storages, tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject } from '../callers/find-project.ts';
import { filesFollow, followArchive } from '../records/write/archived-files.ts';
import { roomForProject } from './projects.ts';

/** Archives a project with its storages: everything stays where it is, and a recovery brings it back under the same ids. */
export async function archiveProject(services: Services, caller: Caller, projectId: string): Promise<void> {
  await findProject(services, caller, projectId);
  const { tenantId } = accountOf(caller);
  await services.store.transaction(async (tx) => {
    const project = (await tx.projects.get(projectId))?.data;
    const tenant = (await tx.tenants.get(tenantId))?.data;
    const active = await tx.storages.query({
      where: [
        ['projectId', '==', projectId],
        ['archived', '==', false],
      ],
    });
    if (!project || !tenant || project.archivedAt !== null) throw notFound('Project');
    const now = Timestamp.fromMillis(services.clock());
    tx.write(
      projects.update(projectId, { archivedAt: now }),
      filesFollow(services.records, { tenantId, projectId }),
      ...active.rows.map(({ id }) => storages.update(id, { archived: true })),
      tenants.update(tenantId, { 'counters.projects': Math.max(0, tenant.counters.projects - 1), updatedAt: now }),
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Projects',
        activity: 'Remove Project',
        kind: 'projectArchived',
        values: { who: caller.name, name: project.name },
      }),
    );
  });
  await followArchive(services.records, projectId);
}

/** Brings a project back with the storages that were not archived by themselves. @throws {ApiError} not-found, quota-exceeded */
export async function recoverProject(services: Services, caller: Caller, projectId: string): Promise<void> {
  const { tenantId } = accountOf(caller);
  await services.store.transaction(async (tx) => {
    const project = (await tx.projects.get(projectId))?.data;
    if (!project || project.tenantId !== tenantId || project.archivedAt === null) throw notFound('Archived project');
    const tenant = await roomForProject(tx, tenantId);
    const own = await tx.storages.query({
      where: [
        ['projectId', '==', projectId],
        ['archivedAt', '==', null],
      ],
    });
    const now = Timestamp.fromMillis(services.clock());
    tx.write(
      projects.update(projectId, { archivedAt: null }),
      filesFollow(services.records, { tenantId, projectId }),
      ...own.rows.map(({ id }) => storages.update(id, { archived: false, trashSince: now })),
      tenants.update(tenantId, { 'counters.projects': tenant.counters.projects + 1, updatedAt: now }),
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Projects',
        activity: 'Recover Project',
        kind: 'projectRecovered',
        values: { who: caller.name, name: project.name },
      }),
    );
  });
  await followArchive(services.records, projectId);
}

/** The account's archived projects, the last archived first. */
export async function listArchivedProjects(
  services: Services,
  caller: Caller,
  page: { page: number; limit: number },
): Promise<{ data: ArchivedProject[]; pagination: Pagination }> {
  const { tenantId, owner } = accountOf(caller);
  const { rows } = await services.store.projects.query({ where: [['tenantId', '==', tenantId]] });
  const archived = rows.flatMap(({ id, data }): ArchivedProject[] => {
    const { name, description, createdAt, updatedAt, archivedAt } = data;
    if (!archivedAt) return [];
    return [
      {
        id,
        originalId: id,
        userId: owner.uid,
        projectName: name,
        projectDescription: description,
        originalCreatedAt: createdAt.toDate().toISOString(),
        originalUpdatedAt: updatedAt.toDate().toISOString(),
        createdAt: archivedAt.toDate().toISOString(),
      },
    ];
  });
  return pageOf(
    archived.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    page,
  );
}
