import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import { invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { flag, integer, map, metadata, type Params, required, text } from '../http/params.ts';
import { get, listParams, post, remove, type Route } from '../http/route.ts';
import type { State } from '../state/state.ts';

const productFields = ['name', 'description', 'active', 'metadata', 'id', 'default_price', 'url', 'unit_label'];
const priceFields = [
  'currency',
  'unit_amount',
  'recurring',
  'product',
  'active',
  'metadata',
  'nickname',
  'lookup_key',
  'transfer_lookup_key',
];

export const catalogueRoutes: Route[] = [
  post('/v1/products', productFields, ({ state, params }) => createProduct(state, params)),
  get('/v1/products', [...listParams, 'active'], ({ state, params }) => listPage(state.products.all(), params, '/v1/products')),
  get('/v1/products/:id', [], ({ state, ids: [id = ''] }) => state.products.get(id)),
  post('/v1/products/:id', productFields, ({ state, params, ids: [id = ''] }) => {
    const product = state.products.get(id);
    product.name = text(params, 'name') ?? product.name;
    product.description = text(params, 'description') ?? product.description;
    product.active = flag(params, 'active') ?? product.active;
    product.metadata = metadata(params, product.metadata);
    product.updated = state.now();
    emit(state, 'product.updated', product);
    return product;
  }),
  remove('/v1/products/:id', [], ({ state, ids: [id = ''] }) => {
    state.products.get(id);
    if (state.prices.all().some(({ product }) => product === id)) {
      throw invalid('This product cannot be deleted because it has one or more user-created prices.');
    }
    state.products.remove(id);
    return { id, object: 'product', deleted: true };
  }),
  post('/v1/prices', priceFields, ({ state, params }) => createPrice(state, params)),
  get('/v1/prices', [...listParams, 'product', 'active'], ({ state, params }) =>
    listPage(
      state.prices.all().filter(({ product }) => (text(params, 'product') ?? product) === product),
      params,
      '/v1/prices',
    ),
  ),
  get('/v1/prices/:id', [], ({ state, ids: [id = ''] }) => state.prices.get(id)),
  post('/v1/prices/:id', ['active', 'metadata', 'nickname', 'lookup_key'], ({ state, params, ids: [id = ''] }) => {
    const price = state.prices.get(id);
    price.active = flag(params, 'active') ?? price.active;
    price.metadata = metadata(params, price.metadata);
    emit(state, 'price.updated', price);
    return price;
  }),
];

function createProduct(state: State, params: Params): Stripe.Product {
  const product: Stripe.Product = {
    id: text(params, 'id') ?? state.id('prod'),
    object: 'product',
    active: flag(params, 'active') ?? true,
    created: state.now(),
    default_price: null,
    description: text(params, 'description') ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: metadata(params),
    name: required(params, 'name'),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: state.now(),
    url: null,
  };
  if (state.products.find(product.id)) throw invalid('Product already exists.', { code: 'resource_already_exists' });
  state.products.add(product);
  emit(state, 'product.created', product);
  return product;
}

function createPrice(state: State, params: Params): Stripe.Price {
  const recurring = map(params, 'recurring');
  const interval = text(recurring, 'interval');
  if (interval !== undefined && !['day', 'week', 'month', 'year'].includes(interval))
    throw invalid('Invalid interval.', { param: 'recurring[interval]' });
  const amount = integer(params, 'unit_amount');
  if (amount === undefined || amount < 0) throw invalid('Missing required param: unit_amount.', { param: 'unit_amount' });
  const price: Stripe.Price = {
    id: state.id('price'),
    object: 'price',
    active: flag(params, 'active') ?? true,
    billing_scheme: 'per_unit',
    created: state.now(),
    currency: required(params, 'currency'),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: text(params, 'lookup_key') ?? null,
    metadata: metadata(params),
    nickname: text(params, 'nickname') ?? null,
    product: state.products.get(required(params, 'product'), 'product').id,
    recurring: interval
      ? {
          interval,
          interval_count: integer(recurring, 'interval_count') ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount) as unknown as Stripe.Price['unit_amount_decimal'], // a text on the wire, a Decimal in the SDK
  };
  state.prices.add(price);
  emit(state, 'price.created', price);
  return price;
}
