import type { ArchivedProject, Pagination } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject } from '../callers/find-project.ts';
import { roomForProject } from './projects.ts';

/** Archives a project with its storages: everything stays where it is, and a recovery brings it back under the same ids. */
export async function archiveProject(services: Services, caller: Caller, projectId: string): Promise<void> {
  await findProject(services, caller, projectId);
  const { projects, storages, tenants } = collections(services.db);
  const { tenantId } = accountOf(caller);
  await services.db.runTransaction(async (tx) => {
    const project = (await tx.get(projects.doc(projectId))).data();
    const tenant = (await tx.get(tenants.doc(tenantId))).data();
    const active = await tx.get(storages.where('projectId', '==', projectId).where('archived', '==', false));
    if (!project || !tenant || project.archivedAt !== null) throw notFound('Project');
    const now = Timestamp.fromMillis(services.clock());
    tx.update(projects.doc(projectId), { archivedAt: now });
    for (const { ref } of active.docs) tx.update(ref, { archived: true });
    tx.update(tenants.doc(tenantId), { 'counters.projects': Math.max(0, tenant.counters.projects - 1), updatedAt: now });
    activityWrite(services, tx, {
      ...actorOf(caller),
      projectId,
      module: 'Projects',
      activity: 'Remove Project',
      description: `${caller.name} archived the project ${project.name}.`,
    });
  });
}

/** Brings a project back with the storages that were not archived by themselves. @throws {ApiError} not-found, quota-exceeded */
export async function recoverProject(services: Services, caller: Caller, projectId: string): Promise<void> {
  const { projects, storages, tenants } = collections(services.db);
  const { tenantId } = accountOf(caller);
  await services.db.runTransaction(async (tx) => {
    const project = (await tx.get(projects.doc(projectId))).data();
    if (!project || project.tenantId !== tenantId || project.archivedAt === null) throw notFound('Archived project');
    const tenant = await roomForProject(services, tx, tenantId);
    const own = await tx.get(storages.where('projectId', '==', projectId).where('archivedAt', '==', null));
    tx.update(projects.doc(projectId), { archivedAt: null });
    for (const { ref } of own.docs) tx.update(ref, { archived: false });
    tx.update(tenants.doc(tenantId), {
      'counters.projects': tenant.counters.projects + 1,
      updatedAt: Timestamp.fromMillis(services.clock()),
    });
    activityWrite(services, tx, {
      ...actorOf(caller),
      projectId,
      module: 'Projects',
      activity: 'Recover Project',
      description: `${caller.name} recovered the project ${project.name}.`,
    });
  });
}

/** The account's archived projects, the last archived first. */
export async function listArchivedProjects(
  services: Services,
  caller: Caller,
  page: { page: number; limit: number },
): Promise<{ data: ArchivedProject[]; pagination: Pagination }> {
  const { tenantId, owner } = accountOf(caller);
  const { docs } = await collections(services.db).projects.where('tenantId', '==', tenantId).get();
  const archived = docs.flatMap((doc): ArchivedProject[] => {
    const { name, description, createdAt, updatedAt, archivedAt } = doc.data();
    if (!archivedAt) return [];
    return [
      {
        id: doc.id,
        originalId: doc.id,
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
