import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import { invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { integer, metadata, type Params, text } from '../http/params.ts';
import { get, listParams, post, type Route } from '../http/route.ts';
import type { State } from '../state/state.ts';

export const refundRoutes: Route[] = [
  post('/v1/refunds', ['charge', 'payment_intent', 'amount', 'reason', 'metadata'], ({ state, params }) => create(state, params)),
  get('/v1/refunds', [...listParams, 'charge', 'payment_intent'], ({ state, params }) =>
    listPage(
      state.refunds
        .all()
        .filter((row) => (text(params, 'charge') ?? row.charge) === row.charge)
        .filter((row) => (text(params, 'payment_intent') ?? row.payment_intent) === row.payment_intent),
      params,
      '/v1/refunds',
    ),
  ),
  get('/v1/charges', [...listParams, 'customer', 'payment_intent'], ({ state, params }) =>
    listPage(
      state.charges
        .all()
        .filter((row) => (text(params, 'customer') ?? row.customer) === row.customer)
        .filter((row) => (text(params, 'payment_intent') ?? row.payment_intent) === row.payment_intent),
      params,
      '/v1/charges',
    ),
  ),
  get('/v1/disputes', [...listParams, 'charge', 'payment_intent'], ({ state, params }) =>
    listPage(
      state.disputes
        .all()
        .filter((row) => (text(params, 'charge') ?? row.charge) === row.charge)
        .filter((row) => (text(params, 'payment_intent') ?? row.payment_intent) === row.payment_intent),
      params,
      '/v1/disputes',
    ),
  ),
  get('/v1/charges/:id', [], ({ state, ids: [id = ''] }) => state.charges.get(id)),
];

function create(state: State, params: Params): Stripe.Refund {
  const intent = text(params, 'payment_intent');
  const charge = state.charges.get(String(intent ? state.paymentIntents.get(intent).latest_charge : text(params, 'charge')), 'charge');
  const left = charge.amount - charge.amount_refunded;
  const amount = integer(params, 'amount') ?? left;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount < 1 || amount > left) throw invalid('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const refund: Stripe.Refund = {
    id: state.id('re'),
    object: 'refund',
    amount,
    balance_transaction: state.id('txn'),
    charge: charge.id,
    created: state.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: metadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: text(params, 'reason') ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  state.refunds.add(refund);
  emit(state, 'charge.refunded', charge);
  emit(state, 'refund.created', refund);
  return refund;
}
