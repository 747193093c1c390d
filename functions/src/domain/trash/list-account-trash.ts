import type { AccountTrash, AccountTrashEntry } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { archivedProject } from './archived-projects.ts';
import { entryOf } from './list-project-trash.ts';
import { trashSince } from './trash-term.ts';

const storagesOfPage = 50;

/**
 * The trash of all projects of an account: archived projects in its first part, then archived storages and deleted records, by storage.
 * A storage that is archived with its project comes back with it and has no line. Two reads, one for each project, two for each storage and one more
 * for each with something in its trash.
 * @param after `next` of the part before
 */
export async function listAccountTrash(services: Services, caller: Caller, after?: string): Promise<AccountTrash> {
  const { tenantId } = accountOf(caller);
  const [since, tenant, projects, { rows }] = await Promise.all([
    trashSince(services),
    services.store.tenants.get(tenantId),
    services.store.projects.query({ where: [['tenantId', '==', tenantId]], select: ['name', 'archivedAt'] }),
    services.store.storages.query({
      where: [['tenantId', '==', tenantId]],
      orderBy: [[documentId, 'asc']],
      ...(after === undefined ? {} : { startAfter: [after] }),
      limit: storagesOfPage,
    }),
  ]);
  const byId = new Map(projects.rows.map(({ id, data }) => [id, data]));
  const ofStorages = rows.map(async (storage): Promise<AccountTrashEntry[]> => {
    const { projectId } = storage.data;
    const project = byId.get(projectId);
    if (!project || project.archivedAt !== null) return [];
    const entry = await entryOf(services, storage, { tenant: tenant?.data ?? null, since });
    return entry ? [{ ...entry, projectId, projectName: project.name }] : [];
  });
  const archived = (after === undefined ? projects.rows : [])
    .flatMap((project) => archivedProject(project, tenant?.data ?? null) ?? [])
    .map((entry): AccountTrashEntry => ({ ...entry, projectName: entry.name }));
  return {
    entries: [...archived, ...(await Promise.all(ofStorages)).flat()],
    next: rows.length < storagesOfPage ? null : (rows.at(-1)?.id ?? null),
  };
}
