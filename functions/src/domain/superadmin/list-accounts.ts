import type { OfficeProject, OfficeUser, Pagination, ProjectDocument, UserDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import type { TenantDocument } from '../../store/documents.ts';
import { type OfficeQuery, listPage } from './list-page.ts';
import { byId, ownersOf } from './names.ts';

export interface Listed<T> {
  data: T[];
  pagination: Pagination;
}

/** People of all accounts. A search matches the beginning of a name or e-mail address, or an id. */
export async function listAllUsers(services: Services, query: OfficeQuery): Promise<Listed<OfficeUser>> {
  const list = { from: 'users', timeOrderedIds: false, searched: ['name', 'email'] };
  const { rows, pagination } = await listPage<UserDocument<Timestamp>>(services, list, query);
  const tenants = await byId<TenantDocument>(
    services,
    'tenants',
    rows.map(({ data }) => data.tenantId ?? ''),
  );
  const data = rows.map(({ id, data: user }): OfficeUser => {
    const plan = tenants.get(user.tenantId ?? '')?.plan;
    return {
      id,
      name: user.name,
      email: user.email,
      role: user.role,
      is_active: user.is_active,
      is_verified: user.verifiedAt !== null,
      tenantId: user.tenantId,
      plan: plan ? (plan.product ?? plan.tier) : null,
      last_login: user.last_login?.toDate().toISOString() ?? null,
      createdAt: user.createdAt.toDate().toISOString(),
      updatedAt: user.updatedAt.toDate().toISOString(),
    };
  });
  return { data, pagination };
}

/** Active projects of all accounts. A search matches the beginning of a name, or an id. */
export async function listAllProjects(services: Services, query: OfficeQuery): Promise<Listed<OfficeProject>> {
  const list = { from: 'projects', where: [['archivedAt', '==', null] as const], timeOrderedIds: true, searched: ['name'] };
  const { rows, pagination } = await listPage<ProjectDocument<Timestamp>>(services, list, query);
  const owner = await ownersOf(
    services,
    rows.map(({ data }) => data.tenantId),
  );
  const data = rows.map(({ id, data: { name, description, tenantId, createdAt, updatedAt } }) => ({
    id,
    name,
    description,
    user: owner(tenantId),
    tenantId,
    createdAt: createdAt.toDate().toISOString(),
    updatedAt: updatedAt.toDate().toISOString(),
  }));
  return { data, pagination };
}
