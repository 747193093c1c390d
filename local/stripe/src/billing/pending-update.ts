import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import type { State } from '../state/state.ts';

/** A change of plan that waits for its payment; it takes effect when the invoice is paid. */
export function applyPendingUpdate(state: State, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const items = subscription.pending_update?.subscription_items;
  const [wanted] = items ?? [];
  const [item] = subscription.items.data;
  if (!wanted || !item || subscription.latest_invoice !== invoice.id) return;
  Object.assign(item, {
    price: wanted.price,
    plan: wanted.plan,
    current_period_start: wanted.current_period_start,
    current_period_end: wanted.current_period_end,
  });
  subscription.pending_update = null;
  emit(state, 'customer.subscription.pending_update_applied', subscription);
}

/** A pending change is forgotten when its invoice is voided or its day is over. */
export function dropPendingUpdate(state: State, subscription: Stripe.Subscription | undefined): void {
  if (!subscription?.pending_update) return;
  subscription.pending_update = null;
  emit(state, 'customer.subscription.pending_update_expired', subscription);
  emit(state, 'customer.subscription.updated', subscription);
}
