import { type OfficeAccount, type OfficePlan, type TenantLimits, type TenantLimitsChange, tenantLimitNames } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { tenants } from '../../store/collections.ts';
import { overStanding } from '../../validation/over-standing.ts';
import { Timestamp } from '../../store/model/values.ts';
import { isoOrNull } from '../../store/model/iso.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';
import { paysFor } from '../billing/end-plan.ts';
import { limitsOf } from '../plans/tenant-limits.ts';
import { auditWrite } from '../activity/audit.ts';

/**
 * The settings of an account that staff may change, and the limits in force.
 * @throws {ApiError} not-found
 */
export async function readAccount(services: Services, tenantId: string): Promise<OfficeAccount> {
  const [row, billing] = await Promise.all([services.store.tenants.get(tenantId), services.store.billing.get(tenantId)]);
  const tenant = row?.data;
  if (!tenant) throw notFound('Account');
  const { suspension } = tenant;
  return {
    id: tenantId,
    owner: { id: tenant.ownerUid, name: tenant.ownerName },
    tier: tenant.plan.tier,
    suspension: suspension ? { reason: suspension.reason, at: suspension.at.toDate().toISOString(), by: suspension.by.name } : null,
    subscription: await planOf(services, tenant, billing?.data ?? null),
    limits: ownLimits(tenant),
    plan: { ...limitsOf({ plan: tenant.plan }), requestsPerMinute: null },
  };
}

/** Sets the account's own limits; they hold from the next call on. What is above them already stays. @throws {ApiError} not-found */
export async function setLimits(
  services: Services,
  { caller, tenantId, limits: { changed, ...given } }: { caller: Caller; tenantId: string; limits: TenantLimitsChange },
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const tenant = (await tx.tenants.get(tenantId))?.data;
    if (!tenant) throw notFound('Account');
    const limits = overStanding(given, { standing: ownLimits(tenant), changed });
    const row = {
      action: 'Change limits' as const,
      target: tenants.path(tenantId),
      before: { limits: ownLimits(tenant) },
      after: { limits },
    };
    tx.write(tenants.update(tenantId, { limits, updatedAt: Timestamp.fromMillis(services.clock()) }), auditWrite(services, caller, row));
  });
}

async function planOf(services: Services, { plan }: TenantDocument, billing: BillingDocument | null): Promise<OfficePlan> {
  const isGift = plan.isActive && Boolean(billing?.grantedProductId);
  const inForce = { product: plan.isActive ? plan.product : null, status: plan.status, isGift };
  if (!billing || !paysFor(billing)) return { ...inForce, paid: null };
  const { productId, periodEnd, ends } = billing.beneath ?? { ...billing, ends: billing.status === 'cancelled' };
  return {
    ...inForce,
    paid: {
      name: productId ? ((await services.store.products.get(productId))?.data.name ?? null) : null,
      periodEnd: isoOrNull(periodEnd),
      ends,
      isPaused: billing.isPaused ?? false,
      paymentIssueSince: isoOrNull(billing.paymentIssueSince),
    },
  };
}

function ownLimits({ limits }: Pick<TenantDocument, 'limits'>): TenantLimits {
  const entries = tenantLimitNames.map((name) => [name, limits?.[name] ?? null]);
  return Object.fromEntries(entries) as TenantLimits; // one entry for each name
}
