import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import { StripeFailure } from '../state/failure.ts';
import type { State } from '../state/state.ts';
import { type InvoiceContent, newInvoice } from './invoice-object.ts';
import { confirmIntent, newIntent } from './intents.ts';
import { intentOf, invoicePaid } from './invoice-outcomes.ts';

/**
 * Makes an invoice and finalizes it at once (the real service leaves renewals as drafts for an hour).
 * Credit of the customer counts first; what is too small to be charged waits on the customer's balance.
 */
export function issueInvoice(state: State, subscription: Stripe.Subscription, content: InvoiceContent): Stripe.Invoice {
  const invoice = newInvoice(state, subscription, content);
  const customer = state.customers.get(String(subscription.customer));
  const owed = invoice.total + customer.balance;
  const due = owed >= 50 ? owed : 0;
  invoice.starting_balance = customer.balance;
  customer.balance = due > 0 ? 0 : owed;
  Object.assign(invoice, { ending_balance: customer.balance, amount_due: due, amount_remaining: due, status: 'open' });
  subscription.latest_invoice = invoice.id;
  emit(state, 'invoice.created', invoice);
  emit(state, 'invoice.finalized', invoice);
  if (due === 0) invoicePaid(state, invoice.id);
  else addIntent(state, subscription, invoice);
  return invoice;
}

function addIntent(state: State, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const intent = newIntent(state, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: String(subscription.customer),
    paymentMethod: cardOf(state, subscription),
    invoice: invoice.id,
    metadata: {},
    description: 'Subscription',
  });
  state.invoicePayments.add({
    id: state.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** Tries the subscription's card. @returns null when it was paid, else what is in the way */
export function collect(
  state: State,
  { invoice, card, offSession }: { invoice: Stripe.Invoice; card?: string | undefined; offSession: boolean },
): StripeFailure | 'requires_action' | null {
  const intent = intentOf(state, invoice);
  if (!intent || invoice.status !== 'open') return null;
  try {
    return confirmIntent(state, { intent, paymentMethod: card, offSession }).status === 'succeeded' ? null : 'requires_action';
  } catch (error) {
    if (error instanceof StripeFailure) return error;
    throw error;
  }
}

/** The subscription's own card, or the customer's. */
export function cardOf(state: State, subscription: Stripe.Subscription): string | null {
  const customer = state.customers.get(String(subscription.customer));
  const card = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return typeof card === 'string' ? card : null;
}
