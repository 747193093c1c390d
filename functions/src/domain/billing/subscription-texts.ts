import type { SubscriptionDocument } from '../../store/documents/billing-documents.ts';

/** The texts that staff's search looks into. */
export function subscriptionTexts({
  userName,
  productName,
  tier,
}: Partial<Pick<SubscriptionDocument, 'userName' | 'productName' | 'tier'>>) {
  return [userName, productName, tier];
}
