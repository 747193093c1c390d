import type { Stripe } from 'stripe';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, expect, test, vi } from 'vitest';
import { pro as input, staff, startBillingWorld } from '../../../test/billing-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { changeSubscription } from '../office/change-subscription.ts';
import { cancelSubscription, resumeSubscription } from './cancel.ts';
import { cardRefusal } from './card-refusal.ts';
import { changeCard } from './change-card.ts';
import { deleteProduct, updateProduct } from './save-product.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());
const asksHolder = '4000002760003184';
const pro = await world.aPlan();

test('a plan that staff gave is cancelled although nothing was ever paid, and nothing is cancelled twice', async () => {
  const caller = await world.anAccount();
  await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: pro } });
  expect(await world.planOf(caller)).toMatchObject({ isActive: true, product: 'Pro' });
  await cancelSubscription(world.services, caller);
  expect(await world.planOf(caller)).toMatchObject({ isActive: false, status: 'none' });
  await expect(cancelSubscription(world.services, caller)).rejects.toMatchObject({ code: 'conflict' });
});

test('a cancellation is taken back of a plan alone that has been paid for', async () => {
  const caller = await world.anAccount();
  const resume = () => resumeSubscription(world.services, caller);
  await expect(resume()).rejects.toMatchObject({ code: 'conflict', text: { key: 'subscriptionNone' } });
  await world.buy(caller, pro, { card: asksHolder });
  await expect(resume()).rejects.toMatchObject({ code: 'conflict', text: { key: 'subscriptionNone' } });
  expect(await world.chargesOf(caller)).toEqual([]);
});

test('a plan that is not sold any more is not changed, here or at the provider', async () => {
  const id = await world.aPlan({ name: 'Gone' });
  await deleteProduct(world.services, staff, id);
  const stored = async () => (await databaseOf(world.services.store).doc(`products/${id}`).get()).data();
  const before = await stored();
  const update = updateProduct(world.services, { by: staff, id, input: { ...input, name: 'Back', price: 1 } });
  await expect(update).rejects.toMatchObject({ code: 'not-found' });
  expect(await stored()).toEqual(before);
});

test('the card of a subscription that has ended meanwhile is not changed', async () => {
  const caller = await world.anAccount();
  await world.buy(caller, pro);
  await world.settled();
  const subscriptionId = (await world.billing(caller)).subscriptionId ?? '';
  const { subscriptions, setupIntents } = world.services.stripe;
  const found = await subscriptions.retrieve(subscriptionId);
  const retrieve = vi.spyOn(subscriptions, 'retrieve').mockResolvedValueOnce({ ...found, ended_at: 1 });
  const setUp = vi.spyOn(setupIntents, 'create');
  const paymentMethodId = await world.aCard('5555555555554444');
  await expect(changeCard(world.services, caller, { paymentMethodId, subscriptionId })).rejects.toMatchObject({ code: 'not-found' });
  expect(setUp).not.toHaveBeenCalled();
  retrieve.mockRestore();
  setUp.mockRestore();
});

test('a change of the billing waits for another one, and not for one whose time is over', async () => {
  const caller = await world.anAccount();
  const running = (seconds: number) => {
    const leaseUntil = Timestamp.fromMillis(world.services.clock() + seconds * 1000);
    return databaseOf(world.services.store).doc(`billingOps/${caller.tenantId}`).set({ operation: 'credits:other', leaseUntil });
  };
  await running(60);
  await expect(world.buy(caller, pro)).rejects.toMatchObject({ code: 'conflict', text: { key: 'inProgress' } });
  await running(-1);
  await world.buy(caller, pro);
  expect(await world.chargedOf(caller)).toEqual([2000]);
});

const stripeError = (type: Stripe.errors.StripeError['type'], more: object = {}) => Object.assign(new Error('refused'), { type, ...more });

test.each([
  ['a key that was used for something else', stripeError('StripeIdempotencyError'), 'idempotency-mismatch'],
  ['a card that cannot be used', stripeError('StripeInvalidRequestError', { param: 'payment_method' }), 'payment-failed'],
  ['an object in another state', stripeError('StripeInvalidRequestError', { param: 'subscription' }), 'conflict'],
  ['a card that its bank refuses', stripeError('StripeCardError'), 'payment-failed'],
  ['no answer', stripeError('StripeConnectionError'), 'unavailable'],
  ['no answer about a card', stripeError('StripeConnectionError', { param: 'payment_method' }), 'unavailable'],
])('%s is told as what it is', (_, error, code) => {
  expect(cardRefusal(error, null)).toMatchObject({ code });
});

test('what is no word of the provider is thrown on', () => {
  const error = new Error('ours');
  expect(() => cardRefusal(error, null)).toThrow(error);
});
