import type { Services } from '../../services/services.ts';
import { readBilling, subscriptionsOf } from './customer.ts';
import { endNow } from './end-plan.ts';
import { oneAtATime } from './operation-lock.ts';
import { isStripeError } from './provider-failure.ts';

/**
 * Ends everything that could charge an account again, and removes its card: plans end at once, what is owed is not collected, a
 * payment that waits for the bank is cancelled, and the customer is deleted. The provider keeps the invoices. Nothing is paid back.
 * May be done again.
 * @param close closes the account itself, before another order may begin
 * @throws {ApiError} conflict when a payment goes through meanwhile; unavailable when the provider is
 */
export function closeBilling<T>(services: Services, tenantId: string, close: () => Promise<T>): Promise<T> {
  return oneAtATime(services, {
    tenantId,
    operation: 'close',
    work: async () => {
      const { customerId } = await readBilling(services, tenantId);
      if (customerId && !(await isGone(services, customerId))) await removeCustomer(services, customerId);
      return close();
    },
  });
}

async function removeCustomer(services: Services, customer: string): Promise<void> {
  const { stripe } = services;
  const plans = await subscriptionsOf(services, customer);
  for (const plan of plans.filter(({ ended_at: ended }) => ended === null)) await endNow(services, plan);
  const { data: payments } = await stripe.paymentIntents.list({ customer, limit: 100 });
  for (const { id, status } of payments) if (status.startsWith('requires_')) await stripe.paymentIntents.cancel(id);
  await stripe.customers.del(customer);
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
