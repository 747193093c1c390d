import type { Services } from '../../services/services.ts';
import { readBilling } from './customer.ts';
import { endNow } from './end-plan.ts';
import { endUnpaid } from './end-unpaid.ts';
import { oneAtATime } from './operation-lock.ts';
import { isStripeError } from './provider-failure.ts';

/**
 * Ends everything that could charge an account again, and removes its card: plans end at once, what is owed is not collected, a
 * payment that waits for the bank is cancelled, and the customer is deleted. The provider keeps the invoices. Nothing is paid back.
 * May be done again.
 * @throws {ApiError} conflict when a payment goes through meanwhile; unavailable when the provider is
 */
export function closeBilling(services: Services, tenantId: string): Promise<void> {
  return oneAtATime(services, tenantId, 'close', async () => {
    const { customerId: customer } = await readBilling(services, tenantId);
    if (!customer || (await isGone(services, customer))) return;
    const { stripe } = services;
    const { data: plans } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
    for (const plan of plans.filter(({ ended_at: ended }) => ended === null)) {
      if (plan.status === 'incomplete') await endUnpaid(services, plan.id);
      else await endNow(services, plan);
    }
    const { data: payments } = await stripe.paymentIntents.list({ customer, limit: 100 });
    for (const { id, status } of payments) if (status.startsWith('requires_')) await stripe.paymentIntents.cancel(id);
    await stripe.customers.del(customer);
  });
}

/** Whether the provider has deleted the customer, or has never known it. */
async function isGone({ stripe }: Services, customer: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customer)).deleted ?? false;
  } catch (error) {
    if (isStripeError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing') return true;
    throw error;
  }
}
