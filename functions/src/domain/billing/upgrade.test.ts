import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingWorld, staff, startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';
import { changeSubscription } from '../office/change-subscription.ts';
import { billingOverview } from './billing-overview.ts';
import { cancelSubscription, resumeSubscription } from './cancel.ts';
import { changeCard } from './change-card.ts';
import { previewUpgrade } from './preview-upgrade.ts';
import { listProducts } from './list-products.ts';
import { lapse } from './reconcile.ts';
import { purchaseCredits } from './purchase-credits.ts';
import { upgrade } from './upgrade.ts';

let world: BillingWorld;
let plan: string;
let scale: string;
const day = 86_400;

beforeAll(async () => {
  world = await startBillingWorld();
  plan = await world.aPlan();
  scale = await world.aPlan({ name: 'Scale', tier: 'scale', price: 50, usageLimit: 500_000 });
});
afterAll(() => world.stop());

const buy = async (caller: Caller, number = '4242424242424242', productId = plan, discountCode: string | null = null) =>
  upgrade(world.services, caller, { paymentMethodId: await world.aCard(number), productId, discountCode });
const paid = (caller: Caller, customer: string | null) =>
  world.provider.state.charges.all().filter((charge) => charge.customer === customer && caller.tenantId !== null);
const own = async (caller: Caller) => {
  const { customerId } = await world.billing(caller);
  const subscriptions = world.provider.state.subscriptions.all().filter(({ customer }) => customer === customerId);
  return { subscriptions, charges: paid(caller, customerId) };
};

// Covers S2-7-02, S2-4-01
test('a card that pays makes the account a subscriber with the plan’s limits', async () => {
  const caller = await world.anAccount();
  expect((await world.tenant(caller)).plan.status).toBe('none');
  expect(await buy(caller)).toMatchObject({ success: true, status: 'active' });
  expect((await world.tenant(caller)).plan).toMatchObject({
    tier: 'pro',
    usageLimit: 100_000,
    status: 'subscribed',
    isActive: true,
    product: 'Pro',
  });
  expect((await world.tenant(caller)).paymentMethod).toMatchObject({ brand: 'visa', last4: '4242' });
});

test('only a plan that costs nothing is had without a card', async () => {
  const caller = await world.anAccount();
  const open = await world.aPlan({ name: 'Open', tier: 'pro', price: 0, usageLimit: 50_000 });
  const without = (productId: string) => upgrade(world.services, caller, { productId, discountCode: null });
  await expect(without(plan)).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'paymentMethodId' }] });
  expect((await world.tenant(caller)).plan.status).toBe('none');
  expect(await world.billing(caller)).toBeUndefined(); // not even a customer of the provider's
  expect(await without(open)).toMatchObject({ success: true, status: 'active' });
  expect((await world.tenant(caller)).plan).toMatchObject({ isActive: true, product: 'Open', usageLimit: 50_000 });
});

test('a promo code is for the first payment: a change to another plan refuses it, and charges nothing', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  const { charges } = await own(caller);
  await expect(buy(caller, '4242424242424242', scale, 'LATER')).rejects.toMatchObject({ code: 'invalid-argument' });
  expect((await own(caller)).charges).toHaveLength(charges.length);
  expect((await world.tenant(caller)).plan.product).toBe('Pro');
});

test('credits are charged to the card of the plan: without one nothing is', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  const { subscriptions, charges } = await own(caller);
  Object.assign(subscriptions[0] ?? {}, { default_payment_method: null });
  await expect(purchaseCredits(world.services, { caller, amount: 5 })).rejects.toMatchObject({ code: 'payment-failed' });
  expect((await own(caller)).charges).toHaveLength(charges.length);
});

test('staff do not give the plan that an account has', async () => {
  const caller = await world.anAccount();
  await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: plan } });
  await expect(
    changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: plan } }),
  ).rejects.toMatchObject({ code: 'conflict' });
});

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4000000000000119', 'An error occurred while processing your card.'],
  ['4000000000000341', 'Your card was declined.'],
  ['4000000000009979', 'Your card was declined.'],
])('card %s: the refusal is told, nothing is charged and the free tier stays', async (number, text) => {
  const caller = await world.anAccount();
  const refusal = await buy(caller, number).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 402, code: 'payment-failed' });
  expect(String(refusal)).toContain(text);
  expect(String(refusal)).toMatch(/free tier remains active/);
  expect(String(refusal)).not.toMatch(/stolen/);
  const { subscriptions, charges } = await own(caller);
  expect(charges).toEqual([]);
  expect(subscriptions.every(({ status }) => status === 'canceled')).toBe(true);
  expect((await world.tenant(caller)).plan.status).toBe('none');
  expect(await buy(caller)).toMatchObject({ status: 'active' });
});

test.each(['4000002500003155', '4000002760003184'])(
  // Covers S2-4-06
  'card %s: the webhook activates the plan although the browser was closed',
  async (number) => {
    const caller = await world.anAccount();
    const answer = await buy(caller, number);
    expect(answer).toMatchObject({ success: true, requiresAction: true, status: 'incomplete' });
    expect((await world.tenant(caller)).plan.isActive).toBe(false);
    await world.authenticate(answer.clientSecret ?? '');
    await world.settled();
    expect((await world.tenant(caller)).plan).toMatchObject({ status: 'subscribed', isActive: true });
    expect((await own(caller)).charges).toHaveLength(1);
  },
);

test('card 4000003800000446 is set up already and needs no holder', async () => {
  expect(await buy(await world.anAccount(), '4000003800000446')).toMatchObject({ status: 'active' });
});

test('card 4000008400001629: authenticated and then refused, nothing is charged', async () => {
  const caller = await world.anAccount();
  const { clientSecret = '' } = await buy(caller, '4000008400001629');
  await world.authenticate(clientSecret);
  await world.settled();
  expect((await world.tenant(caller)).plan.isActive).toBe(false);
  expect((await own(caller)).charges).toEqual([]);
});

test('a tab that is closed during 3-D Secure: the next try leaves one subscription and one charge', async () => {
  const caller = await world.anAccount();
  const { clientSecret = '' } = await buy(caller, '4000002760003184');
  expect(await buy(caller)).toMatchObject({ status: 'active' });
  await world.authenticate(clientSecret);
  await world.settled();
  const { subscriptions, charges } = await own(caller);
  expect(subscriptions.map(({ status }) => status).sort()).toEqual(['active', 'canceled']);
  expect(charges).toHaveLength(1);
});

// Covers S2-4-07
test('the same upgrade sent twice, at once or one after the other, leaves one subscription and one charge', async () => {
  const caller = await world.anAccount();
  const order = { paymentMethodId: await world.aCard('4242424242424242'), productId: plan, discountCode: null };
  const both = await Promise.allSettled([upgrade(world.services, caller, order), upgrade(world.services, caller, order)]);
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
  expect(await upgrade(world.services, caller, order)).toMatchObject({ status: 'active' });
  const { subscriptions, charges } = await own(caller);
  expect(subscriptions).toHaveLength(1);
  expect(charges).toHaveLength(1);
});

test.each([{ status: 500 }, { status: 0 }, { status: 500, afterwards: true }, { status: 0, afterwards: true }])(
  'a network that fails at any call (%o) charges once',
  async (failure) => {
    for (const path of ['/v1/customers', '/v1/payment_methods', '/v1/subscriptions', '/v1/payment_intents']) {
      const caller = await world.anAccount();
      await world.control('fail', { ...failure, path });
      await buy(caller).catch(() => {});
      await buy(caller).catch(() => {});
      await world.settled();
      const { subscriptions, charges } = await own(caller);
      expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
      expect(charges).toHaveLength(1);
      expect((await world.tenant(caller)).plan.status).toBe('subscribed');
    }
  },
);

// Covers S2-2.b-11
test('a larger plan begins at once and costs the difference', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  expect(await buy(caller, '4242424242424242', scale)).toMatchObject({ status: 'active' });
  expect((await world.tenant(caller)).plan).toMatchObject({ tier: 'scale', product: 'Scale' });
  const { charges, subscriptions } = await own(caller);
  expect(charges.map(({ amount }) => amount)).toEqual([2000, 3000]);
  expect(subscriptions).toHaveLength(1);
});

test('a refused card on the way to a larger plan leaves the present plan and its card', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  await expect(buy(caller, '4000000000000341', scale)).rejects.toThrow('Your present plan stays as it is.');
  expect((await world.tenant(caller)).plan).toMatchObject({ tier: 'pro', status: 'subscribed' });
  const { subscriptions } = await own(caller);
  expect(subscriptions[0]).toMatchObject({ status: 'active', pending_update: null });
  await world.settled(); // events of the refused card may come last
  expect((await world.tenant(caller)).paymentMethod).toMatchObject({ last4: '4242' });
});

test('a larger plan that needs the holder begins when the bank has confirmed', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  const { clientSecret = '' } = await buy(caller, '4000002760003184', scale);
  expect((await world.tenant(caller)).plan.tier).toBe('pro');
  await world.authenticate(clientSecret);
  await world.settled();
  expect((await world.tenant(caller)).plan.tier).toBe('scale');
});

// Covers S2-4-02, S2-4-03, S2-7-05
test('a cancelled plan stays until its period ends; it can be taken back before', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  await cancelSubscription(world.services, caller);
  expect((await world.tenant(caller)).plan).toMatchObject({ status: 'cancelled', isActive: true, tier: 'pro', usageLimit: 100_000 });
  await resumeSubscription(world.services, caller);
  expect((await world.tenant(caller)).plan.status).toBe('subscribed');
  await cancelSubscription(world.services, caller);
  await world.control('deliveries', { drop: 1 });
  await world.control('clock', { seconds: 32 * day });
  await world.control('deliveries', {});
  await lapse(world.services);
  expect((await world.tenant(caller)).plan).toMatchObject({ status: 'none', isActive: false, tier: 'free', usageLimit: 30_000 });
});

test('a smaller plan begins when the paid period ends', async () => {
  const caller = await world.anAccount();
  await buy(caller, '4242424242424242', scale);
  await buy(caller, '4242424242424242', plan);
  expect((await world.tenant(caller)).plan).toMatchObject({ tier: 'scale', product: 'Scale' });
  expect(await world.billing(caller)).toMatchObject({ productId: scale, nextProductId: plan });
  await world.control('clock', { seconds: 32 * day });
  await world.settled();
  expect((await world.tenant(caller)).plan).toMatchObject({ tier: 'pro', product: 'Pro' });
  expect((await own(caller)).charges.map(({ amount }) => amount)).toEqual([5000, 2000]);
});

test('a renewal that cannot be collected keeps the plan for 7 days, and a new card mends it', async () => {
  const [patient, hurried] = [await world.anAccount(), await world.anAccount()];
  for (const caller of [patient, hurried]) {
    await buy(caller);
    const { customerId, subscriptionId } = await world.billing(caller);
    const bad = await world.services.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId ?? '' });
    await world.services.stripe.subscriptions.update(subscriptionId ?? '', { default_payment_method: bad.id });
  }
  await world.control('clock', { seconds: 32 * day });
  await world.settled();
  const late = await world.tenant(hurried);
  expect(late.plan).toMatchObject({ status: 'subscribed', isActive: true });
  expect((await world.billing(hurried)).paymentIssueSince).not.toBeNull();
  const paymentMethodId = await world.aCard('4242424242424242');
  const { subscriptionId } = await world.billing(hurried);
  expect(await changeCard(world.services, hurried, { paymentMethodId, subscriptionId: subscriptionId ?? '' })).toMatchObject({
    message: 'Payment method updated successfully',
  });
  expect((await world.billing(hurried)).paymentIssueSince).toBeNull();
  await world.control('clock', { seconds: 8 * day });
  await world.settled();
  await lapse(world.services);
  expect((await world.tenant(hurried)).plan.isActive).toBe(true);
  expect((await world.tenant(patient)).plan).toMatchObject({ status: 'none', tier: 'free' });
});

// Covers S2-7-06, S2-2.b-12
test('a card is changed only for the subscription of its own account', async () => {
  const [caller, other] = [await world.anAccount(), await world.anAccount()];
  await buy(caller);
  await buy(other);
  const { subscriptionId } = await world.billing(other);
  const paymentMethodId = await world.aCard('5555555555554444');
  await expect(changeCard(world.services, caller, { paymentMethodId, subscriptionId: subscriptionId ?? '' })).rejects.toMatchObject({
    status: 404,
  });
  expect((await world.tenant(other)).paymentMethod?.last4).toBe('4242');
  const mine = (await world.billing(caller)).subscriptionId ?? '';
  await changeCard(world.services, caller, { paymentMethodId, subscriptionId: mine });
  expect((await world.tenant(caller)).paymentMethod).toMatchObject({ brand: 'mastercard', last4: '4444' });
});

test('a card that needs its holder is changed after the confirmation', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  const order = {
    paymentMethodId: await world.aCard('4000002500003155'),
    subscriptionId: (await world.billing(caller)).subscriptionId ?? '',
  };
  const { clientSecret } = await changeCard(world.services, caller, order);
  expect((await world.tenant(caller)).paymentMethod?.last4).toBe('4242');
  await world.authenticate(clientSecret ?? '');
  expect(await changeCard(world.services, caller, order)).toEqual({ message: 'Payment method updated successfully' });
  expect((await world.tenant(caller)).paymentMethod?.last4).toBe('3155');
});

test('the price of a change is known before it is ordered, and the card on file pays it', async () => {
  const caller = await world.anAccount();
  expect(await previewUpgrade(world.services, caller, scale)).toEqual({ amount: 5000, credit: 0, currency: 'usd', begins: null });
  await buy(caller);
  await world.control('clock', { seconds: 10 * day });
  await world.settled();
  const preview = await previewUpgrade(world.services, caller, scale);
  expect(preview).toMatchObject({ begins: null });
  expect(preview.amount).toBeGreaterThan(1500);
  expect(preview.amount).toBeLessThan(2500);
  const order = { productId: scale, discountCode: null };
  expect(await upgrade(world.services, caller, order)).toMatchObject({ status: 'active' });
  expect((await own(caller)).charges.map(({ amount }) => amount)).toEqual([2000, preview.amount]);
  expect(await previewUpgrade(world.services, caller, plan)).toMatchObject({ amount: 0, begins: expect.stringMatching(/^20/) });
  await expect(upgrade(world.services, caller, order)).rejects.toMatchObject({ status: 409 });
  expect((await own(caller)).charges).toHaveLength(2);
});

test('a cheaper plan of another interval begins at once, and what is left of the paid one is told and kept', async () => {
  const caller = await world.anAccount();
  const year = await world.aPlan({ name: 'Year', price: 500.5, interval: 'year' });
  await buy(caller, '4242424242424242', year);
  expect((await billingOverview(world.services, caller)).credit).toBe(0);
  expect(await previewUpgrade(world.services, caller, plan)).toEqual({ amount: 0, credit: 48_050, currency: 'usd', begins: null });
  await upgrade(world.services, caller, { productId: plan, discountCode: null });
  expect((await billingOverview(world.services, caller)).credit).toBe(48_050);
  // The credit is taken into account in turn.
  expect(await previewUpgrade(world.services, caller, scale)).toMatchObject({ amount: 0, credit: 45_050 });
});

test('a card on file that was refused can be tried again a minute later', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  const { customerId, subscriptionId } = await world.billing(caller);
  const set = async (card: string) => {
    const { id } = await world.services.stripe.paymentMethods.attach(card, { customer: customerId ?? '' });
    await world.services.stripe.subscriptions.update(subscriptionId ?? '', { default_payment_method: id });
  };
  await set('pm_card_chargeCustomerFail');
  const order = { productId: scale, discountCode: null };
  await expect(upgrade(world.services, caller, order)).rejects.toMatchObject({ status: 402 });
  await set('pm_card_visa');
  await world.control('clock', { seconds: 61 });
  expect(await upgrade(world.services, caller, order)).toMatchObject({ status: 'active' });
});

// Covers S2-2.p-03, S2-2.b-01
test('a product that does not recur is offered nowhere', async () => {
  const once = await world.aPlan({ name: 'Once', recurring: false, interval: null });
  const free = await world.aPlan({ name: 'Once for nothing', price: 0, recurring: false, interval: null });
  const offered = (await listProducts(world.services)).map(({ id }) => id);
  expect(offered).toContain(plan);
  for (const id of [once, free]) {
    expect(offered).not.toContain(id);
    await expect(buy(await world.anAccount(), '4242424242424242', id)).rejects.toMatchObject({ status: 400 });
  }
});
