import { type OfficeAccount, type TenantLimits, tenantLimitNames } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';
import { limitsOf } from '../plans/tenant-limits.ts';
import { tenantAudit } from './tenant-audit.ts';

/** What staff may change of an account, and what holds now. @throws {ApiError} not-found */
export async function readAccount(services: Services, tenantId: string): Promise<OfficeAccount> {
  const tenant = (await collections(services.db).tenants.doc(tenantId).get()).data();
  if (!tenant) throw notFound('Account');
  const { suspension } = tenant;
  return {
    id: tenantId,
    owner: { id: tenant.ownerUid, name: tenant.ownerName },
    tier: tenant.plan.tier,
    suspension: suspension ? { reason: suspension.reason, at: suspension.at.toDate().toISOString(), by: suspension.by.name } : null,
    limits: ownLimits(tenant),
    plan: { ...limitsOf({ plan: tenant.plan }), requestsPerMinute: null },
  };
}

/** Sets the account's own limits; they hold from the next call on. What is above them already stays. @throws {ApiError} not-found */
export async function setLimits(services: Services, caller: Caller, tenantId: string, limits: TenantLimits): Promise<void> {
  const ref = collections(services.db).tenants.doc(tenantId);
  await services.db.runTransaction(async (tx) => {
    const tenant = (await tx.get(ref)).data();
    if (!tenant) throw notFound('Account');
    tx.update(ref, { limits, updatedAt: Timestamp.fromMillis(services.clock()) });
    tenantAudit(services, tx, caller, { action: 'Change limits', tenantId, before: { limits: ownLimits(tenant) }, after: { limits } });
  });
}

function ownLimits({ limits }: Pick<TenantDocument, 'limits'>): TenantLimits {
  const entries = tenantLimitNames.map((name) => [name, limits?.[name] ?? null]);
  return Object.fromEntries(entries) as TenantLimits; // one entry for each name
}
