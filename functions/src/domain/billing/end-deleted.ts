import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { productOf } from './plan-state.ts';

/**
 * Ends a deleted plan with its paid period, also where the deletion could not: for a first payment
 * that waited for the bank, an overdue renewal, or an unreachable subscription.
 * @returns whether the subscription has been set to end
 */
export async function endDeleted(services: Services, subscription: Stripe.Subscription | null): Promise<boolean> {
  if (!subscription || !goesOn(subscription) || !(await isDeleted(services, subscription))) return false;
  await endAtPeriodEnd(services, subscription);
  return true;
}

/** Whether staff have deleted the plan whose price the subscription is charged. */
export async function isDeleted({ store }: Services, subscription: Stripe.Subscription): Promise<boolean> {
  const productId = productOf(subscription);
  const product = productId ? (await store.products.get(productId))?.data : undefined;
  return Boolean(product?.deletedAt);
}

/** Whether it would be charged again. A subscription cannot be set to end before its first payment. */
export function goesOn({ status, cancel_at_period_end: ends }: Stripe.Subscription): boolean {
  return !ends && (status === 'active' || status === 'trialing' || status === 'past_due');
}

export async function endAtPeriodEnd({ stripe }: Services, { id }: Stripe.Subscription): Promise<void> {
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
}
