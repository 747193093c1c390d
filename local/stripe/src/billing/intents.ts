import type { Stripe } from 'stripe';
import type { Decline } from '../state/cards.ts';
import { emit } from '../state/events.ts';
import { StripeFailure, invalid } from '../state/failure.ts';
import { usable } from './payment-method-object.ts';
import type { State } from '../state/state.ts';
import { addCharge } from './charge.ts';
import { invoiceActionRequired, invoiceFailed, invoicePaid } from './invoice-outcomes.ts';

interface NewIntent {
  amount: number;
  currency: string;
  customer: string | null;
  paymentMethod: string | null;
  invoice: string | null;
  metadata: Record<string, string>;
  description?: string | null;
}

export function newIntent(state: State, given: NewIntent): Stripe.PaymentIntent {
  if (given.amount < 50) {
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  }
  const id = state.id('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${state.id('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: state.now(given.customer ?? undefined),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: null,
  };
  state.paymentIntents.add(intent);
  state.intentFacts.set(id, { invoice: given.invoice, offSession: false });
  emit(state, 'payment_intent.created', intent);
  return intent;
}

/**
 * Tries to collect. @returns the intent, succeeded or waiting for its holder
 * @throws card_error 402 when the bank refuses, and off session when the holder would have to be there
 */
export function confirmIntent(
  state: State,
  { intent, paymentMethod, offSession }: { intent: Stripe.PaymentIntent; paymentMethod?: string | undefined; offSession: boolean },
) {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
    throw invalid(
      `This PaymentIntent's payment_method could not be updated because it has a status of ${intent.status}. You may only confirm it with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      { code: 'payment_intent_unexpected_state' },
    );
  }
  const id = paymentMethod ?? (typeof intent.payment_method === 'string' ? intent.payment_method : undefined);
  if (!id)
    throw invalid("You cannot confirm this PaymentIntent because it's missing a payment method.", {
      code: 'payment_intent_unexpected_state',
    });
  const method = usable(state, id, intent.customer);
  const card = state.cards.get(method.id);
  Object.assign(intent, { payment_method: method.id, last_payment_error: null, next_action: null });
  state.intentFacts.set(intent.id, { invoice: state.intentFacts.get(intent.id)?.invoice ?? null, offSession });
  const refused = card?.refused ?? card?.chargeRefused;
  if (refused) throw refuse(state, { intent, method, decline: refused });
  const needsHolder =
    card?.authentication === 'always' || (card?.authentication === 'once' && !card.setUp && !state.authenticated.has(method.id));
  if (!needsHolder) return settle(state, intent, method);
  if (offSession) {
    throw refuse(state, {
      intent,
      method,
      decline: {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      },
    });
  }
  intent.status = 'requires_action';
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: '' } };
  emit(state, 'payment_intent.requires_action', intent);
  invoiceActionRequired(state, state.intentFacts.get(intent.id)?.invoice ?? null);
  return intent;
}

/** The holder has passed or failed 3-D Secure in the browser. */
export function authenticated(state: State, intent: Stripe.PaymentIntent, passed: boolean): Stripe.PaymentIntent {
  if (intent.status !== 'requires_action' || typeof intent.payment_method !== 'string') {
    throw invalid(`The PaymentIntent is ${intent.status}.`, { code: 'payment_intent_unexpected_state' });
  }
  const method = state.paymentMethods.get(intent.payment_method);
  intent.next_action = null;
  const afterwards = state.cards.get(method.id)?.refusedAfterwards;
  if (passed && !afterwards) {
    state.authenticated.add(method.id);
    return settle(state, intent, method);
  }
  refuse(state, {
    intent,
    method,
    decline:
      passed && afterwards
        ? afterwards
        : {
            code: 'payment_intent_authentication_failure',
            message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
          },
  });
  return intent;
}

function settle(state: State, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent {
  const charge = addCharge(state, intent, method.id);
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id, next_action: null });
  emit(state, 'payment_intent.succeeded', intent);
  invoicePaid(state, state.intentFacts.get(intent.id)?.invoice ?? null);
  return intent;
}

/** @returns the failure to throw; the intent keeps it as its last error and waits for another card */
function refuse(
  state: State,
  { intent, method, decline }: { intent: Stripe.PaymentIntent; method: Stripe.PaymentMethod; decline: Decline },
): StripeFailure {
  const type = decline.code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error';
  intent.status = 'requires_payment_method';
  intent.last_payment_error = { ...decline, type, payment_method: structuredClone(method) };
  intent.payment_method = null;
  emit(state, 'payment_intent.payment_failed', intent);
  invoiceFailed(state, state.intentFacts.get(intent.id)?.invoice ?? null, decline.code === 'authentication_required');
  return new StripeFailure(402, {
    ...decline,
    type,
    payment_intent: structuredClone(intent),
    payment_method: structuredClone(method),
  });
}
