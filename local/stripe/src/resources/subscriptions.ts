import type { Stripe } from 'stripe';
import { end } from '../billing/advance.ts';
import { collect, issueInvoice } from '../billing/invoices.ts';
import { newSubscription } from '../billing/subscription-object.ts';
import { emit } from '../state/events.ts';
import { StripeFailure, invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { map, metadata, type Params, required, text } from '../http/params.ts';
import { get, listParams, post, remove, type Route } from '../http/route.ts';
import type { State } from '../state/state.ts';
import { discountFrom } from './discounts.ts';
import { usable } from '../billing/payment-method-object.ts';
import { priceIn } from './price-in.ts';
import { updateSubscription } from './update-subscription.ts';

const shared = [
  'items',
  'default_payment_method',
  'payment_behavior',
  'payment_settings',
  'discounts',
  'metadata',
  'proration_behavior',
  'off_session',
  'cancel_at_period_end',
  'description',
];

export const subscriptionRoutes: Route[] = [
  post('/v1/subscriptions', [...shared, 'customer', 'collection_method'], ({ state, params }) => create(state, params)),
  get('/v1/subscriptions', [...listParams, 'customer', 'status', 'price'], ({ state, params }) => {
    const status = text(params, 'status');
    const customer = text(params, 'customer');
    const rows = state.subscriptions
      .all()
      .filter((row) => (customer ?? row.customer) === row.customer)
      .filter((row) => status === 'all' || (status ? row.status === status : row.status !== 'canceled'));
    return listPage(rows, params, '/v1/subscriptions');
  }),
  get('/v1/subscriptions/:id', [], ({ state, ids: [id = ''] }) => state.subscriptions.get(id)),
  post('/v1/subscriptions/:id', [...shared, 'pause_collection'], ({ state, params, ids: [id = ''] }) =>
    updateSubscription(state, state.subscriptions.get(id), params),
  ),
  remove('/v1/subscriptions/:id', ['invoice_now', 'prorate', 'cancellation_details'], ({ state, ids: [id = ''] }) => {
    const subscription = state.subscriptions.get(id);
    if (subscription.ended_at !== null)
      throw invalid(`No such subscription: ${id}`, { code: 'resource_missing', param: 'id', status: 404 });
    end(state, subscription, 'cancellation_requested');
    return subscription;
  }),
];

function create(state: State, params: Params): Stripe.Subscription {
  const customer = state.customers.get(required(params, 'customer'), 'customer');
  const price = priceIn(state, params);
  if (!price) throw invalid('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  const card = text(params, 'default_payment_method');
  const behavior = text(params, 'payment_behavior') ?? 'allow_incomplete';
  const paymentMethod = card ? usable(state, card, customer.id).id : null;
  if (behavior !== 'default_incomplete' && !paymentMethod && !customer.invoice_settings.default_payment_method) {
    throw invalid('This customer has no attached payment source or default payment method.', { code: 'resource_missing' });
  }
  const saveCard = text(map(params, 'payment_settings'), 'save_default_payment_method') === 'on_subscription';
  const discount = discountFrom(state, params, customer.id);
  const subscription = newSubscription(state, { customer, price, paymentMethod, saveCard, metadata: metadata(params) });
  if (discount) discount.subscription = subscription.id;
  const [item] = subscription.items.data;
  const period = { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
  emit(state, 'customer.subscription.created', subscription);
  const invoice = issueInvoice(state, subscription, {
    reason: 'subscription_create',
    lines: [{ amount: price.unit_amount ?? 0, description: '1 × plan', proration: false, period, price }],
    discounts: discount ? [discount] : [],
  });
  if (behavior === 'default_incomplete' || invoice.status !== 'open') return subscription;
  const outcome = collect(state, { invoice, offSession: false });
  if (outcome === null || behavior !== 'error_if_incomplete') return subscription;
  end(state, subscription, 'payment_failed');
  throw outcome === 'requires_action' ? actionRequired() : outcome;
}

function actionRequired(): StripeFailure {
  return new StripeFailure(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
  });
}
