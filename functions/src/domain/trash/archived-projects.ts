import type { ArchivedProjectEntry, ProjectDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { archiveEnd } from '../archive/archive-end.ts';

/** @returns the archived projects of an account; one read for each project, archived or not, and one for the account */
export async function archivedProjects({ store }: Pick<Services, 'store'>, tenantId: string): Promise<ArchivedProjectEntry[]> {
  const [tenant, { rows }] = await Promise.all([
    store.tenants.get(tenantId),
    store.projects.query({
      where: [['tenantId', '==', tenantId]],
      select: ['name', 'archivedAt'],
    }),
  ]);
  return rows.flatMap((project) => archivedProject(project, tenant?.data ?? null) ?? []);
}

/** @returns null for a project that is not archived */
export function archivedProject(
  { id, data: { name, archivedAt } }: Row<Pick<ProjectDocument<Timestamp>, 'name' | 'archivedAt'>>,
  tenant: TenantDocument | null,
): ArchivedProjectEntry | null {
  if (!archivedAt) return null;
  const end = tenant && archiveEnd(tenant, archivedAt);
  const endsAt = end ? end.toDate().toISOString() : null;
  return { kind: 'project', projectId: id, name, since: archivedAt.toDate().toISOString(), endsAt };
}
