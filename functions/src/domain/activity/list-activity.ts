import { type ActivityRow, type Pagination, can, totalPages } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';

/** A project's activity, newest first; an admin also sees what concerns the whole account, such as logins. */
export async function listActivity(
  services: Services,
  caller: Caller,
  projectId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: ActivityRow[]; pagination: Pagination }> {
  const project = await findProject(services, caller, projectId);
  const scopes = can(caller.role, 'activity.read') ? [projectId, project.data.tenantId] : [projectId];
  const rows = collections(services.db).activity.where('scope', 'in', scopes);
  const [count, found] = await Promise.all([
    rows.count().get(),
    // Ids are time-ordered, so name order is newest first without an index on the time.
    rows
      .orderBy('__name__')
      .offset((page - 1) * limit)
      .limit(limit)
      .get(),
  ]);
  const { count: totalCount } = count.data();
  return {
    data: found.docs.map((doc) => {
      const { projectId: project, adminId, userId, module, activity, description, createdAt } = doc.data();
      return {
        id: doc.id,
        projectId: project,
        adminId,
        userId,
        module,
        activity,
        description,
        createdAt: createdAt.toDate().toISOString(),
      };
    }),
    pagination: { page, limit, totalCount, totalPages: totalPages(totalCount, limit) },
  };
}
