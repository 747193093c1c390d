import type { Stripe } from 'stripe';
import type { State } from '../state/state.ts';

export interface Line {
  amount: number;
  description: string;
  proration: boolean;
  period: { start: number; end: number };
  price: Stripe.Price;
}

export interface InvoiceContent {
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly lines: readonly Line[];
  readonly discounts?: readonly Stripe.Discount[];
}

/** A draft over the given lines, less the discounts. */
export function newInvoice(state: State, subscription: Stripe.Subscription, content: InvoiceContent): Stripe.Invoice {
  return state.invoices.add(draftInvoice(state, subscription, content));
}

/** The same, which nobody keeps: a preview. */
export function draftInvoice(
  state: State,
  subscription: Stripe.Subscription,
  { reason, lines, discounts = [] }: InvoiceContent,
): Stripe.Invoice {
  const id = state.id('in');
  const customer = state.customers.get(String(subscription.customer));
  const now = state.now(customer.id);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const off = Math.min(
    Math.max(0, subtotal),
    discounts.reduce((sum, discount) => sum + amountOff(state, discount, subtotal), 0),
  );
  const [item] = subscription.items.data;
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Bedplate',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map((discount) => discount.id),
    due_date: null,
    effective_at: now,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line) => lineItem(state, { subscription, invoice: id, line })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `BP-${String(state.invoices.all().length + 1).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
    period_end: item?.current_period_end ?? now,
    period_start: item?.current_period_start ?? now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: customer.test_clock ?? null,
    total: subtotal - off,
    total_discount_amounts: discounts.map((discount) => ({ amount: off, discount: discount.id })),
    total_excluding_tax: subtotal - off,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
  return invoice;
}

function amountOff(state: State, discount: Stripe.Discount, subtotal: number): number {
  const coupon = state.coupons.find(String(discount.source.coupon));
  if (!coupon) return 0;
  return coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((subtotal * coupon.percent_off) / 100);
}

function lineItem(
  state: State,
  { subscription, invoice, line }: { subscription: Stripe.Subscription; invoice: string; line: Line },
): Stripe.InvoiceLineItem {
  return {
    id: state.id('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: { ...subscription.metadata },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: String(line.price.product) },
      type: 'price_details',
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: null,
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}
