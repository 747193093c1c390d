import { afterAll, describe, expect, test } from 'vitest';
import { staff, startBillingWorld } from '../../../test/billing-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import type { Caller } from '../callers/caller.ts';
import { changeSubscription } from '../office/change-subscription.ts';
import { endPlan } from '../office/end-plan.ts';
import { readAccount } from '../office/office-account.ts';
import { liftSuspension, suspendAccount } from '../office/suspend.ts';
import { billingOverview } from './billing-overview.ts';
import { previewUpgrade } from './preview-upgrade.ts';
import { lapse } from './reconcile.ts';
import { upgrade } from './upgrade.ts';

const [pays, asksHolder] = ['4242424242424242', '4000002760003184'];
const day = 86_400;

const world = await startBillingWorld();
afterAll(() => world.stop());
const pro = await world.aPlan();
const scale = await world.aPlan({ name: 'Scale', tier: 'scale', price: 50, usageLimit: 500_000 });

const idOf = ({ tenantId }: Caller) => tenantId ?? '';
const buy = (caller: Caller, productId = pro, number = pays) => world.buy(caller, productId, { card: number });
const charged = (caller: Caller) => world.chargedOf(caller);
const subscriptionOf = async (caller: Caller) => world.provider.state.subscriptions.get((await world.billing(caller)).subscriptionId ?? '');
const suspend = (caller: Caller) => suspendAccount(world.services, { caller: staff, tenantId: idOf(caller), reason: 'A complaint' });
const lift = (caller: Caller) => liftSuspension(world.services, staff, idOf(caller));
const pass = async (days: number) => {
  await world.control('clock', { seconds: days * day });
  await world.settled();
};

async function aSubscriber(): Promise<Caller> {
  const caller = await world.anAccount();
  await buy(caller);
  return caller;
}

async function anOverdueAccount(): Promise<Caller> {
  const caller = await aSubscriber();
  const { subscriptionId, customerId } = await world.billing(caller);
  const bad = await world.services.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId ?? '' });
  await world.services.stripe.subscriptions.update(subscriptionId ?? '', { default_payment_method: bad.id });
  await pass(31);
  expect(await world.billing(caller)).toMatchObject({ providerStatus: 'past_due' });
  return caller;
}

describe('a suspended account', () => {
  test('is charged nothing, and after lifting goes on with the next period, once', async () => {
    const caller = await aSubscriber();
    await suspend(caller);
    expect((await readAccount(world.services, idOf(caller))).subscription).toMatchObject({ paid: { name: 'Pro', isPaused: true } });
    await pass(65);
    expect(await charged(caller)).toEqual([2000]);
    await lift(caller);
    expect(await charged(caller)).toEqual([2000]);
    expect((await readAccount(world.services, idOf(caller))).subscription).toMatchObject({ paid: { isPaused: false, ends: false } });
    await pass(31);
    expect(await charged(caller)).toEqual([2000, 2000]);
  });

  test('is not tried again for a renewal that failed, until it is lifted', async () => {
    const caller = await anOverdueAccount();
    await suspend(caller);
    const { subscriptionId: subscription, customerId } = await world.billing(caller);
    const good = await world.services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId ?? '' });
    await world.services.stripe.subscriptions.update(subscription ?? '', { default_payment_method: good.id });
    await pass(10);
    expect(await charged(caller)).toEqual([2000]);
    expect(await subscriptionOf(caller)).toMatchObject({ status: 'past_due' });
    await lift(caller);
    await pass(1);
    expect(await charged(caller)).toEqual([2000, 2000]);
    expect(await world.planOf(caller)).toMatchObject({ isActive: true, product: 'Pro' });
  });

  test('cannot be charged by a bank that confirms a first payment late', async () => {
    const caller = await world.anAccount();
    const { clientSecret = '' } = await buy(caller, pro, asksHolder);
    await suspend(caller);
    await world.authenticate(clientSecret).catch(() => {});
    await world.settled();
    expect(await charged(caller)).toEqual([]);
    expect(await world.planOf(caller)).toMatchObject({ isActive: false });
  });

  test('is paused later when the provider was silent, and is suspended all the same', async () => {
    const caller = await aSubscriber();
    await world.settled();
    for (let tries = 0; tries < 3; tries += 1) await world.control('fail', { status: 500, path: '/v1/subscriptions' });
    await suspend(caller);
    expect(await world.tenant(caller)).toMatchObject({ active: false });
    expect((await subscriptionOf(caller)).pause_collection).toBeNull();
    await lapse(world.services);
    expect((await subscriptionOf(caller)).pause_collection).toMatchObject({ behavior: 'void' });
  });

  test('can have its plan ended by staff, which leaves nothing owed', async () => {
    const caller = await anOverdueAccount();
    await suspend(caller);
    await endPlan(world.services, { caller: staff, tenantId: idOf(caller), end: { which: 'paid' } });
    await lift(caller);
    await pass(40);
    expect(await charged(caller)).toEqual([2000]);
    expect(await world.planOf(caller)).toMatchObject({ isActive: false, tier: 'free' });
    expect((await billingOverview(world.services, caller)).invoices.map(({ status }) => status)).toEqual(['paid']);
    await expect(endPlan(world.services, { caller: staff, tenantId: idOf(caller), end: { which: 'paid' } })).rejects.toMatchObject({
      status: 409,
    });
    await expect(endPlan(world.services, { caller: staff, tenantId: idOf(caller), end: { which: 'given' } })).rejects.toMatchObject({
      status: 409,
    });
    expect(await rowsOf('audit', caller, 'End plan')).toBe(1);
  });
});

describe('a plan given over a paid one', () => {
  test('asks staff what becomes of the paid one', async () => {
    const caller = await aSubscriber();
    await expect(
      changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale } }),
    ).rejects.toMatchObject({ status: 409 });
    expect(await world.planOf(caller)).toMatchObject({ product: 'Pro' });
    expect(await rowsOf('audit', caller, 'Change subscription')).toBe(0);
  });

  test('rests the paid one, says so, and lets it go on when the gift ends', async () => {
    const caller = await aSubscriber();
    await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale, paid: 'pause' } });
    await pass(40);
    expect(await charged(caller)).toEqual([2000]);
    expect(await billingOverview(world.services, caller)).toMatchObject({
      product: { name: 'Scale' },
      isGift: true,
      beneath: { name: 'Pro', isPaused: true, ends: false },
    });
    expect(await listed(caller)).toEqual([
      ['Pro', false, true],
      ['Scale', false, true],
    ]);
    const began = await giftBegan(caller);
    await endPlan(world.services, { caller: staff, tenantId: idOf(caller), end: { which: 'given' } });
    expect(await giftBegan(caller)).toEqual(began);
    expect(await world.planOf(caller)).toMatchObject({ product: 'Pro', isActive: true });
    await pass(31);
    expect(await charged(caller)).toEqual([2000, 2000]);
    expect(await listed(caller)).toEqual([
      ['Pro', true, true],
      ['Scale', false, false],
    ]);
  });

  test('can end the paid one with its period', async () => {
    const caller = await aSubscriber();
    await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale, paid: 'end' } });
    expect(await billingOverview(world.services, caller)).toMatchObject({ beneath: { name: 'Pro', ends: true, isPaused: false } });
    await pass(40);
    expect(await charged(caller)).toEqual([2000]);
    expect(await world.planOf(caller)).toMatchObject({ product: 'Scale', isActive: true });
    expect(await billingOverview(world.services, caller)).toMatchObject({ beneath: null, isGift: true });
  });

  test.each(['pause', 'end'] as const)('gives way to the paid one beneath (%s), which is there at once and goes on', async (paid) => {
    const caller = await aSubscriber();
    await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale, paid } });
    expect(await previewUpgrade(world.services, caller, pro)).toMatchObject({ amount: 0, begins: null });
    expect(await upgrade(world.services, caller, { productId: pro, discountCode: null })).toMatchObject({ status: 'active' });
    expect(await billingOverview(world.services, caller)).toMatchObject({
      product: { name: 'Pro' },
      status: 'subscribed',
      isGift: false,
      beneath: null,
    });
    expect((await subscriptionOf(caller)).pause_collection).toBeNull();
    await pass(31);
    expect(await charged(caller)).toEqual([2000, 2000]);
  });

  test('gives way to a larger plan, which is charged although the paid one rested', async () => {
    const caller = await aSubscriber();
    await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale, paid: 'pause' } });
    const large = await world.aPlan({ name: 'Large', tier: 'enterprise', price: 90 });
    await expect(buy(caller, large, '4000000000000341')).rejects.toMatchObject({ status: 402 });
    expect((await subscriptionOf(caller)).pause_collection).toMatchObject({ behavior: 'void' });
    await buy(caller, large);
    await world.settled();
    expect(await charged(caller)).toEqual([2000, 7000]);
    expect((await subscriptionOf(caller)).pause_collection).toBeNull();
    expect(await world.planOf(caller)).toMatchObject({ product: 'Large' });
  });

  test('alone is listed, and not as paid', async () => {
    const caller = await world.anAccount();
    await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale } });
    expect(await listed(caller)).toEqual([['Scale', false, true]]);
  });
});

/** The account's rows in staff's list of subscriptions: plan, paid, active. */
async function listed(caller: Caller): Promise<unknown[]> {
  const { docs } = await databaseOf(world.services.store).collection('subscriptions').where('tenantId', '==', caller.tenantId).get();
  return docs.map((row) => ['productName', 'paid', 'isActive'].map((field) => row.get(field) as unknown)).sort();
}

const giftBegan = async ({ tenantId }: Caller): Promise<unknown> =>
  (await databaseOf(world.services.store).doc(`subscriptions/given_${tenantId}`).get()).get('createdAt');

async function rowsOf(collection: string, caller: Caller, action: string): Promise<number> {
  const rows = await databaseOf(world.services.store).collection(collection).where('target', '==', `tenants/${caller.tenantId}`).get();
  return rows.docs.filter((row) => row.get('action') === action).length;
}
