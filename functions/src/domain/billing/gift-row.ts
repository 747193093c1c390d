import type { SubscriptionDocument } from '../../store/documents/billing-documents.ts';
import type { ProductDocument, TenantDocument } from '../../store/documents/documents.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { subscriptionTexts } from './subscription-texts.ts';

/** The row of an account's given plan in staff's list of subscriptions; a later gift takes its place. */
export const giftRowId = (tenantId: string) => `given_${tenantId}`;

interface Gift {
  account: TenantDocument;
  tenantId: string;
  productId: string;
  product: ProductDocument | undefined;
  /** False once it has been taken back. */
  isActive: boolean;
  now: Timestamp;
}

/** Nobody pays for it, and it does not end by itself. */
export function giftRow({ account, tenantId, productId, product, isActive, now }: Gift): Partial<SubscriptionDocument> {
  const [productName, tier] = [product?.name ?? null, product?.tier ?? null];
  return {
    tenantId,
    userId: account.ownerUid,
    userName: account.ownerName,
    productId,
    productName,
    ...searchFields(subscriptionTexts({ userName: account.ownerName, productName, tier })),
    tier,
    usageLimit: product?.usageLimit ?? 0,
    paid: false,
    currency: product?.currency ?? 'usd',
    isActive,
    subscriptionStatus: isActive ? 'subscribed' : 'none',
    stripeSubscriptionId: null,
    expiresAt: null,
    ...(isActive ? { createdAt: now } : {}),
    updatedAt: now,
  };
}
