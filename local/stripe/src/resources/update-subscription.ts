import type { Stripe } from 'stripe';
import { withPrice } from '../billing/change-price.ts';
import { voidInvoice } from '../billing/advance.ts';
import { collect, issueInvoice } from '../billing/invoices.ts';
import { planOf } from '../billing/subscription-object.ts';
import { emit } from '../state/events.ts';
import { StripeFailure, invalid } from '../state/failure.ts';
import { flag, map, metadata, type Params, text } from '../http/params.ts';
import type { State } from '../state/state.ts';
import { usable } from '../billing/payment-method-object.ts';
import { priceIn } from './price-in.ts';

/** Parameters that go together with payment_behavior = pending_if_incomplete. */
const withPendingUpdate = ['items', 'proration_behavior', 'payment_behavior', 'off_session', 'expand', 'discounts'];

export function updateSubscription(state: State, subscription: Stripe.Subscription, params: Params): Stripe.Subscription {
  if (subscription.ended_at !== null) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  const behavior = text(params, 'payment_behavior') ?? 'allow_incomplete';
  if (behavior === 'pending_if_incomplete') {
    const other = Object.keys(params).find((name) => !withPendingUpdate.includes(name) && !name.startsWith(' '));
    if (other)
      throw invalid(
        `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. Unsupported: ${other}`,
      );
  }
  const price = priceIn(state, params);
  const card = text(params, 'default_payment_method');
  if (card) subscription.default_payment_method = usable(state, card, subscription.customer).id;
  subscription.metadata = metadata(params, subscription.metadata);
  setPause(subscription, params);
  const ends = flag(params, 'cancel_at_period_end');
  if (ends !== undefined) setEnd(state, subscription, ends);
  if (price && price.id !== subscription.items.data[0]?.price.id) changePrice({ state, subscription, price, params, behavior });
  emit(state, 'customer.subscription.updated', subscription);
  return subscription;
}

/** An empty text takes the pause back. */
function setPause(subscription: Stripe.Subscription, params: Params): void {
  if (params.pause_collection === '') subscription.pause_collection = null;
  const behavior = text(map(params, 'pause_collection'), 'behavior');
  if (behavior === undefined) return;
  if (behavior !== 'void')
    throw invalid(`This stand-in pauses with behavior void only, not ${behavior}.`, { param: 'pause_collection[behavior]' });
  subscription.pause_collection = { behavior, resumes_at: null };
}

function setEnd(state: State, subscription: Stripe.Subscription, ends: boolean): void {
  subscription.cancel_at_period_end = ends;
  subscription.cancel_at = ends ? (subscription.items.data[0]?.current_period_end ?? null) : null;
  subscription.canceled_at = ends ? state.now(String(subscription.customer)) : null;
  if (subscription.cancellation_details) subscription.cancellation_details.reason = ends ? 'cancellation_requested' : null;
}

function changePrice(change: {
  readonly state: State;
  readonly subscription: Stripe.Subscription;
  readonly price: Stripe.Price;
  readonly params: Params;
  readonly behavior: string;
}): void {
  const { state, subscription, price, params, behavior } = change;
  const { item, lines } = withPrice(state, subscription, price);
  const proration = text(params, 'proration_behavior') ?? 'create_prorations';
  const [present] = subscription.items.data;
  if (!present) return;
  const apply = () => {
    if (item.current_period_start !== present.current_period_start) subscription.billing_cycle_anchor = item.current_period_start;
    Object.assign(present, item);
  };
  const restarts = item.current_period_start !== present.current_period_start;
  if (proration === 'none' && !restarts) {
    Object.assign(present, { price, plan: planOf(price) });
    return;
  }
  if (proration === 'create_prorations' && !restarts) {
    for (const { amount, description } of lines) state.pendingItems.push({ subscription: subscription.id, amount, description });
    Object.assign(present, { price, plan: planOf(price) });
    return;
  }
  const owed = proration === 'none' ? lines.filter((line) => line.amount > 0) : lines;
  const invoice = issueInvoice(state, subscription, { reason: 'subscription_update', lines: owed });
  if (invoice.status === 'paid') return apply();
  if (behavior === 'pending_if_incomplete') {
    subscription.pending_update = {
      billing_cycle_anchor: null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: state.now(String(subscription.customer)) + 23 * 3600,
      metadata: null,
      subscription_items: [structuredClone(item)],
      trial_end: null,
      trial_from_plan: null,
    };
    collect(state, { invoice, offSession: false });
    return;
  }
  const outcome = collect(state, { invoice, offSession: false });
  if (behavior === 'error_if_incomplete' && outcome !== null) {
    voidInvoice(state, invoice);
    if (outcome instanceof StripeFailure) throw outcome;
    throw new StripeFailure(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message: 'Payment for this subscription requires additional user action.',
    });
  }
  apply();
  if (outcome !== null) subscription.status = 'past_due';
}
