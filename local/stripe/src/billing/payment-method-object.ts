import type { Stripe } from 'stripe';
import { type CardRow, testCard } from '../state/cards.ts';
import { invalid } from '../state/failure.ts';
import type { State } from '../state/state.ts';

/** A payment method that may pay for the customer; a test id such as pm_card_visa makes a new one at each use. */
export function usable(state: State, id: string, customer: Stripe.PaymentIntent['customer']): Stripe.PaymentMethod {
  const method = existing(state, id);
  if (method.customer !== null && method.customer !== customer) {
    throw invalid('The PaymentMethod supplied does not belong to the Customer you supplied.', { param: 'payment_method' });
  }
  return method;
}

/** A payment method by its id; a test id such as pm_card_visa makes a new one. */
export function existing(state: State, id: string): Stripe.PaymentMethod {
  const row = testCard(id);
  return row ? newPaymentMethod(state, { row, expires: { month: 12, year: 2034 } }) : state.paymentMethods.get(id, 'payment_method');
}

/** A card that no customer has yet. */
export function newPaymentMethod(
  state: State,
  { row, expires, data = {} }: { row: CardRow; expires: { month: number; year: number }; data?: Record<string, string> },
): Stripe.PaymentMethod {
  const id = state.id('pm');
  state.cards.set(id, row);
  return state.paymentMethods.add({
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: row.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: row.brand,
      exp_month: expires.month,
      exp_year: expires.year,
      fingerprint: `fp${row.number.slice(-8)}`,
      funding: 'credit',
      generated_from: null,
      last4: row.number.slice(-4),
      networks: { available: [row.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: state.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: data,
    type: 'card',
  });
}
