import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import { invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { flag, integer, list, map, metadata, type Params, required, text } from '../http/params.ts';
import { get, listParams, post, remove, type Route } from '../http/route.ts';
import type { State } from '../state/state.ts';

const couponFields = ['id', 'percent_off', 'amount_off', 'currency', 'duration', 'name', 'max_redemptions', 'redeem_by', 'metadata'];

export const discountRoutes: Route[] = [
  post('/v1/coupons', couponFields, ({ state, params }) => createCoupon(state, params)),
  get('/v1/coupons', [...listParams], ({ state, params }) => listPage(state.coupons.all(), params, '/v1/coupons')),
  get('/v1/coupons/:id', [], ({ state, ids: [id = ''] }) => state.coupons.get(id)),
  remove('/v1/coupons/:id', [], ({ state, ids: [id = ''] }) => {
    state.coupons.get(id).valid = false;
    return { id, object: 'coupon', deleted: true };
  }),
  post(
    '/v1/promotion_codes',
    ['promotion', 'code', 'active', 'expires_at', 'max_redemptions', 'metadata', 'customer'],
    ({ state, params }) => createPromotionCode(state, params),
  ),
  get('/v1/promotion_codes', [...listParams, 'code', 'active'], ({ state, params }) =>
    listPage(
      state.promotionCodes.all().filter(({ code }) => (text(params, 'code') ?? code) === code),
      params,
      '/v1/promotion_codes',
    ),
  ),
  get('/v1/promotion_codes/:id', [], ({ state, ids: [id = ''] }) => state.promotionCodes.get(id)),
  post('/v1/promotion_codes/:id', ['active', 'metadata'], ({ state, params, ids: [id = ''] }) => {
    const code = state.promotionCodes.get(id);
    code.active = flag(params, 'active') ?? code.active;
    code.metadata = metadata(params, code.metadata ?? {});
    emit(state, 'promotion_code.updated', code);
    return code;
  }),
];

/** @returns a discount for the coupon or promotion code in `discounts[0]`, undefined when there is none */
export function discountFrom(state: State, params: Params, customer: string): Stripe.Discount | undefined {
  const [first] = list(params, 'discounts');
  if (typeof first !== 'object' || Array.isArray(first)) return undefined;
  const promotion = text(first, 'promotion_code');
  const code = promotion === undefined ? undefined : state.promotionCodes.get(promotion, 'discounts[0][promotion_code]');
  if (code && (!code.active || (code.expires_at !== null && code.expires_at <= state.now(customer)))) {
    throw invalid('This promotion code is not active or has expired.', { param: 'discounts[0][promotion_code]' });
  }
  const coupon = state.coupons.get(String(code?.promotion.coupon ?? text(first, 'coupon') ?? ''), 'discounts[0][coupon]');
  if (!coupon.valid) throw invalid(`Coupon expired: ${coupon.id}`, { code: 'coupon_expired' });
  coupon.times_redeemed += 1;
  if (code) code.times_redeemed += 1;
  return state.discounts.add({
    id: state.id('di'),
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: state.now(customer),
    subscription: null,
    subscription_item: null,
  });
}

function createCoupon(state: State, params: Params): Stripe.Coupon {
  const percent = text(params, 'percent_off');
  const amount = integer(params, 'amount_off');
  if ((percent === undefined) === (amount === undefined))
    throw invalid('Give exactly one of percent_off and amount_off.', { param: 'percent_off' });
  if (percent !== undefined && !(Number(percent) > 0 && Number(percent) <= 100))
    throw invalid('Invalid decimal: percent_off.', { param: 'percent_off' });
  if (amount !== undefined && amount < 1) throw invalid('Invalid positive integer', { param: 'amount_off' });
  const coupon: Stripe.Coupon = {
    id: text(params, 'id') ?? state.id('co').slice(3),
    object: 'coupon',
    amount_off: amount ?? null,
    created: state.now(),
    currency: amount === undefined ? null : required(params, 'currency'),
    duration: text(params, 'duration') ?? 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: integer(params, 'max_redemptions') ?? null,
    metadata: metadata(params),
    name: text(params, 'name') ?? null,
    percent_off: percent === undefined ? null : Number(percent),
    redeem_by: integer(params, 'redeem_by') ?? null,
    times_redeemed: 0,
    valid: true,
  };
  state.coupons.add(coupon);
  emit(state, 'coupon.created', coupon);
  return coupon;
}

function createPromotionCode(state: State, params: Params): Stripe.PromotionCode {
  const promotion = map(params, 'promotion');
  const coupon = state.coupons.get(required(promotion, 'coupon'), 'promotion[coupon]');
  const code = text(params, 'code') ?? state.id('c').slice(2, 10).toUpperCase();
  const taken = state.promotionCodes.all().some((other) => other.active && other.code.toUpperCase() === code.toUpperCase());
  if (taken)
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, { code: 'resource_already_exists', param: 'code' });
  const expires = integer(params, 'expires_at');
  if (expires !== undefined && expires <= state.now()) throw invalid('Timestamp must be in the future.', { param: 'expires_at' });
  const row: Stripe.PromotionCode = {
    id: state.id('promo'),
    object: 'promotion_code',
    active: flag(params, 'active') ?? true,
    code,
    created: state.now(),
    customer: null,
    customer_account: null,
    expires_at: expires ?? null,
    livemode: false,
    max_redemptions: integer(params, 'max_redemptions') ?? null,
    metadata: metadata(params),
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  state.promotionCodes.add(row);
  emit(state, 'promotion_code.created', row);
  return row;
}
