import type { CopiedProject, CopiedStorage, CopyContents } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Row } from '../../store/model/row.ts';
import { userRow } from '../accounts/list-users.ts';
import { logActivity } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { projectOut } from '../projects/projects.ts';
import { storageOut } from '../storages/storages.ts';

/** The thing that is copied: one storage, the storages of a project, or the account. */
interface Wanted {
  projectId?: string | undefined;
  storageId?: string | undefined;
}

/**
 * Names everything that a copy holds, archived or not, so that a person can take it along before it is deleted for good.
 * @throws {ApiError} not-found for a project or storage that the account does not have
 */
export async function copyContents(services: Services, caller: Caller, { projectId, storageId }: Wanted): Promise<CopyContents> {
  const { tenantId, owner } = accountOf(caller);
  const ofAccount = { where: [['tenantId', '==', tenantId]] } as const;
  const [projects, storages, endpoints] = await Promise.all([
    services.store.projects.query(ofAccount),
    services.store.storages.query(ofAccount),
    services.store.endpoints.query(ofAccount),
  ]);
  const own = storages.rows.filter(({ id }) => storageId === undefined || id === storageId);
  if (storageId !== undefined && own.length === 0) throw notFound('Storage');
  const copied = projects.rows
    .filter(({ id }) => (projectId === undefined || id === projectId) && (storageId === undefined || own[0]?.data.projectId === id))
    .map(({ id, data }): CopiedProject => {
      const inProject = own.filter((storage) => storage.data.projectId === id);
      const copiedStorages = inProject.map((storage) => ({
        ...storageOut(storage.id, storage.data),
        archivedAt: iso(storage.data.archivedAt),
        endpoints: endpointsOf(endpoints.rows, storage.id),
      }));
      return { ...projectOut(id, data), archivedAt: iso(data.archivedAt), storages: copiedStorages };
    });
  const [only] = copied;
  if (!only && projectId !== undefined) throw notFound('Project');
  const isWhole = projectId === undefined && storageId === undefined;
  const name = isWhole ? owner.name : (storageId === undefined ? only?.name : own[0]?.data.storageName) || owner.name;
  await logActivity(services, {
    ...actorOf(caller),
    projectId: isWhole ? null : (only?.id ?? null),
    module: 'Storage Data',
    activity: 'Download Storage Data',
    kind: 'dataDownloaded',
    values: { who: caller.name, name },
  });
  return {
    madeAt: new Date(services.clock()).toISOString(),
    name: `${new Date(services.clock()).toISOString().slice(0, 10)} ${name}`,
    ...(isWhole ? { people: await peopleOf(services, tenantId, copied) } : {}),
    projects: copied,
  };
}

async function peopleOf(services: Services, tenantId: string, projects: readonly CopiedProject[]) {
  const { rows } = await services.store.users.query({ where: [['tenantId', '==', tenantId]] });
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return rows.map(({ id, data }) => userRow(id, data, names));
}

function endpointsOf(rows: readonly Row<EndpointDocument>[], storageId: string): CopiedStorage['endpoints'] {
  return rows
    .filter(({ data }) => data.storageId === storageId)
    .map(({ data: { type, functionality, method, url } }) => ({ type, functionality, method, url }));
}

function iso(time: Timestamp | null): string | null {
  return time && time.toDate().toISOString();
}
