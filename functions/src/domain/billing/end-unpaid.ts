import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { releaseDiscount } from './reserve-discount.ts';

/**
 * Ends a subscription before its first payment and frees its promo code. The bill is voided first,
 * which the provider refuses after a payment: a holder who confirms meanwhile keeps the plan.
 * @throws {ApiError} conflict when it has been paid meanwhile
 */
export async function endUnpaid(services: Services, subscriptionId: string): Promise<void> {
  const { stripe } = services;
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  if (typeof invoice === 'object' && invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id);
  const after = await stripe.subscriptions.retrieve(subscriptionId);
  if (after.status === 'incomplete') await stripe.subscriptions.cancel(subscriptionId);
  else if (after.ended_at === null) throw new ApiError('conflict', say('paymentThrough'));
  const { tenantId, discountCode } = after.metadata;
  if (tenantId && discountCode) await releaseDiscount(services, { code: discountCode, tenantId, subscriptionId });
}
