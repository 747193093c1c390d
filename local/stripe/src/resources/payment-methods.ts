import type { Stripe } from 'stripe';
import { type CardRow, cardOfNumber, passesLuhn, testCard } from '../cards.ts';
import { emit } from '../events.ts';
import { StripeFailure, invalid } from '../http/failure.ts';
import { listPage } from '../http/list-page.ts';
import { integer, map, metadata, type Params, required, text } from '../http/params.ts';
import { get, listParams, post, type Route } from '../http/route.ts';
import type { State } from '../state.ts';

export const paymentMethodRoutes: Route[] = [
  {
    ...post(
      '/v1/payment_methods',
      ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay', 'payment_user_agent'],
      ({ state, params }) => create(state, params),
    ),
    publishable: true,
  },
  get('/v1/payment_methods', [...listParams, 'customer', 'type'], ({ state, params }) =>
    listPage(
      state.paymentMethods.all().filter(({ customer }) => customer === text(params, 'customer')),
      params,
      '/v1/payment_methods',
    ),
  ),
  get('/v1/payment_methods/:id', [], ({ state, ids: [id = ''] }) => state.paymentMethods.get(id)),
  post('/v1/payment_methods/:id/attach', ['customer'], ({ state, params, ids: [id = ''] }) => {
    const customer = state.customers.get(required(params, 'customer'), 'customer');
    const method = existing(state, id);
    if (method.customer !== null && method.customer !== customer.id) {
      throw invalid('The payment method you provided has already been attached to a customer.', {
        code: 'payment_method_unexpected_state',
      });
    }
    const refused = state.cards.get(method.id)?.refused;
    if (refused) throw new StripeFailure(402, { type: 'card_error', ...refused });
    if (method.customer === null) {
      method.customer = customer.id;
      emit(state, 'payment_method.attached', method);
    }
    return method;
  }),
  post('/v1/payment_methods/:id/detach', [], ({ state, ids: [id = ''] }) => {
    const method = state.paymentMethods.get(id);
    if (method.customer === null) {
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
    }
    forget(state, method);
    method.customer = null;
    emit(state, 'payment_method.detached', method);
    return method;
  }),
];

/** A payment method that may pay for the customer; a test id such as pm_card_visa makes a new one at each use. */
export function usable(state: State, id: string, customer: Stripe.PaymentIntent['customer']): Stripe.PaymentMethod {
  const method = existing(state, id);
  if (method.customer !== null && method.customer !== customer) {
    throw invalid('The PaymentMethod supplied does not belong to the Customer you supplied.', { param: 'payment_method' });
  }
  return method;
}

function existing(state: State, id: string): Stripe.PaymentMethod {
  const row = testCard(id);
  return row ? add(state, row, { month: 12, year: 2034 }) : state.paymentMethods.get(id, 'payment_method');
}

function create(state: State, params: Params): Stripe.PaymentMethod {
  if (required(params, 'type') !== 'card') throw invalid('Only cards are taken here.', { param: 'type' });
  const card = map(params, 'card');
  const token = text(card, 'token');
  const number = required(card, 'number');
  const row = token ? testCard(token.replace(/^tok_/, 'pm_card_')) : cardOfNumber(number);
  if (!passesLuhn(number)) {
    throw new StripeFailure(402, {
      type: 'card_error',
      code: 'incorrect_number',
      param: 'number',
      message: 'Your card number is incorrect.',
    });
  }
  if (!row) {
    throw new StripeFailure(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: 'Your card was declined. Your request was in test mode, but used a non test card.',
    });
  }
  const month = integer(card, 'exp_month') ?? 0;
  const year = integer(card, 'exp_year') ?? 0;
  if (month < 1 || month > 12)
    throw new StripeFailure(402, { type: 'card_error', code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." });
  return add(state, row, { month, year: year < 100 ? 2000 + year : year }, metadata(params));
}

function add(
  state: State,
  row: CardRow,
  expires: { month: number; year: number },
  data: Record<string, string> = {},
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

function forget(state: State, method: Stripe.PaymentMethod): void {
  const customer = state.customers.find(String(method.customer));
  if (customer?.invoice_settings.default_payment_method === method.id) customer.invoice_settings.default_payment_method = null;
  for (const subscription of state.subscriptions.all()) {
    if (subscription.default_payment_method === method.id) subscription.default_payment_method = null;
  }
}
