import { type ApiUsage, can, type KeyVerb, type UsageBreakdown } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { limitsOf } from '../plans/tenant-limits.ts';
import { creditForecast } from './credit-forecast.ts';
import { readFileUsage } from '../plans/file-quota.ts';
import type { UsageDocument } from '../../store/documents/usage-documents.ts';
import { boughtLeft } from './bought-credits.ts';
import { servedOf } from './served.ts';
import { monthOf, usagePath } from './usage-document.ts';

/** The account's credits of this month; a member sees those of the account too, but not what it pays with. */
export async function apiUsage(services: Services, caller: Caller): Promise<ApiUsage> {
  const { tenant, usage, bought } = await accountUsage(services, caller);
  const { bytes, files, pending, kept, limit } = await readFileUsage(services.store, accountOf(caller).tenantId);
  const { plan } = tenant;
  const seesBilling = can(caller.role, 'billing.manage');
  const { used, reserved, days } = servedOf(usage, services.clock());
  const { creditsPerMonth } = limitsOf(tenant);
  const fromPlan = Math.max(0, creditsPerMonth - (used + reserved - (usage?.extra ?? 0)));
  const remaining = fromPlan + bought + reserved;
  return {
    usage: {
      usage: used,
      limit: creditsPerMonth,
      reserved,
      remaining,
      uncertain: usage?.uncertain ?? 0,
      refunded: usage?.refunded ?? 0,
      month: monthOf(services.clock()),
      days,
      forecast: await creditForecast(services, accountOf(caller).tenantId, { usage, remaining }),
    },
    limit: {
      tier: plan.tier,
      isActive: plan.isActive,
      product: plan.product ? { name: plan.product } : null,
      subscriptionStatus: plan.status,
      expiresAt: plan.expiresAt?.toDate().toISOString() ?? null,
      stripeSubscriptionId: seesBilling ? (tenant.stripeSubscriptionId ?? null) : null,
    },
    files: { bytes, files, pending, kept, limit },
    paymentMethod: seesBilling ? (tenant.paymentMethod ?? null) : null,
  };
}

/** Bought credits that this month has: those left, and those already used in it. With the plan's limit they make the combined total. */
export async function boughtThisMonth(services: Services, caller: Caller): Promise<number> {
  const { bought, usage } = await accountUsage(services, caller);
  return bought + (usage?.extra ?? 0);
}

/**
 * @param month yyyymm, this one by default @param projectId one project of the account, archived or not, or all of them
 * @throws {ApiError} not-found for a project that is unknown or another account's
 */
export async function usageBreakdown(
  services: Services,
  caller: Caller,
  { month = monthOf(services.clock()), projectId }: { month?: string | undefined; projectId?: string | undefined },
): Promise<UsageBreakdown> {
  const { tenantId } = accountOf(caller);
  if (projectId) await requireOwnProject(services, tenantId, projectId);
  const { rows } = await services.store.usageParts.query({
    where: [['scope', '==', `${tenantId}_${month}`]],
  });
  const parts = rows.map(({ data }) => data).filter((part) => !projectId || part.projectId === projectId);
  const byStorage = parts.flatMap((part) =>
    Object.entries(part.storages).map(([storageId, verbs]) => ({ projectId: part.projectId, storageId, calls: sum(verbs), verbs })),
  );
  const byVerb: Partial<Record<KeyVerb, number>> = {};
  for (const { verbs } of byStorage) for (const [verb, calls] of entriesOf(verbs)) byVerb[verb] = (byVerb[verb] ?? 0) + calls;
  const byKey = parts.flatMap((part) => Object.entries(part.keys).map(([keyId, calls]) => ({ keyId, projectId: part.projectId, calls })));
  return { month, byStorage: byStorage.sort(mostCalls), byKey: byKey.sort(mostCalls), byVerb };
}

async function requireOwnProject({ store }: Services, tenantId: string, projectId: string): Promise<void> {
  const project = await store.projects.get(projectId);
  if (project?.data.tenantId !== tenantId) throw notFound('Project');
}

interface AccountUsage {
  readonly tenant: TenantDocument;
  readonly usage: UsageDocument | undefined;
  /** Bought credits that are left. */
  readonly bought: number;
}

async function accountUsage(services: Services, caller: Caller): Promise<AccountUsage> {
  const { tenantId } = accountOf(caller);
  const { store } = services;
  const [tenant, usage, uses] = await Promise.all([
    store.tenants.get(tenantId),
    store.get(usagePath(tenantId, services.clock())),
    store.boughtCredits.get(tenantId),
  ]);
  if (!tenant) throw notFound('Account');
  return { tenant: tenant.data, usage: usage?.data, bought: boughtLeft(tenant.data, uses?.data) };
}

const sum = (verbs: Partial<Record<KeyVerb, number>>) => Object.values(verbs).reduce((total, calls) => total + calls, 0);
const mostCalls = (a: { calls: number }, b: { calls: number }) => b.calls - a.calls;
/** The recorder's keys are verbs. */
const entriesOf = (verbs: Partial<Record<KeyVerb, number>>) => Object.entries(verbs) as [KeyVerb, number][];
