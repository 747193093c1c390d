import * as collections from '../../../store/collections.ts';
import type { OfficeProject, OfficeUser, ProjectDocument, UserDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { byId } from '../../../store/by-id.ts';
import { ownersOf } from './names.ts';
import { iso, isoOrNull } from '../../../store/model/iso.ts';
import { officeList } from './office-list.ts';

/** People of all accounts. */
export const users = officeList<UserDocument<Timestamp>, OfficeUser>({
  from: collections.users.name,
  order: 'createdAt',
  ofTenants: true,
  search: { parts: ({ name, email }) => [name, email] },
  columns: ['id', 'name', 'email', 'role', 'is_active', 'is_verified', 'tenantId', 'plan', 'last_login', 'createdAt', 'updatedAt'],
  async show(services, rows) {
    const tenantIds = rows.map(({ data }) => data.tenantId ?? '');
    const tenants = await byId(services.store.tenants, tenantIds);
    return rows.map(({ id, data: user }) => {
      const plan = tenants.get(user.tenantId ?? '')?.plan;
      return {
        id,
        name: user.name,
        email: user.email,
        role: user.role,
        is_active: user.is_active,
        is_verified: user.verifiedAt !== null,
        is_suspended: tenants.get(user.tenantId ?? '')?.active === false,
        tenantId: user.tenantId,
        plan: plan ? (plan.product ?? plan.tier) : null,
        last_login: isoOrNull(user.last_login),
        createdAt: iso(user.createdAt),
        updatedAt: iso(user.updatedAt),
      };
    });
  },
});

/** Active projects of all accounts. */
export const projects = officeList<ProjectDocument<Timestamp>, OfficeProject>({
  from: collections.projects.name,
  where: () => [['archivedAt', '==', null]],
  order: 'key',
  ofTenants: true,
  search: { parts: ({ name }) => [name] },
  columns: ['id', 'name', 'description', 'user.id', 'user.name', 'tenantId', 'createdAt', 'updatedAt'],
  async show(services, rows) {
    const tenantIds = rows.map(({ data }) => data.tenantId);
    const owner = await ownersOf(services, tenantIds);
    return rows.map(({ id, data: { name, description, tenantId, createdAt, updatedAt } }) => ({
      id,
      name,
      description,
      user: owner(tenantId),
      tenantId,
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
    }));
  },
});
