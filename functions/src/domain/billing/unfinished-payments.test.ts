import { afterAll, describe, expect, test, vi } from 'vitest';
import { staff, startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';
import { updateProduct } from './save-product.ts';
import { changeSubscription } from '../office/change-subscription.ts';
import { billingOverview } from './billing-overview.ts';
import { cancelSubscription, resumeSubscription } from './cancel.ts';
import { endPaidPlan } from './end-plan.ts';
import { endUnpaid } from './end-unpaid.ts';
import { takeUpPayment } from './pending-payment.ts';

const [pays, refusedWhenCharged, asksHolder] = ['4242424242424242', '4000000000000341', '4000002760003184'];

const world = await startBillingWorld();
afterAll(() => world.stop());
const pro = await world.aPlan();
const scale = await world.aPlan({ name: 'Scale', tier: 'scale', price: 50, usageLimit: 500_000 });

const buy = (caller: Caller, number: string, productId = pro) => world.buy(caller, productId, { card: number });
const planOf = (caller: Caller) => world.planOf(caller);
const charged = (caller: Caller) => world.chargedOf(caller);
const confirm = async (clientSecret: string | undefined) => {
  await world.authenticate(clientSecret ?? '');
  await world.settled();
};

/** Right after the next call of this kind, as long as its answer is on the way, the holder confirms in another window. */
function confirmsMeanwhile(call: 'list' | 'retrieve', clientSecret: string | undefined) {
  const { subscriptions } = world.services.stripe;
  const real = (subscriptions[call] as (...given: unknown[]) => Promise<unknown>).bind(subscriptions); // both are alike in this
  const delayed = async (...given: unknown[]) => {
    const answer = await real(...given);
    await world.authenticate(clientSecret ?? '');
    return answer;
  };
  vi.spyOn(subscriptions, call).mockImplementationOnce(delayed as never); // only its promise is used
}

describe.each(['list', 'retrieve'] as const)('a first payment that the holder confirms while the provider answers %s to', (call) => {
  test.each([
    ['another order', (caller: Caller) => buy(caller, pays, scale)],
    ['a cancellation', (caller: Caller) => cancelSubscription(world.services, caller)],
  ])('%s keeps the plan that it paid for, and nothing else is charged', async (_, act) => {
    const caller = await world.anAccount();
    const { clientSecret } = await buy(caller, asksHolder);
    await world.settled(); // else an event of the order may take the one delayed call
    confirmsMeanwhile(call, clientSecret);
    await expect(act(caller)).rejects.toMatchObject({ status: 409 });
    await world.settled();
    expect(await planOf(caller)).toMatchObject({ status: 'subscribed', isActive: true, product: 'Pro' });
    expect(await charged(caller)).toEqual([2000]);
  });
});

test('a payment that waits for the bank is told, can be taken up again, and is no more after it was confirmed', async () => {
  const caller = await world.anAccount();
  await expect(takeUpPayment(world.services, caller)).rejects.toMatchObject({ status: 409 });
  const { clientSecret } = await buy(caller, asksHolder);
  expect(await billingOverview(world.services, caller)).toMatchObject({
    isActive: false,
    product: null,
    pendingPayment: { amount: 2000, currency: 'usd' },
  });
  expect(await takeUpPayment(world.services, caller)).toMatchObject({ requiresAction: true, clientSecret });
  await confirm(clientSecret);
  expect(await billingOverview(world.services, caller)).toMatchObject({ isActive: true, pendingPayment: null });
  await expect(takeUpPayment(world.services, caller)).rejects.toMatchObject({ status: 409 });
});

test('a cancellation ends a payment that waits: confirmed afterwards, it charges nothing', async () => {
  const caller = await world.anAccount();
  const { clientSecret } = await buy(caller, asksHolder);
  await cancelSubscription(world.services, caller);
  await confirm(clientSecret);
  expect(await billingOverview(world.services, caller)).toMatchObject({ isActive: false, pendingPayment: null });
  expect(await charged(caller)).toEqual([]);
});

test('a cancellation takes back a larger plan that waits for the bank', async () => {
  const caller = await world.anAccount();
  await buy(caller, pays);
  const { clientSecret } = await buy(caller, asksHolder, scale);
  await cancelSubscription(world.services, caller);
  await confirm(clientSecret);
  expect(await planOf(caller)).toMatchObject({ status: 'cancelled', product: 'Pro' });
  expect(await charged(caller)).toEqual([2000]);
});

test('a cancelled plan stays cancelled when the card for a larger one is refused', async () => {
  const caller = await world.anAccount();
  await buy(caller, pays);
  await cancelSubscription(world.services, caller);
  await expect(buy(caller, refusedWhenCharged, scale)).rejects.toMatchObject({ status: 402 });
  await world.settled();
  expect(await planOf(caller)).toMatchObject({ status: 'cancelled', product: 'Pro' });
});

test('a cancelled plan stays cancelled while a larger one waits for the bank, and goes on as that one once it is paid for', async () => {
  const caller = await world.anAccount();
  await buy(caller, pays);
  await cancelSubscription(world.services, caller);
  const { clientSecret } = await buy(caller, asksHolder, scale);
  await world.settled();
  expect(await planOf(caller)).toMatchObject({ status: 'cancelled', product: 'Pro' });
  await confirm(clientSecret);
  expect(await planOf(caller)).toMatchObject({ status: 'subscribed', product: 'Scale' });
  await cancelSubscription(world.services, caller);
  await world.settled();
  expect(await planOf(caller)).toMatchObject({ status: 'cancelled', product: 'Scale' });
});

test('a smaller plan that is to follow still follows when the card for a larger one is refused', async () => {
  const [caller, large] = [await world.anAccount(), await world.aPlan({ name: 'Large', tier: 'enterprise', price: 90 })];
  await buy(caller, pays, scale);
  await buy(caller, pays, pro);
  await expect(buy(caller, refusedWhenCharged, large)).rejects.toMatchObject({ status: 402 });
  await world.settled();
  expect(await world.billing(caller)).toMatchObject({ productId: scale, nextProductId: pro });
  expect(await charged(caller)).toEqual([5000]);
});

test('a plan that staff gave stays until the one that was ordered in its place is paid for', async () => {
  const caller = await world.anAccount();
  await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale } });
  const { clientSecret } = await buy(caller, asksHolder);
  expect(await planOf(caller)).toMatchObject({ isActive: true, product: 'Scale' });
  await confirm(clientSecret);
  expect(await planOf(caller)).toMatchObject({ isActive: true, product: 'Pro' });
  await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale, paid: 'pause' } });
  await world.settled();
  expect(await planOf(caller)).toMatchObject({ isActive: true, product: 'Scale' });
});

test('a cancellation ends a plan that staff gave, and tells that the paid one below it ends', async () => {
  const caller = await world.anAccount();
  await buy(caller, pays, pro);
  await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale, paid: 'pause' } });
  await cancelSubscription(world.services, caller);
  expect(await planOf(caller)).toMatchObject({ isActive: true, status: 'cancelled', product: 'Pro' });
  await resumeSubscription(world.services, caller);
  expect(await planOf(caller)).toMatchObject({ isActive: true, status: 'subscribed', product: 'Pro' });
});

test('a cancellation ends a plan that staff gave together with a payment that waits', async () => {
  const caller = await world.anAccount();
  await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: scale } });
  await buy(caller, asksHolder);
  await cancelSubscription(world.services, caller);
  expect(await planOf(caller)).toMatchObject({ isActive: false, status: 'none' });
  await expect(cancelSubscription(world.services, caller)).rejects.toMatchObject({ status: 409 });
});

test('a plan without a price does not hide one that is charged for', async () => {
  const [caller, free] = [await world.anAccount(), await world.aPlan({ name: 'Starter', price: 0 })];
  await buy(caller, pays);
  await expect(buy(caller, pays, free)).rejects.toMatchObject({ status: 409 });
  expect(await planOf(caller)).toMatchObject({ product: 'Pro' });
  expect(await buy(await world.anAccount(), pays, free)).toMatchObject({ status: 'active' });
});

test('a plan without a price ends a payment that waits: confirmed afterwards, it charges nothing', async () => {
  const [caller, free] = [await world.anAccount(), await world.aPlan({ name: 'Starter', price: 0 })];
  const { clientSecret } = await buy(caller, asksHolder);
  expect(await buy(caller, pays, free)).toMatchObject({ status: 'active' });
  await confirm(clientSecret);
  expect(await planOf(caller)).toMatchObject({ product: 'Starter' });
  expect(await charged(caller)).toEqual([]);
});

test('a smaller plan that is ordered in place of another one that is to follow waits as well', async () => {
  const [caller, small] = [await world.anAccount(), await world.aPlan({ name: 'Small', price: 8 })];
  await buy(caller, pays, scale);
  await buy(caller, pays, pro);
  await buy(caller, pays, small);
  expect(await world.billing(caller)).toMatchObject({ productId: scale, nextProductId: small });
  await buy(caller, pays, pro);
  expect(await world.billing(caller)).toMatchObject({ productId: scale, nextProductId: pro });
  expect(await charged(caller)).toEqual([5000]);
});

test('a plan whose price was raised since is taken back at the price that its subscriber has', async () => {
  const input = { description: 'As before', tier: 'pro', usageLimit: 1000, recurring: true, interval: 'month' } as const;
  const [caller, old] = [await world.anAccount(), await world.aPlan({ ...input, name: 'Old', price: 10 })];
  await buy(caller, pays, old);
  await updateProduct(world.services, { by: staff, id: old, input: { ...input, name: 'Old', price: 30 } });
  await cancelSubscription(world.services, caller);
  expect(await buy(caller, pays, old)).toMatchObject({ status: 'active' });
  expect(await planOf(caller)).toMatchObject({ status: 'subscribed', product: 'Old' });
  await world.control('clock', { seconds: 32 * 86_400 });
  await world.settled();
  expect(await charged(caller)).toEqual([1000, 1000]);
});

test('two windows that order the same plan at once, each with its card, leave one subscription and one charge', async () => {
  const caller = await world.anAccount();
  const results = await Promise.allSettled([buy(caller, pays), buy(caller, pays)]);
  await world.settled();
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ status: 409 });
  expect(await charged(caller)).toEqual([2000]);
});

test('staff who end an account’s own plan with its period end a first payment that waits: confirmed afterwards, it charges nothing', async () => {
  const caller = await world.anAccount();
  const { clientSecret } = await buy(caller, asksHolder);
  await endPaidPlan(world.services, caller.tenantId ?? '', 'period');
  await confirm(clientSecret);
  expect([await charged(caller), (await planOf(caller)).isActive]).toEqual([[], false]);
});

test('what has been paid for is not ended as unpaid, and what has ended already is', async () => {
  const caller = await world.anAccount();
  await buy(caller, pays);
  const { subscriptionId } = await world.billing(caller);
  await expect(endUnpaid(world.services, subscriptionId ?? '')).rejects.toMatchObject({ code: 'conflict' });
  expect((await planOf(caller)).isActive).toBe(true);
  await world.services.stripe.subscriptions.cancel(subscriptionId ?? '');
  await expect(endUnpaid(world.services, subscriptionId ?? '')).resolves.toBeUndefined();
});
