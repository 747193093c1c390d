import { type ActivityRow, type Pagination, can, totalPages } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { iso } from '../../store/model/iso.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';

/** A project's activity, newest first; an admin also sees what concerns the whole account, such as logins. */
export async function listActivity(
  services: Services,
  { caller, projectId, query: { page, limit } }: { caller: Caller; projectId: string; query: { page: number; limit: number } },
): Promise<{ data: ActivityRow[]; pagination: Pagination }> {
  const project = await findProject(services, caller, projectId);
  const scopes = can(caller.role, 'activity.read') ? [projectId, project.data.tenantId] : [projectId];
  const where = [['scope', 'in', scopes]] as const;
  const [totalCount, { rows }] = await Promise.all([
    services.store.activity.count({ where }),
    // Ids are time-ordered, so name order is newest first without an index on the time.
    services.store.activity.query({ where, orderBy: [[documentId, 'asc']], offset: (page - 1) * limit, limit }),
  ]);
  return {
    data: rows.map(
      ({ id, data: { projectId: project, adminId, userId, module, activity, description, kind, values, inHistory, createdAt } }) => ({
        id,
        projectId: project,
        adminId,
        userId,
        module,
        activity,
        description,
        ...(kind && { kind, values: values ?? {} }),
        ...(inHistory && { inHistory }),
        createdAt: iso(createdAt),
      }),
    ),
    pagination: { page, limit, totalCount, totalPages: totalPages(totalCount, limit) },
  };
}
