import type { Stripe } from 'stripe';
import { existing, newPaymentMethod } from '../billing/payment-method-object.ts';
import { cardOfNumber, passesLuhn, testCard } from '../state/cards.ts';
import { emit } from '../state/events.ts';
import { StripeFailure, invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { integer, map, metadata, type Params, required, text } from '../http/params.ts';
import { get, listParams, post, type Route } from '../http/route.ts';
import type { State } from '../state/state.ts';

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
  return newPaymentMethod(state, { row, expires: { month, year: year < 100 ? 2000 + year : year }, data: metadata(params) });
}

function forget(state: State, method: Stripe.PaymentMethod): void {
  const customer = state.customers.find(String(method.customer));
  if (customer?.invoice_settings.default_payment_method === method.id) customer.invoice_settings.default_payment_method = null;
  for (const subscription of state.subscriptions.all()) {
    if (subscription.default_payment_method === method.id) subscription.default_payment_method = null;
  }
}
