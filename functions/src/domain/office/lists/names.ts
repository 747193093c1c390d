import type { OfficeOwner } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import { byId } from '../../../store/by-id.ts';

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
