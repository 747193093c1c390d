import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { productOf } from './plan-state.ts';

/**
 * A plan that staff have deleted lasts until its paid period ends, whoever was late to hear of it: a first payment that waited for
 * the bank, a renewal that is overdue, or a subscription that the deletion itself could not reach.
 * @returns whether the subscription has been told to end
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

/** It would be charged again. One that waits for its first payment cannot be told to end before that is made. */
export function goesOn({ status, cancel_at_period_end: ends }: Stripe.Subscription): boolean {
  return !ends && (status === 'active' || status === 'trialing' || status === 'past_due');
}

export async function endAtPeriodEnd({ stripe }: Services, { id }: Stripe.Subscription): Promise<void> {
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
}
