import { type AccountUser, can } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { accountSubscriptions } from '../billing/account-subscriptions.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { type KeyPair, openKeyPair } from '../../crypto/key-pair.ts';
import type { Caller } from '../callers/caller.ts';

/** The signed-in person, with the account's keys if they may see them. */
export async function getAccountUser(services: Services, caller: Caller): Promise<AccountUser> {
  // Staff who view the account see its owner, but no keys.
  const uid = caller.viewing && caller.owner ? caller.owner.uid : caller.uid;
  const user = (await services.store.users.get(uid))?.data;
  if (!user) throw notFound('User');
  const project = user.projectId ? (await services.store.projects.get(user.projectId))?.data : undefined;
  const tenant =
    caller.tenantId && can(caller.role, 'projects.write') ? (await services.store.tenants.get(caller.tenantId))?.data : undefined;
  const keys = tenant && can(caller.role, 'keys.read') && !caller.viewing ? await keysOf(services, tenant) : null;
  const subscriptions = can(caller.role, 'billing.manage') && caller.tenantId ? await accountSubscriptions(services, caller.tenantId) : [];
  return {
    id: uid,
    name: user.name,
    email: user.email,
    role: user.role,
    tenantId: user.tenantId,
    projectId: user.projectId,
    project: user.projectId && project ? { id: user.projectId, name: project.name } : null,
    is_active: user.is_active,
    is_enable_two_factor: user.is_enable_two_factor,
    purgeArchives: tenant ? (tenant.purgeArchives ?? false) : null,
    apiKey: keys?.apiKey ?? null,
    secretKey: keys?.secretKey ?? null,
    subscriptions,
    last_login: user.last_login?.toDate().toISOString() ?? null,
    createdAt: user.createdAt.toDate().toISOString(),
    updatedAt: user.updatedAt.toDate().toISOString(),
  };
}

async function keysOf(services: Services, tenant: TenantDocument): Promise<KeyPair | null> {
  const document = (await services.store.apiKeys.get(tenant.apiKeyId))?.data;
  return document?.kind === 'account' ? openKeyPair(services.config, tenant.apiKeyId, document) : null;
}
