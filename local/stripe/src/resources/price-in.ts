import type { Stripe } from 'stripe';
import { invalid } from '../state/failure.ts';
import { list, type Params, required } from '../http/params.ts';
import type { State } from '../state/state.ts';

/** The recurring price that a call names as its first item. */
export function priceIn(state: State, params: Params): Stripe.Price | undefined {
  const [first] = list(params, 'items');
  if (typeof first !== 'object' || Array.isArray(first)) return undefined;
  const price = state.prices.get(required(first, 'price'), 'items[0][price]');
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', { param: 'items[0][price]' });
  if (!price.recurring)
    throw invalid('The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.', {
      param: 'items[0][price]',
    });
  return price;
}
