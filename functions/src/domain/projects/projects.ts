import { type NewProject, type Pagination, type Project, type ProjectChange, type ProjectDocument } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { limitReached, limitsOf } from '../plans/tenant-limits.ts';
import { projects, tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { overStanding } from '../../validation/over-standing.ts';
import { changedSearchFields, searchFields } from '../search-text/search-fields.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject } from '../callers/find-project.ts';

interface Page {
  page: number;
  limit: number;
}

/** The account's projects, oldest first. */
export async function listProjects(services: Services, caller: Caller, page: Page): Promise<{ data: Project[]; pagination: Pagination }> {
  const { tenantId } = accountOf(caller);
  const { rows } = await services.store.projects.query({
    where: [
      ['tenantId', '==', tenantId],
      ['archivedAt', '==', null],
    ],
  });
  const all = rows.map(({ id, data }) => projectOut(id, data));
  return pageOf(
    all.sort((a, b) => order(a, b)),
    page,
  );
}

/** Count and write share a transaction, so two quick clicks cannot exceed the plan. */
export async function createProject(services: Services, caller: Caller, input: NewProject): Promise<Project> {
  const { tenantId } = accountOf(caller);
  return services.store.transaction(async (tx) => {
    const tenant = await roomForProject(tx, tenantId);
    const { id, millis } = services.makeId();
    const now = Timestamp.fromMillis(millis);
    const document: ProjectDocument<Timestamp> = {
      ...input,
      tenantId,
      archivedAt: null,
      counters: { storages: 0 },
      createdAt: now,
      updatedAt: now,
    };
    tx.write(
      projects.create(id, { ...document, ...searchFields([input.name]) }),
      tenants.update(tenantId, { 'counters.projects': tenant.counters.projects + 1, updatedAt: now }),
      activityWrite(services, {
        ...actorOf(caller),
        projectId: id,
        module: 'Projects',
        activity: 'Add Project',
        kind: 'projectAdded',
        values: { who: caller.name, name: input.name },
      }),
    );
    return projectOut(id, document);
  });
}

/** @throws {ApiError} quota-exceeded when the plan's projects are used up */
export async function roomForProject(tx: Transaction, tenantId: string): Promise<TenantDocument> {
  const tenant = (await tx.tenants.get(tenantId))?.data;
  if (!tenant) throw notFound('Account');
  const { projects: max } = limitsOf(tenant);
  if (tenant.counters.projects < max) return tenant;
  throw new ApiError('quota-exceeded', limitReached(tenant, 'projects', max));
}

export async function updateProject(
  services: Services,
  { caller, projectId, input: { changed, ...given } }: { caller: Caller; projectId: string; input: ProjectChange },
): Promise<Project> {
  await findProject(services, caller, projectId);
  return services.store.transaction(async (tx) => {
    const before = (await tx.projects.get(projectId))?.data;
    if (!before || before.archivedAt !== null) throw notFound('Project');
    const { name, description } = before;
    const input = overStanding(given, { standing: { name, description }, changed });
    const updatedAt = Timestamp.fromMillis(services.clock());
    tx.write(
      projects.update(projectId, { ...input, updatedAt, ...changedSearchFields([before.name], [input.name]) }),
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Projects',
        activity: 'Update Project',
        kind: 'projectChanged',
        values: { who: caller.name, name: input.name },
      }),
    );
    return projectOut(projectId, { ...before, ...input, updatedAt });
  });
}

/** Members of the project. */
export async function listCollaborators(services: Services, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId);
  const { rows } = await services.store.users.query({
    where: [
      ['tenantId', '==', project.data.tenantId],
      ['projectId', '==', projectId],
    ],
    limit: 500,
  });
  return rows
    .map(({ id, data }) => ({ id, user: data }))
    .sort((a, b) => a.user.createdAt.toMillis() - b.user.createdAt.toMillis())
    .map(({ id, user }) => ({ id, name: user.name, email: user.email, role: user.role, is_active: user.is_active }));
}

export function projectOut(id: string, project: ProjectDocument<Timestamp>): Project {
  return {
    id,
    name: project.name,
    description: project.description,
    createdAt: project.createdAt.toDate().toISOString(),
    updatedAt: project.updatedAt.toDate().toISOString(),
  };
}

/** Oldest first; ids sort newest first and settle what happened in one millisecond. */
export function order(a: { id: string; createdAt: string }, b: { id: string; createdAt: string }): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? 1 : -1;
}
