import type { Stripe } from 'stripe';
import { end } from '../billing/advance.ts';
import { emit } from '../state/events.ts';
import { listPage } from '../http/list-page.ts';
import { map, metadata, type Params, text } from '../http/params.ts';
import { get, listParams, post, remove, type Route } from '../http/route.ts';
import type { State } from '../state/state.ts';
import { usable } from '../billing/payment-method-object.ts';

const fields = ['name', 'email', 'description', 'metadata', 'invoice_settings', 'test_clock', 'payment_method', 'phone', 'address'];

export const customerRoutes: Route[] = [
  post('/v1/customers', fields, ({ state, params }) => create(state, params)),
  get('/v1/customers', [...listParams, 'email', 'test_clock'], ({ state, params }) =>
    listPage(
      state.customers.all().filter(({ email }) => (text(params, 'email') ?? email) === email),
      params,
      '/v1/customers',
    ),
  ),
  get('/v1/customers/:id', [], ({ state, ids: [id = ''] }) => (state.deletedCustomers.has(id) ? deleted(id) : state.customers.get(id))),
  post('/v1/customers/:id', fields, ({ state, params, ids: [id = ''] }) => {
    const customer = state.customers.get(id);
    const card = text(map(params, 'invoice_settings'), 'default_payment_method');
    if (card) customer.invoice_settings.default_payment_method = usable(state, card, id).id;
    customer.name = text(params, 'name') ?? customer.name ?? null;
    customer.email = text(params, 'email') ?? customer.email;
    customer.metadata = metadata(params, customer.metadata);
    emit(state, 'customer.updated', customer);
    return customer;
  }),
  remove('/v1/customers/:id', [], ({ state, ids: [id = ''] }) => {
    const customer = state.customers.get(id);
    const live = state.subscriptions.all().filter((row) => row.customer === id && row.ended_at === null);
    for (const subscription of live) end(state, subscription, 'cancellation_requested');
    emit(state, 'customer.deleted', customer);
    state.customers.remove(id);
    state.deletedCustomers.add(id);
    return deleted(id);
  }),
];

function deleted(id: string): Stripe.DeletedCustomer {
  return { id, object: 'customer', deleted: true };
}

function create(state: State, params: Params): Stripe.Customer {
  const clock = text(params, 'test_clock');
  if (clock) state.testClocks.get(clock, 'test_clock');
  const customer: Stripe.Customer = {
    id: state.id('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: state.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: text(params, 'description') ?? null,
    discount: null,
    email: text(params, 'email') ?? null,
    invoice_prefix: 'BP',
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: metadata(params),
    name: text(params, 'name') ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock ?? null,
  };
  state.customers.add(customer);
  emit(state, 'customer.created', customer);
  return customer;
}
