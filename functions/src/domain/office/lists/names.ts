import type { OfficeOwner } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Reader } from '../../../store/readers.ts';

/** Owners of accounts by tenant id: one read each, however many rows name them. */
export async function ownersOf(services: Services, tenantIds: readonly string[]): Promise<(tenantId: string) => OfficeOwner> {
  const tenants = await byId(services.store.tenants, tenantIds);
  return (tenantId) => {
    const tenant = tenants.get(tenantId);
    return { id: tenant?.ownerUid ?? '', name: tenant?.ownerName ?? '' };
  };
}

export async function projectsOf(services: Services, projectIds: readonly string[]): Promise<(projectId: string) => OfficeOwner> {
  const projects = await byId(services.store.projects, projectIds);
  return (id) => ({ id, name: projects.get(id)?.name ?? '' });
}

/** Documents of one collection, each read once; missing ones are absent. */
export async function byId<T>(reader: Reader<T>, ids: readonly string[]): Promise<ReadonlyMap<string, T>> {
  const rows = await reader.getAll([...new Set(ids)].filter(Boolean));
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
}
