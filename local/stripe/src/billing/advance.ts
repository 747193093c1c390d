import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import type { State } from '../state/state.ts';
import { openInvoices } from './invoice-outcomes.ts';
import { cardOf, collect, issueInvoice } from './invoices.ts';
import { endOfPeriod } from './period.ts';
import { dropPendingUpdate } from './pending-update.ts';

const day = 86_400;
/** Stripe gives the holder 23 hours to finish a first payment. */
const unfinished = 23 * 3600;
/** Days after a failed renewal on which the card is tried again; after the last the subscription ends. */
const retries = [1, 3, 5, 7];

/** Does everything that is due up to the present time of each subscription's clock, in order. */
export function advance(state: State): void {
  for (const subscription of state.subscriptions.all()) {
    for (let due = nextDue(state, subscription); due !== undefined && due.at <= state.now(String(subscription.customer)); ) {
      due.act();
      due = nextDue(state, subscription);
    }
  }
}

interface Due {
  at: number;
  act: () => void;
}

function nextDue(state: State, subscription: Stripe.Subscription): Due | undefined {
  const [item] = subscription.items.data;
  if (!item) return undefined;
  if (subscription.status === 'incomplete') return { at: subscription.created + unfinished, act: () => expire(state, subscription) };
  if (subscription.status !== 'active' && subscription.status !== 'past_due') return undefined;
  const due: Due[] = [
    subscription.cancel_at_period_end
      ? { at: item.current_period_end, act: () => end(state, subscription, 'cancellation_requested') }
      : { at: item.current_period_end, act: () => renew(state, subscription, item) },
  ];
  if (subscription.pending_update) {
    due.push({ at: subscription.pending_update.expires_at, act: () => dropPendingUpdate(state, subscription) });
  }
  for (const invoice of openInvoices(state, subscription)) {
    const dunning = invoice.auto_advance ? state.dunning.get(invoice.id) : undefined;
    if (dunning) due.push({ at: dunning.next, act: () => retry(state, subscription, invoice) });
  }
  return due.sort((a, b) => a.at - b.at)[0];
}

function renew(state: State, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): void {
  const { interval = 'month', interval_count: count = 1 } = item.price.recurring ?? {};
  const start = item.current_period_end;
  const anchored = periodAfter(subscription.billing_cycle_anchor, { start, interval, count });
  Object.assign(item, { current_period_start: start, current_period_end: anchored });
  const period = { start, end: anchored };
  const waiting = state.pendingItems.filter((pending) => pending.subscription === subscription.id);
  for (const pending of waiting) state.pendingItems.splice(state.pendingItems.indexOf(pending), 1);
  const lines = [
    { amount: item.price.unit_amount ?? 0, description: '1 × plan', proration: false, period, price: item.price },
    ...waiting.map(({ amount, description }) => ({ amount, description, proration: true, period, price: item.price })),
  ];
  const invoice = issueInvoice(state, subscription, { reason: 'subscription_cycle', lines });
  emit(state, 'customer.subscription.updated', subscription);
  if (invoice.status !== 'open') return;
  if (subscription.pause_collection) {
    voidInvoice(state, invoice);
    return;
  }
  if (
    collect(state, { invoice, card: cardOf(state, subscription) ?? undefined, offSession: true }) === null &&
    state.invoices.get(invoice.id).status === 'paid'
  )
    return;
  state.dunning.set(invoice.id, { tries: 0, next: start + (retries[0] ?? 1) * day });
  invoice.next_payment_attempt = start + (retries[0] ?? 1) * day;
  subscription.status = 'past_due';
  emit(state, 'customer.subscription.updated', subscription);
}

function retry(state: State, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const { tries, next } = state.dunning.get(invoice.id) ?? { tries: 0, next: 0 };
  if (cardOf(state, subscription)) collect(state, { invoice, card: cardOf(state, subscription) ?? undefined, offSession: true });
  if (invoice.status !== 'open') return;
  const following = retries[tries + 1];
  if (following === undefined) {
    end(state, subscription, 'payment_failed');
    return;
  }
  const at = next + (following - (retries[tries] ?? 0)) * day;
  state.dunning.set(invoice.id, { tries: tries + 1, next: at });
  invoice.next_payment_attempt = at;
}

export function end(state: State, subscription: Stripe.Subscription, reason: 'cancellation_requested' | 'payment_failed'): void {
  const now = state.now(String(subscription.customer));
  const wasIncomplete = subscription.status === 'incomplete';
  Object.assign(subscription, { status: 'canceled', canceled_at: subscription.canceled_at ?? now, ended_at: now, pending_update: null });
  if (subscription.cancellation_details) subscription.cancellation_details.reason = reason;
  for (const invoice of openInvoices(state, subscription)) {
    state.dunning.delete(invoice.id);
    invoice.next_payment_attempt = null;
    if (wasIncomplete) voidInvoice(state, invoice);
  }
  emit(state, 'customer.subscription.deleted', subscription);
}

export function voidInvoice(state: State, invoice: Stripe.Invoice): void {
  invoice.status = 'void';
  invoice.status_transitions.voided_at = state.now(String(invoice.customer));
  for (const payment of state.invoicePayments.all().filter(({ invoice: id }) => id === invoice.id)) {
    payment.status = 'canceled';
    const intent =
      typeof payment.payment.payment_intent === 'string' ? state.paymentIntents.find(payment.payment.payment_intent) : undefined;
    if (!intent || intent.status === 'succeeded') continue;
    Object.assign(intent, { status: 'canceled', cancellation_reason: 'void_invoice', canceled_at: state.now(), next_action: null });
    emit(state, 'payment_intent.canceled', intent);
  }
  emit(state, 'invoice.voided', invoice);
}

function expire(state: State, subscription: Stripe.Subscription): void {
  subscription.status = 'incomplete_expired';
  subscription.ended_at = state.now(String(subscription.customer));
  for (const invoice of openInvoices(state, subscription)) voidInvoice(state, invoice);
  emit(state, 'customer.subscription.updated', subscription);
}

/** The first end of a period, counted from the anchor, that lies after `start`: 31 January is followed by 28 February and 31 March. */
function periodAfter(anchor: number, { start, interval, count }: { start: number; interval: string; count: number }): number {
  for (let periods = 1; ; periods += 1) {
    const end = endOfPeriod(anchor, interval, periods * count);
    if (end > start) return end;
  }
}
