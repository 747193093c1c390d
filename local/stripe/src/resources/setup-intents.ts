import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import { StripeFailure, invalid } from '../state/failure.ts';
import { flag, metadata, type Params, text } from '../http/params.ts';
import { get, post, type Route } from '../http/route.ts';
import { requireSecret } from '../http/client-secret.ts';
import type { State } from '../state/state.ts';
import { usable } from '../billing/payment-method-object.ts';

const fields = [
  'customer',
  'payment_method',
  'usage',
  'confirm',
  'allowed_payment_method_types',
  'use_stripe_sdk',
  'metadata',
  'return_url',
  'description',
];

export const setupIntentRoutes: Route[] = [
  post('/v1/setup_intents', fields, ({ state, params }) => {
    const intent = create(state, params);
    return flag(params, 'confirm') ? confirm(state, intent, undefined) : intent;
  }),
  {
    ...get('/v1/setup_intents/:id', ['client_secret'], ({ state, params, ids: [id = ''] }) =>
      requireSecret(state.setupIntents.get(id), params),
    ),
    publishable: true,
  },
  {
    ...post(
      '/v1/setup_intents/:id/confirm',
      ['payment_method', 'client_secret', 'use_stripe_sdk', 'return_url'],
      ({ state, params, ids: [id = ''] }) =>
        confirm(state, requireSecret(state.setupIntents.get(id), params), text(params, 'payment_method')),
    ),
    publishable: true,
  },
];

function create(state: State, params: Params): Stripe.SetupIntent {
  const customer = text(params, 'customer') ?? null;
  if (customer) state.customers.get(customer, 'customer');
  const card = text(params, 'payment_method');
  const id = state.id('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${state.id('s').slice(2)}`,
    created: state.now(),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: card ? usable(state, card, customer).id : null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: card ? 'requires_confirmation' : 'requires_payment_method',
    usage: text(params, 'usage') ?? 'off_session',
  };
  state.setupIntents.add(intent);
  emit(state, 'setup_intent.created', intent);
  return intent;
}

function confirm(state: State, intent: Stripe.SetupIntent, card: string | undefined): Stripe.SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalid(`This SetupIntent is ${intent.status}.`, { code: 'setup_intent_unexpected_state' });
  }
  const id = card ?? (typeof intent.payment_method === 'string' ? intent.payment_method : undefined);
  if (!id) throw invalid('The SetupIntent has no payment method.', { code: 'setup_intent_unexpected_state' });
  const method = usable(state, id, intent.customer);
  const row = state.cards.get(method.id);
  intent.payment_method = method.id;
  if (row?.refused) throw refuse(state, intent, { type: 'card_error', ...row.refused });
  if (row?.authentication && !row.setUp && !state.authenticated.has(method.id)) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: '' } };
    emit(state, 'setup_intent.requires_action', intent);
    return intent;
  }
  return settle(state, intent, method);
}

/** The holder has passed or failed 3-D Secure in the browser. */
export function setUpAuthenticated(state: State, intent: Stripe.SetupIntent, passed: boolean): Stripe.SetupIntent {
  if (intent.status !== 'requires_action' || typeof intent.payment_method !== 'string') {
    throw invalid(`The SetupIntent is ${intent.status}.`, { code: 'setup_intent_unexpected_state' });
  }
  const method = state.paymentMethods.get(intent.payment_method);
  intent.next_action = null;
  if (passed) {
    state.authenticated.add(method.id);
    return settle(state, intent, method);
  }
  refuse(state, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
  return intent;
}

function settle(state: State, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupIntent {
  Object.assign(intent, { status: 'succeeded', last_setup_error: null, next_action: null });
  if (intent.customer && method.customer === null) {
    method.customer = String(intent.customer);
    emit(state, 'payment_method.attached', method);
  }
  emit(state, 'setup_intent.succeeded', intent);
  return intent;
}

function refuse(state: State, intent: Stripe.SetupIntent, error: { type: string; message: string; code: string }): StripeFailure {
  intent.status = 'requires_payment_method';
  intent.last_setup_error = { ...error };
  intent.payment_method = null;
  emit(state, 'setup_intent.setup_failed', intent);
  return new StripeFailure(402, { ...error, setup_intent: structuredClone(intent) });
}
