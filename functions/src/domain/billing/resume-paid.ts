import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { productOf } from './plan-state.ts';

/**
 * Resumes a cancelled plan once a larger plan, ordered meanwhile, is paid. Until then the cancellation
 * remains, because the payment may never be confirmed.
 * @returns whether the cancellation has been taken back
 */
export async function resumePaid({ stripe }: Services, subscription: Stripe.Subscription | null): Promise<boolean> {
  const wanted = subscription?.metadata.resumesWith;
  if (!subscription?.cancel_at_period_end || subscription.ended_at !== null) return false;
  if (!wanted || subscription.pending_update || productOf(subscription) !== wanted) return false;
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false, metadata: { resumesWith: '' } });
  return true;
}
