import { afterAll, expect, test, vi } from 'vitest';
import { staff, startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';
import { resumeSubscription } from './cancel.ts';
import { reconcile } from './reconcile.ts';
import { deleteProduct } from './save-product.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

const buy = (caller: Caller, productId: string, number = '4242424242424242') => world.buy(caller, productId, { card: number });
const remove = (id: string) => deleteProduct(world.services, staff, id);
const auditOf = async (id: string) =>
  (await databaseOf(world.services.store).collection('audit').where('target', '==', `products/${id}`).get()).size;
const pass = async (days: number) => {
  await world.control('clock', { seconds: days * 86_400 });
  await world.settled();
};

async function isSoldAtProvider(id: string): Promise<boolean> {
  const product = (await databaseOf(world.services.store).doc(`products/${id}`).get()).data();
  const { state } = world.provider;
  return state.products.get(product?.stripeProductId).active || state.prices.get(product?.stripePriceId).active;
}

async function aSubscriber() {
  const id = await world.aPlan();
  const caller = await world.anAccount();
  await buy(caller, id);
  await world.settled(); // no event is under way that would meet a failure
  return { id, caller };
}

test.each(['/v1/prices', '/v1/products', '/v1/subscriptions'])(
  'D103 a deletion that failed at %s is finished by a second one',
  async (path) => {
    const { id, caller } = await aSubscriber();
    await world.control('fail', { status: 400, path });
    await expect(remove(id)).rejects.toThrow('asked for');
    await remove(id);
    await world.settled();
    expect((await world.planOf(caller)).status).toBe('cancelled');
    expect(await isSoldAtProvider(id)).toBe(false);
    await expect(remove(id)).rejects.toMatchObject({ status: 404 });
    expect(await auditOf(id)).toBe(2); // added, deleted
    await pass(40);
    expect((await world.planOf(caller)).isActive).toBe(false);
    expect(await world.chargesOf(caller)).toHaveLength(1);
  },
);

test('D103 a deletion that could not end a subscription tells so, and is finished by a second one', async () => {
  const { id, caller } = await aSubscriber();
  const { subscriptions } = world.services.stripe;
  const update = vi.spyOn(subscriptions, 'update').mockRejectedValueOnce(new Error('Not this one.'));
  await expect(remove(id)).rejects.toThrow('Not this one.');
  update.mockRestore();
  expect((await databaseOf(world.services.store).doc(`products/${id}`).get()).get('unfinished')).toBe(true);
  await remove(id);
  await world.settled();
  expect((await world.planOf(caller)).status).toBe('cancelled');
});

test('D103 what a deletion left undone is done at night', async () => {
  const { id, caller } = await aSubscriber();
  await world.control('fail', { status: 400, path: '/v1/prices' });
  await expect(remove(id)).rejects.toThrow('asked for');
  expect(await isSoldAtProvider(id)).toBe(true);
  expect(await reconcile(world.services)).toMatchObject({ failures: 0 });
  await world.settled();
  expect((await world.planOf(caller)).status).toBe('cancelled');
  expect(await isSoldAtProvider(id)).toBe(false);
});

test('D103 an overdue subscription also ends', async () => {
  const { id, caller } = await aSubscriber();
  const { subscriptionId, customerId } = await world.billing(caller);
  const bad = await world.services.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId ?? '' });
  await world.services.stripe.subscriptions.update(subscriptionId ?? '', { default_payment_method: bad.id });
  await pass(31);
  expect(await world.billing(caller)).toMatchObject({ providerStatus: 'past_due' });
  await remove(id);
  expect(world.provider.state.subscriptions.get(subscriptionId ?? '')).toMatchObject({ cancel_at_period_end: true });
});

test('D103 a first payment that the bank lets pass after the deletion is the only one', async () => {
  const id = await world.aPlan();
  const caller = await world.anAccount();
  const { clientSecret = '' } = await buy(caller, id, '4000002760003184');
  await remove(id);
  await world.authenticate(clientSecret);
  await world.settled();
  expect(await world.planOf(caller)).toMatchObject({ isActive: true, status: 'cancelled' });
  await pass(40);
  expect(await world.chargesOf(caller)).toHaveLength(1);
});

test('D103 the end of a deleted plan cannot be taken back', async () => {
  const { id, caller } = await aSubscriber();
  await remove(id);
  await world.settled();
  await expect(resumeSubscription(world.services, caller)).rejects.toMatchObject({ status: 409 });
  expect((await world.planOf(caller)).status).toBe('cancelled');
});
