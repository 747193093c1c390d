import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStripe, startStripe } from './start-stripe.ts';

let server: RunningStripe;
let stripe: Stripe;

beforeAll(async () => {
  server = await startStripe({ port: 0 });
  stripe = new Stripe('sk_test_123', { host: '127.0.0.1', port: server.port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
});
afterAll(() => server.stop());

const aPlan = async (unit_amount = 1000, interval: 'month' | 'year' = 'month') => {
  const product = await stripe.products.create({ name: 'Pro' });
  return stripe.prices.create({ product: product.id, unit_amount, currency: 'usd', recurring: { interval } });
};

async function subscribe(card: string, price: string, discounts: Stripe.SubscriptionCreateParams.Discount[] = [], test_clock?: string) {
  const customer = await stripe.customers.create({ email: 'a@example.com', ...(test_clock ? { test_clock } : {}) });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    default_payment_method: method.id,
    payment_behavior: 'default_incomplete',
    payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
    discounts,
    expand: ['latest_invoice.confirmation_secret'],
  });
  const invoice = subscription.latest_invoice as Stripe.Invoice; // expanded in the call
  const secret = invoice.confirmation_secret?.client_secret;
  return { customer, method, subscription, secret, intent: secret?.split('_secret_')[0] ?? '' };
}

test('a card that pays makes the subscription active', async () => {
  const { subscription, intent, method } = await subscribe('pm_card_visa', (await aPlan()).id);
  expect(subscription.status).toBe('incomplete');
  expect((await stripe.paymentIntents.confirm(intent, { payment_method: method.id, use_stripe_sdk: true })).status).toBe('succeeded');
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

test('a declined card fails when it is attached, and one that fails later when it is charged', async () => {
  const price = (await aPlan()).id;
  await expect(subscribe('pm_card_visa_chargeDeclined', price)).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 });
  const { intent, subscription } = await subscribe('pm_card_chargeCustomerFail', price);
  await expect(stripe.paymentIntents.confirm(intent)).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
  await stripe.subscriptions.cancel(subscription.id);
  expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
});

test('3-D Secure: the browser finishes what the server began, with the secret only', async () => {
  const { intent, secret = '', subscription, method } = await subscribe('pm_card_authenticationRequired', (await aPlan()).id);
  expect((await stripe.paymentIntents.confirm(intent, { payment_method: method.id, use_stripe_sdk: true })).status).toBe('requires_action');
  const finish = (client_secret: string) =>
    fetch(`${server.url}/v1/3ds/${intent}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer pk_test_1' },
      body: new URLSearchParams({ client_secret, passed: 'true' }),
    });
  expect((await finish('wrong')).status).toBe(400);
  expect((await finish(secret)).status).toBe(200);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

test('a promotion code lowers the first payment only; test clocks renew', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'SAVE25' });
  await expect(stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'save25' })).rejects.toThrow(
    'already exists',
  );
  const { intent, subscription } = await subscribe('pm_card_visa', (await aPlan()).id, [{ promotion_code: code.id }], clock.id);
  expect((await stripe.paymentIntents.confirm(intent)).amount).toBe(750);
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_800_000_000 + 32 * 86_400 });
  while ((await stripe.testHelpers.testClocks.retrieve(clock.id)).status !== 'ready');
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  expect(data.map(({ amount_paid, billing_reason }) => [amount_paid, billing_reason])).toEqual([
    [1000, 'subscription_cycle'],
    [750, 'subscription_create'],
  ]);
});

test('an upgrade pays the difference; one that is declined stays pending and leaves the plan', async () => {
  const [small, large] = [await aPlan(1000), await aPlan(3000)];
  const { intent, subscription, customer } = await subscribe('pm_card_visa', small.id);
  await stripe.paymentIntents.confirm(intent);
  const item = subscription.items.data[0]?.id ?? '';
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  const change: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item, price: large.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  };
  const pending = await stripe.subscriptions.update(subscription.id, change);
  expect(pending.pending_update).not.toBeNull();
  expect(pending.items.data[0]?.price.id).toBe(small.id);
  await stripe.invoices.voidInvoice(String(pending.latest_invoice));
  expect((await stripe.subscriptions.retrieve(subscription.id)).pending_update).toBeNull();
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: good.id });
  const done = await stripe.subscriptions.update(subscription.id, { ...change, expand: ['latest_invoice'] });
  expect(done.items.data[0]?.price.id).toBe(large.id);
  expect((done.latest_invoice as Stripe.Invoice).amount_paid).toBe(2000); // expanded in the call
});

test('a key that is used again answers the same, and other parameters under it are refused', async () => {
  const options = { idempotencyKey: 'k1' };
  const [a, b] = [await stripe.customers.create({ name: 'A' }, options), await stripe.customers.create({ name: 'A' }, options)];
  expect(b.id).toBe(a.id);
  await expect(stripe.customers.create({ name: 'B' }, options)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('unknown parameters, removed parameters, live keys and publishable keys are refused', async () => {
  await expect(stripe.customers.create({ nonsense: 1 } as object)).rejects.toMatchObject({ code: 'parameter_unknown' });
  await expect(
    stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
      payment_method_types: ['card'],
    } as unknown as Stripe.PaymentIntentCreateParams),
  ).rejects.toMatchObject({ code: 'payment_method_types_no_longer_supported' });
  for (const key of ['sk_live_1', 'pk_test_1', '']) {
    expect((await fetch(`${server.url}/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(401);
  }
});
