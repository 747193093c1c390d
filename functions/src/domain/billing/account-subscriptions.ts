import type { AccountSubscription } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { SubscriptionDocument } from '../../store/documents/billing-documents.ts';
import { readBilling } from './customer.ts';
import { giftRowId } from './gift-row.ts';

/** The largest number of listed subscriptions; older ones are left out. */
const most = 100;

/** Lists the account's subscriptions, the current one last; a granted plan counts as one. */
export async function accountSubscriptions(services: Services, tenantId: string): Promise<AccountSubscription[]> {
  const [{ rows: list }, billing] = await Promise.all([
    services.store.subscriptions.query({ where: [['tenantId', '==', tenantId]], orderBy: [['createdAt', 'desc']], limit: most }),
    readBilling(services, tenantId),
  ]);
  const rank = (id: string) => (id === billing.subscriptionId ? 1 : 0);
  list.sort((a, b) => rank(a.id) - rank(b.id) || a.data.createdAt.toMillis() - b.data.createdAt.toMillis());
  const paid = list.filter(({ id }) => id !== giftRowId(tenantId)).map(({ data }) => subscriptionOut(data));
  return billing.grantedProductId ? [...paid, granted(billing.grantedProductId)] : paid;
}

function subscriptionOut({ productId, isActive, subscriptionStatus, expiresAt, stripeSubscriptionId }: SubscriptionDocument) {
  // A subscription that ended before its first payment has no end of a period.
  return { productId, isActive, subscriptionStatus, expiresAt: expiresAt?.toDate().toISOString() ?? null, stripeSubscriptionId };
}

function granted(productId: string): AccountSubscription {
  return { productId, isActive: true, subscriptionStatus: 'subscribed', expiresAt: null, stripeSubscriptionId: null };
}
