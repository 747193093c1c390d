import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addCharge } from '../src/billing/charge.ts';
import { dispute } from '../src/billing/dispute.ts';
import { newIntent } from '../src/billing/intents.ts';
import { State } from '../src/state/state.ts';
import { createResponseCheck } from './check-responses.ts';
import { type Provider, sandbox, standIn } from './provider.ts';

/** The same tests run against the vendor's own sandbox when its key is given: STRIPE_TEST_KEY=sk_test_… */
const key = process.env.STRIPE_TEST_KEY;
const providers = [
  { name: 'the stand-in', start: standIn, isAsked: true },
  { name: 'a sandbox', start: () => sandbox(key ?? ''), isAsked: Boolean(key) },
];
const timeout = key ? 300_000 : 20_000;
vi.setConfig({ testTimeout: timeout });
/** Reading the types of the SDK takes seconds. */
const patience = 60_000;
const day = 86_400;

describe.each(providers)('$name', ({ start, isAsked }) => {
  let provider: Provider;
  let stripe: Stripe;
  beforeAll(async () => {
    if (!isAsked) return;
    provider = await start();
    ({ stripe } = provider);
  }, patience);
  afterAll(() => provider?.stop());

  async function aPrice(amount = 1000, interval: 'month' | 'year' = 'month') {
    const product = await stripe.products.create({ name: 'Pro', description: 'A plan', metadata: { of: 'tests' } });
    return stripe.prices.create({ product: product.id, unit_amount: amount, currency: 'usd', recurring: { interval } });
  }

  async function aCustomer(card = 'pm_card_visa', clock?: string) {
    const customer = await stripe.customers.create({ name: 'Ada', email: 'ada@example.com', ...(clock ? { test_clock: clock } : {}) });
    const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
    return { customer: customer.id, method: method.id };
  }

  async function subscribe(
    who: { customer: string; method: string },
    price: string,
    discounts: Stripe.SubscriptionCreateParams.Discount[] = [],
  ) {
    const subscription = await stripe.subscriptions.create({
      customer: who.customer,
      items: [{ price }],
      default_payment_method: who.method,
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
      discounts,
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = subscription.latest_invoice as Stripe.Invoice; // expanded in the call
    return { subscription, invoice, intent: invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? '' };
  }

  const pay = (intent: string, method?: string) =>
    stripe.paymentIntents.confirm(intent, { use_stripe_sdk: true, ...(method ? { payment_method: method } : {}) });

  async function advance(clock: string, to: number): Promise<void> {
    await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to });
    await expect
      .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status, { timeout: timeout / 2, interval: provider.pause })
      .toBe('ready');
  }

  test.runIf(isAsked)('a price cannot be changed, is switched off, and keeps its product', async () => {
    const price = await aPrice();
    const product = String(price.product);
    expect(price).toMatchObject({
      active: true,
      type: 'recurring',
      unit_amount: 1000,
      recurring: { interval: 'month', interval_count: 1 },
    });
    await expect(stripe.prices.update(price.id, { unit_amount: 5 } as object)).rejects.toMatchObject({ code: 'parameter_unknown' });
    expect(await stripe.prices.update(price.id, { active: false })).toMatchObject({ active: false });
    await expect(stripe.products.del(product)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect((await stripe.prices.list({ product })).data.map(({ id }) => id)).toEqual([price.id]);
    expect(await stripe.products.update(product, { name: 'Other', active: false })).toMatchObject({ name: 'Other', active: false });
    expect(await stripe.products.retrieve(product)).toMatchObject({ name: 'Other', metadata: { of: 'tests' } });
  });

  test.runIf(isAsked)('metadata is merged, an empty text removes a key, and a deleted customer says so', async () => {
    const { id } = await stripe.customers.create({ name: 'Ada', metadata: { a: '1', b: '2' } });
    expect((await stripe.customers.update(id, { metadata: { a: '', c: '3' } })).metadata).toEqual({ b: '2', c: '3' });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, name: 'Ada' });
    expect(await stripe.customers.del(id)).toEqual(expect.objectContaining({ id, deleted: true }));
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
    await expect(stripe.customers.retrieve('cus_missing')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });

  test.runIf(isAsked)('lists go from the newest to the oldest, page by page', async () => {
    const product = (await stripe.products.create({ name: 'Listed' })).id;
    const ids: string[] = [];
    for (let i = 1; i <= 3; i += 1) ids.unshift((await stripe.prices.create({ product, unit_amount: 100 * i, currency: 'usd' })).id);
    const first = await stripe.prices.list({ product, limit: 2 });
    expect([first.has_more, first.data.length]).toEqual([true, 2]);
    const next = await stripe.prices.list({ product, limit: 2, starting_after: first.data[1]?.id ?? '' });
    expect([...first.data, ...next.data].map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(next.has_more).toBe(false);
  });

  test.runIf(isAsked)('a payment method belongs to one customer, and can be taken off again', async () => {
    const { customer, method } = await aCustomer();
    const { customer: other } = await aCustomer();
    await expect(stripe.paymentMethods.attach(method, { customer: other })).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect((await stripe.paymentMethods.list({ customer })).data.map(({ id }) => id)).toEqual([method]);
    expect((await stripe.paymentMethods.detach(method)).customer).toBeNull();
    expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } });
  });

  test.runIf(isAsked).each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', undefined],
  ])('%s is refused with %s', async (card, code, declineCode) => {
    const { id: customer } = await stripe.customers.create({});
    const attached = stripe.paymentMethods
      .attach(card, { customer })
      .then(({ id }) =>
        stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer, payment_method: id, confirm: true, off_session: true }),
      );
    const refusal = await attached.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(refusal).toMatchObject({ statusCode: 402, code, ...(declineCode ? { decline_code: declineCode } : {}) });
  });

  test.runIf(isAsked)('a card that pays makes a subscription active, and its invoice is paid', async () => {
    const who = await aCustomer();
    const { subscription, invoice, intent } = await subscribe(who, (await aPrice()).id);
    expect(subscription).toMatchObject({ status: 'incomplete', default_payment_method: who.method, billing_mode: { type: 'flexible' } });
    expect(invoice).toMatchObject({ status: 'open', amount_due: 1000, billing_reason: 'subscription_create' });
    expect(await pay(intent, who.method)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    const now = await stripe.subscriptions
      .retrieve(subscription.id, { expand: ['latest_invoice.payments.data.payment.payment_intent'] })
      .catch(() => stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.payments'] }));
    expect(now.status).toBe('active');
    expect((now.latest_invoice as Stripe.Invoice).payments?.data[0]?.payment.payment_intent).toBe(intent);
    const { data: payments } = await stripe.invoicePayments.list({ invoice: invoice.id ?? '', expand: ['data.payment.payment_intent'] });
    expect(payments[0]?.payment.payment_intent).toMatchObject({ id: intent, status: 'succeeded' });
    expect((await stripe.charges.list({ customer: who.customer })).data).toMatchObject([
      { amount: 1000, paid: true, payment_intent: intent },
    ]);
  });

  test.runIf(isAsked)('a card that fails when it is charged leaves nothing to be paid after the subscription is cancelled', async () => {
    const who = await aCustomer('pm_card_chargeCustomerFail');
    const { subscription, invoice, intent } = await subscribe(who, (await aPrice()).id);
    const refusal = await pay(intent, who.method).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(refusal).toMatchObject({ code: 'card_declined', payment_intent: { id: intent, status: 'requires_payment_method' } });
    await stripe.subscriptions.cancel(subscription.id);
    expect((await stripe.invoices.retrieve(invoice.id ?? '')).status).toBe('void');
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
    await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
  });

  test.runIf(isAsked)('a bank that wants to see the holder makes the payment wait; without the holder it is refused', async () => {
    const who = await aCustomer('pm_card_authenticationRequired');
    const { intent } = await subscribe(who, (await aPrice()).id);
    expect(await pay(intent, who.method)).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const alone = stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: who.customer,
      payment_method: who.method,
      confirm: true,
      off_session: true,
      allowed_payment_method_types: ['card'],
    });
    await expect(alone).rejects.toMatchObject({ code: 'authentication_required', statusCode: 402 });
  });

  test.runIf(isAsked)('a card is set up for later payments, or waits for its holder', async () => {
    const { id: customer } = await stripe.customers.create({});
    const setUp = (card: string) =>
      stripe.setupIntents.create({
        customer,
        payment_method: card,
        usage: 'off_session',
        confirm: true,
        allowed_payment_method_types: ['card'],
        use_stripe_sdk: true,
      });
    expect(await setUp('pm_card_visa')).toMatchObject({ status: 'succeeded', usage: 'off_session' });
    const waiting = await setUp('pm_card_authenticationRequiredOnSetup');
    expect(waiting).toMatchObject({ status: 'requires_action', client_secret: expect.stringContaining('_secret_') });
    expect(await stripe.setupIntents.retrieve(waiting.id)).toMatchObject({ status: 'requires_action' });
  });

  test.runIf(isAsked)('a code lowers the first payment only, is unique while it is active, and 100 percent need no payment', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
    const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once', metadata: { of: 'tests' } });
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    const name = `SAVE${provider.unique}`;
    const code = await stripe.promotionCodes.create({ promotion, code: name });
    await expect(stripe.promotionCodes.create({ promotion, code: name.toLowerCase() })).rejects.toThrow('already exists');
    const who = await aCustomer('pm_card_visa', clock.id);
    const { intent, subscription } = await subscribe(who, (await aPrice()).id, [{ promotion_code: code.id }]);
    expect((await pay(intent)).amount).toBe(750);
    await advance(clock.id, clock.frozen_time + 32 * day);
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ amount_due, billing_reason }) => [amount_due, billing_reason])).toEqual([
      [1000, 'subscription_cycle'],
      [750, 'subscription_create'],
    ]);
    expect(await stripe.promotionCodes.update(code.id, { active: false })).toMatchObject({ active: false, times_redeemed: 1 });
    await stripe.promotionCodes.update((await stripe.promotionCodes.create({ promotion, code: name })).id, { active: false });
    const all = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const free = await subscribe(await aCustomer(), (await aPrice()).id, [{ coupon: all.id }]);
    expect(free.subscription).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_due: 0 } });
    expect(await stripe.coupons.del(all.id)).toMatchObject({ deleted: true });
    await stripe.testHelpers.testClocks.del(clock.id);
  });

  test.runIf(isAsked)('a larger plan costs the difference; one that cannot be paid stays pending until its invoice is void', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
    const [small, large] = [await aPrice(1000), await aPrice(3000)];
    const who = await aCustomer('pm_card_visa', clock.id);
    const { intent, subscription } = await subscribe(who, small.id);
    await pay(intent);
    const change: Stripe.SubscriptionUpdateParams = {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: large.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    };
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: who.customer });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
    const pending = await stripe.subscriptions.update(subscription.id, change);
    expect(pending.pending_update?.subscription_items?.[0]?.price.id).toBe(large.id);
    expect(pending.items.data[0]?.price.id).toBe(small.id);
    await stripe.invoices.voidInvoice(String(pending.latest_invoice));
    expect((await stripe.subscriptions.retrieve(subscription.id)).pending_update).toBeNull();
    await stripe.subscriptions.update(subscription.id, { default_payment_method: who.method });
    await expect(stripe.subscriptions.update(subscription.id, { ...change, metadata: { a: '1' } })).rejects.toThrow(
      'pending_if_incomplete',
    );
    const done = await stripe.subscriptions.update(subscription.id, { ...change, expand: ['latest_invoice'] });
    expect(done).toMatchObject({ status: 'active', pending_update: null });
    expect(done.items.data[0]?.price.id).toBe(large.id);
    expect((done.latest_invoice as Stripe.Invoice).amount_paid).toBe(2000); // expanded in the call
    await stripe.testHelpers.testClocks.del(clock.id);
  });

  test.runIf(isAsked)('a cancellation is taken back, and ends the subscription with its period', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
    const { intent, subscription } = await subscribe(await aCustomer('pm_card_visa', clock.id), (await aPrice()).id);
    await pay(intent);
    const end = (await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).cancel_at;
    expect(end).toBe(subscription.items.data[0]?.current_period_end);
    expect(await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: null });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await advance(clock.id, (end ?? 0) + day);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect((await stripe.subscriptions.list({ customer: String(subscription.customer), status: 'all' })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer: String(subscription.customer) })).data).toEqual([]);
    await stripe.testHelpers.testClocks.del(clock.id);
  });

  test.runIf(isAsked)('a renewal that is refused is past due, and paying its invoice mends it', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
    const who = await aCustomer('pm_card_visa', clock.id);
    const { intent, subscription } = await subscribe(who, (await aPrice()).id);
    await pay(intent);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: who.customer });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
    await advance(clock.id, (subscription.items.data[0]?.current_period_end ?? 0) + 7200);
    const late = await stripe.subscriptions.retrieve(subscription.id);
    expect(late.status).toBe('past_due');
    expect(await stripe.invoices.pay(String(late.latest_invoice), { payment_method: who.method })).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_cycle',
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    await stripe.testHelpers.testClocks.del(clock.id);
  });

  test.runIf(isAsked)('money goes back in parts, and never more than was paid', async () => {
    const { customer, method } = await aCustomer();
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer,
      payment_method: method,
      off_session: true,
      confirm: true,
      allowed_payment_method_types: ['card'],
      metadata: { kind: 'credits' },
    });
    expect(await stripe.refunds.create({ payment_intent: intent.id, amount: 400 })).toMatchObject({ status: 'succeeded', amount: 400 });
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 700 })).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
    await stripe.refunds.create({ charge: String(intent.latest_charge) });
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid.latest_charge).toMatchObject({ amount_refunded: 1000, refunded: true });
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ amount }) => amount)).toEqual([600, 400]);
  });

  test.runIf(isAsked)('a key that is used again answers the same, also a refusal; other parameters under it are refused', async () => {
    const options = { idempotencyKey: `contract:${provider.unique}` };
    const [a, b] = [await stripe.customers.create({ name: 'A' }, options), await stripe.customers.create({ name: 'A' }, options)];
    expect(b.id).toBe(a.id);
    await expect(stripe.customers.create({ name: 'B' }, options)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    const { customer, method } = await aCustomer('pm_card_chargeCustomerFail');
    const order = { amount: 500, currency: 'usd', customer, payment_method: method, confirm: true, off_session: true };
    const declined = { idempotencyKey: `declined:${provider.unique}` };
    for (let i = 0; i < 2; i += 1) {
      await expect(stripe.paymentIntents.create(order, declined)).rejects.toMatchObject({ code: 'card_declined' });
    }
    expect((await stripe.paymentIntents.list({ customer })).data).toHaveLength(1);
  });

  test.runIf(isAsked)('parameters that are unknown, were removed or are too small are refused', async () => {
    await expect(stripe.customers.create({ nonsense: 1 } as object)).rejects.toMatchObject({ code: 'parameter_unknown' });
    const removed = { amount: 100, currency: 'usd', payment_method_types: ['card'] };
    await expect(stripe.paymentIntents.create(removed as Stripe.PaymentIntentCreateParams)).rejects.toMatchObject({
      code: 'payment_method_types_no_longer_supported',
    });
    await expect(stripe.paymentIntents.create({ amount: 20, currency: 'usd' })).rejects.toMatchObject({ code: 'amount_too_small' });
  });

  test.runIf(isAsked)('what happened can be read as events, and an endpoint tells its secret once', async () => {
    const { id } = await stripe.customers.create({ name: 'Told' });
    const { data } = await stripe.events.list({ types: ['customer.created', 'customer.updated'], limit: 100 });
    const event = data.find((row) => (row.data.object as Stripe.Customer).id === id);
    expect(event).toMatchObject({ type: 'customer.created', api_version: Stripe.API_VERSION, livemode: false });
    expect(await stripe.events.retrieve(event?.id ?? '')).toMatchObject({ id: event?.id });
    const endpoint = await stripe.webhookEndpoints.create({
      url: 'https://example.com/stripe/webhook',
      enabled_events: ['invoice.paid'],
      api_version: Stripe.API_VERSION,
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect((await stripe.webhookEndpoints.list()).data.find((row) => row.id === endpoint.id)?.secret).toBeUndefined();
    expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
  });

  test.runIf(isAsked)('every answer and every event of these tests has the members that the SDK’s types name', () => {
    provider.lookAtEvents();
    expect([...provider.problems]).toEqual([]);
    expect(provider.seen.size).toBeGreaterThanOrEqual(14);
  });
});

describe('the comparison with the SDK’s types', () => {
  let check: ReturnType<typeof createResponseCheck>;
  beforeAll(() => {
    check = createResponseCheck();
  }, patience);

  test('finds a member that is missing, one too many, one of another type and a kind that nobody knows', async () => {
    const state = new State();
    const disputed = aDispute(state);
    expect(check.problems(disputed)).toEqual([]);
    const { reason, ...without } = disputed;
    expect(check.problems(without).join()).toContain('reason');
    expect(check.problems({ ...disputed, more: 1 }).join()).toContain('more');
    expect(check.problems({ ...disputed, evidence: { ...disputed.evidence, receipt: 5 } }).join()).toContain('/evidence/receipt');
    expect(check.problems({ object: 'list', data: [without], has_more: false, url: '/v1/disputes' })).not.toEqual([]);
    expect(check.problems({ id: 'x_1', object: 'mystery' })).toEqual(['mystery: not a kind of answer that is known']);
    expect(reason).toBe('fraudulent');
  });

  test('holds for events about what only a control route causes', () => {
    const state = new State();
    aDispute(state);
    const [event] = state.events.all();
    expect(check.problems(event)).toEqual([]);
    expect(check.problems({ ...event, data: { object: { object: 'dispute' } } })).not.toEqual([]);
  });

  function aDispute(state: State) {
    const intent = newIntent(state, { amount: 500, currency: 'usd', customer: null, paymentMethod: null, invoice: null, metadata: {} });
    return dispute(state, addCharge(state, intent, 'pm_1'));
  }
});
