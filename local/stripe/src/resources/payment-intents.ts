import { authenticated, confirmIntent, newIntent } from '../billing/intents.ts';
import { emit } from '../state/events.ts';
import { requireSecret } from '../http/client-secret.ts';
import { invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { flag, integer, metadata, required, text } from '../http/params.ts';
import { get, listParams, post, type Route } from '../http/route.ts';
import { setUpAuthenticated } from './setup-intents.ts';
import { usable } from '../billing/payment-method-object.ts';

const fields = [
  'amount',
  'currency',
  'customer',
  'payment_method',
  'off_session',
  'confirm',
  'allowed_payment_method_types',
  'metadata',
  'description',
  'use_stripe_sdk',
  'return_url',
  'setup_future_usage',
  'error_on_requires_action',
];

export const paymentIntentRoutes: Route[] = [
  post('/v1/payment_intents', fields, ({ state, params }) => {
    const customer = text(params, 'customer') ?? null;
    if (customer) state.customers.get(customer, 'customer');
    const card = text(params, 'payment_method');
    const intent = newIntent(state, {
      amount: integer(params, 'amount') ?? 0,
      currency: required(params, 'currency'),
      customer,
      paymentMethod: card ? usable(state, card, customer).id : null,
      invoice: null,
      metadata: metadata(params),
      description: text(params, 'description') ?? null,
    });
    return flag(params, 'confirm') ? confirmIntent(state, { intent, offSession: flag(params, 'off_session') ?? false }) : intent;
  }),
  get('/v1/payment_intents', [...listParams, 'customer'], ({ state, params }) =>
    listPage(
      state.paymentIntents.all().filter(({ customer }) => (text(params, 'customer') ?? customer) === customer),
      params,
      '/v1/payment_intents',
    ),
  ),
  {
    ...get('/v1/payment_intents/:id', ['client_secret'], ({ state, params, ids: [id = ''] }) =>
      requireSecret(state.paymentIntents.get(id), params),
    ),
    publishable: true,
  },
  {
    ...post(
      '/v1/payment_intents/:id/confirm',
      ['payment_method', 'off_session', 'use_stripe_sdk', 'return_url', 'client_secret', 'setup_future_usage'],
      ({ state, params, ids: [id = ''] }) =>
        confirmIntent(state, {
          intent: requireSecret(state.paymentIntents.get(id), params),
          paymentMethod: text(params, 'payment_method'),
          offSession: flag(params, 'off_session') ?? false,
        }),
    ),
    publishable: true,
  },
  post('/v1/payment_intents/:id/cancel', ['cancellation_reason'], ({ state, ids: [id = ''] }) => {
    const intent = state.paymentIntents.get(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      });
    }
    Object.assign(intent, { status: 'canceled', canceled_at: state.now(), next_action: null });
    emit(state, 'payment_intent.canceled', intent);
    return intent;
  }),
  {
    // The holder passes or fails, as on the bank's own page in the real service.
    ...post('/v1/3ds/:id', ['client_secret', 'passed'], ({ state, params, ids: [id = ''] }) => {
      const passed = flag(params, 'passed') ?? false;
      if (id.startsWith('seti_')) return setUpAuthenticated(state, requireSecret(state.setupIntents.get(id), params), passed);
      return authenticated(state, requireSecret(state.paymentIntents.get(id), params), passed);
    }),
    publishable: true,
  },
];
