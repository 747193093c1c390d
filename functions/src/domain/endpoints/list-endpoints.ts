import type { Endpoint, Pagination } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject } from '../callers/find-project.ts';
import { endpointOut } from './endpoint-out.ts';

export interface EndpointListQuery {
  page: number;
  limit: number;
  /** Part of the storage's name or key, the method or the URL, in any letter case. */
  search?: string | undefined;
  sortOrder: 'ASC' | 'DESC';
}

/** A project's endpoints by creation. A plan limits the storages of a project and so this list, which is searched whole. */
export async function listEndpoints(
  services: Services,
  caller: Caller,
  projectId: string,
  query: EndpointListQuery,
): Promise<{ data: Endpoint[]; pagination: Pagination }> {
  await findProject(services, caller, projectId);
  const [storages, found] = await Promise.all([
    collections(services.db).storages.where('projectId', '==', projectId).where('archived', '==', false).get(),
    collections(services.db).endpoints.where('projectId', '==', projectId).get(),
  ]);
  const byId = new Map(storages.docs.map((storage) => [storage.id, { id: storage.id, ...storage.data() }]));
  const sorted = found.docs.sort(
    (a, b) => a.data().createdAt.valueOf().localeCompare(b.data().createdAt.valueOf()) || b.id.localeCompare(a.id),
  );
  const rows = sorted.flatMap((doc) => {
    const storage = byId.get(doc.data().storageId);
    return storage ? [endpointOut(services.config, caller, doc.id, doc.data(), storage)] : [];
  });
  const term = query.search?.toLowerCase() ?? '';
  const matching = rows.filter((row) => textsOf(row).some((text) => text.toLowerCase().includes(term)));
  return pageOf(query.sortOrder === 'ASC' ? matching : matching.reverse(), query);
}

function textsOf({ dataStorage, method, endpoint }: Endpoint): string[] {
  return [dataStorage.storageName, dataStorage.storageKey, method, endpoint];
}
