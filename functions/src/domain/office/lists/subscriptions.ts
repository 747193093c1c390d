import * as collections from '../../../store/collections.ts';
import type { OfficeApiUsage, OfficeSubscription } from '@bedplate/contract';
import type { SubscriptionDocument } from '../../../store/documents/billing-documents.ts';
import type { TenantDocument } from '../../../store/documents/documents.ts';
import type { Services } from '../../../services/services.ts';
import type { Row } from '../../../store/model/row.ts';
import { pastEndMillis } from '../../billing/past-end.ts';
import { subscriptionTexts } from '../../billing/subscription-texts.ts';
import { limitsOf } from '../../plans/tenant-limits.ts';
import type { UsageDocument } from '../../../store/documents/usage-documents.ts';
import { servedOf } from '../../usage/served.ts';
import { monthOf } from '../../usage/usage-document.ts';
import { byId } from '../../../store/by-id.ts';
import { isoOrNull } from '../../../store/model/iso.ts';
import { officeList } from './office-list.ts';

/** Subscriptions of all accounts, those that have ended included. */
export const subscriptions = officeList<SubscriptionDocument, OfficeSubscription>({
  from: collections.subscriptions.name,
  order: 'createdAt',
  ofTenants: true,
  search: { parts: subscriptionTexts },
  columns: [
    'id',
    'user.name',
    'tenantId',
    'product.name',
    'tier',
    'usageLimit',
    'paid',
    'currency',
    'isActive',
    'stripeSubscriptionId',
    'subscriptionStatus',
    'expiresAt',
    'isPastEnd',
  ],
  async show(services, rows) {
    // Rows carry the names of their day; those that were written without are looked up.
    const unnamed = rows.filter(({ data }) => data.userName === undefined || data.productName === undefined);
    const [people, products] = await Promise.all([
      byId(
        services.store.users,
        unnamed.map(({ data }) => data.userId),
      ),
      byId(
        services.store.products,
        unnamed.map(({ data }) => data.productId ?? ''),
      ),
    ]);
    return rows.map(({ id, data }) => ({
      id,
      user: { name: data.userName ?? people.get(data.userId)?.name ?? null },
      tenantId: data.tenantId,
      product: { name: data.productName ?? products.get(data.productId ?? '')?.name ?? null },
      tier: data.tier ?? null,
      usageLimit: data.usageLimit ?? 0,
      paid: data.paid ?? false,
      currency: data.currency,
      isActive: data.isActive,
      stripeSubscriptionId: data.stripeSubscriptionId,
      subscriptionStatus: data.subscriptionStatus,
      expiresAt: isoOrNull(data.expiresAt),
      isPastEnd: data.isActive && data.expiresAt !== null && data.expiresAt.toMillis() <= services.clock() - pastEndMillis,
    }));
  },
});

/** The present month of every account that has made a call in it. */
export const apiUsages = officeList<UsageDocument, OfficeApiUsage>({
  from: collections.usage.name,
  where: ({ clock }) => [['month', '==', monthOf(clock())]],
  order: 'id',
  ofTenants: true,
  columns: ['id', 'user.name', 'tenantId', 'usage', 'limit'],
  async show(services, rows) {
    const tenants = await accountsOf(services, rows);
    return rows.map(({ id, data: { tenantId, ...usage } }) => ({
      id,
      user: { name: tenants.get(tenantId)?.ownerName ?? null },
      tenantId,
      usage: servedOf({ ...usage, tenantId }, services.clock()).used,
      limit: limitOf(tenants.get(tenantId)),
    }));
  },
});

/** Finished months, the last one first. */
export const apiUsageHistories = officeList<UsageDocument, OfficeApiUsage>({
  from: collections.usage.name,
  where: ({ clock }) => [['month', '<', monthOf(clock())]],
  order: 'month',
  ofTenants: true,
  columns: ['id', 'user.name', 'tenantId', 'usage', 'createdAt'],
  async show(services, rows) {
    const tenants = await accountsOf(services, rows);
    return rows.map(({ id, data: { tenantId, used, month } }) => ({
      id,
      user: { name: tenants.get(tenantId)?.ownerName ?? null },
      tenantId,
      usage: used,
      createdAt: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1)).toISOString(),
    }));
  },
});

/** The account's credits of a month: its own limit where staff have set one. */
function limitOf(tenant: TenantDocument | undefined): number {
  return tenant ? limitsOf(tenant).creditsPerMonth : 0;
}

function accountsOf(services: Services, rows: readonly Row<UsageDocument>[]): Promise<ReadonlyMap<string, TenantDocument>> {
  const tenantIds = rows.map(({ data }) => data.tenantId);
  return byId(services.store.tenants, tenantIds);
}
