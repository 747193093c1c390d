import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import type { State } from '../state/state.ts';
import { applyPendingUpdate } from './pending-update.ts';

/** Applies the end of a payment to its invoice and to the subscription behind it. */
export function invoicePaid(state: State, id: string | null): void {
  const invoice = id === null ? undefined : state.invoices.find(id);
  if (!invoice || invoice.status === 'paid') return;
  const at = state.now(String(invoice.customer));
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  invoice.attempt_count += invoice.amount_due > 0 ? 1 : 0;
  invoice.status_transitions.paid_at = at;
  for (const payment of paymentsOf(state, invoice)) {
    Object.assign(payment, { status: 'paid', amount_paid: payment.amount_requested });
    payment.status_transitions.paid_at = at;
  }
  state.dunning.delete(invoice.id);
  emit(state, 'invoice.payment_succeeded', invoice);
  emit(state, 'invoice.paid', invoice);
  const subscription = subscriptionOf(state, invoice);
  if (!subscription) return;
  keepCard(state, subscription, invoice);
  applyPendingUpdate(state, subscription, invoice);
  if (subscription.status === 'incomplete' || (subscription.status === 'past_due' && openInvoices(state, subscription).length === 0)) {
    subscription.status = 'active';
  }
  emit(state, 'customer.subscription.updated', subscription);
}

export function invoiceFailed(state: State, id: string | null, needsHolder: boolean): void {
  const invoice = id === null ? undefined : state.invoices.find(id);
  if (!invoice || invoice.status !== 'open') return;
  invoice.attempted = true;
  invoice.attempt_count += 1;
  emit(state, 'invoice.payment_failed', invoice);
  if (needsHolder) emit(state, 'invoice.payment_action_required', invoice);
}

export function invoiceActionRequired(state: State, id: string | null): void {
  const invoice = id === null ? undefined : state.invoices.find(id);
  if (invoice?.status === 'open') emit(state, 'invoice.payment_action_required', invoice);
}

export function subscriptionOf(state: State, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === 'string' ? state.subscriptions.find(id) : undefined;
}

export function paymentsOf(state: State, invoice: Stripe.Invoice): Stripe.InvoicePayment[] {
  return state.invoicePayments.all().filter((payment) => payment.invoice === invoice.id);
}

export function openInvoices(state: State, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return state.invoices.all().filter((invoice) => invoice.status === 'open' && subscriptionOf(state, invoice)?.id === subscription.id);
}

export function intentOf(state: State, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const id = paymentsOf(state, invoice)[0]?.payment.payment_intent;
  return typeof id === 'string' ? state.paymentIntents.find(id) : undefined;
}

/** payment_settings.save_default_payment_method = on_subscription. */
function keepCard(state: State, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const used = intentOf(state, invoice)?.payment_method;
  if (typeof used !== 'string' || subscription.payment_settings?.save_default_payment_method !== 'on_subscription') return;
  subscription.default_payment_method ??= used;
}
