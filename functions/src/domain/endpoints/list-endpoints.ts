import { containing, type Endpoint, fold, type Pagination } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject } from '../callers/find-project.ts';
import { endpointOut } from './endpoint-out.ts';

export interface EndpointListQuery {
  page: number;
  limit: number;
  /** Part of the storage's name or key, the method or the URL, in any letter case. */
  search?: string | undefined;
  type?: Endpoint['type'] | undefined;
  sortOrder: 'ASC' | 'DESC';
}

/** Lists a project's endpoints by creation. All are read for a search, since plans limit their number. */
export async function listEndpoints(
  services: Services,
  { caller, projectId, query }: { caller: Caller; projectId: string; query: EndpointListQuery },
): Promise<{ data: Endpoint[]; pagination: Pagination }> {
  await findProject(services, caller, projectId);
  const [storages, found] = await Promise.all([
    services.store.storages.query({
      where: [
        ['projectId', '==', projectId],
        ['archived', '==', false],
      ],
    }),
    services.store.endpoints.query({ where: [['projectId', '==', projectId]] }),
  ]);
  const byId = new Map(storages.rows.map(({ id, data }) => [id, { id, ...data }]));
  const sorted = found.rows.sort(
    (a, b) => a.data.createdAt.valueOf().localeCompare(b.data.createdAt.valueOf()) || b.id.localeCompare(a.id),
  );
  const rows = sorted.flatMap(({ id, data }) => {
    const storage = byId.get(data.storageId);
    return storage ? [endpointOut(services.config, caller, { id, data, storage })] : [];
  });
  const isIn = containing(fold(query.search ?? ''));
  const wanted = rows.filter(({ type }) => query.type === undefined || type === query.type);
  const matching = wanted.filter((row) => textsOf(row).some((text) => isIn(fold(text))));
  return pageOf(query.sortOrder === 'ASC' ? matching : matching.reverse(), query);
}

function textsOf({ dataStorage, method, endpoint }: Endpoint): string[] {
  return [dataStorage.storageName, dataStorage.storageKey, method, endpoint];
}
