import { afterAll, describe, expect, test } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';

const [pays, refusedWhenCharged] = ['4242424242424242', '4000000000000341'];
const day = 86_400;

const world = await startBillingWorld();
afterAll(() => world.stop());
const pro = await world.aPlan();
const scale = await world.aPlan({ name: 'Scale', tier: 'scale', price: 50, usageLimit: 500_000 });

const buy = (caller: Caller, number: string, productId = pro) => world.buy(caller, productId, { card: number });
const planOf = (caller: Caller) => world.planOf(caller);
const charged = (caller: Caller) => world.chargedOf(caller);
const pass = async (days: number) => {
  await world.control('clock', { seconds: days * day });
  await world.settled();
};

/** An account whose renewal could not be collected. */
async function anOverdueAccount(): Promise<Caller> {
  const caller = await world.anAccount();
  await buy(caller, pays);
  const customer = (await world.billing(caller)).customerId ?? '';
  const bad = await world.services.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const { subscriptionId } = await world.billing(caller);
  await world.services.stripe.subscriptions.update(subscriptionId ?? '', { default_payment_method: bad.id });
  await pass(31);
  expect(await world.billing(caller)).toMatchObject({ providerStatus: 'past_due' });
  return caller;
}

describe('a renewal that could not be collected', () => {
  test('is paid by the card that orders the same plan', async () => {
    const caller = await anOverdueAccount();
    expect(await buy(caller, pays)).toMatchObject({ status: 'active' });
    expect(await world.billing(caller)).toMatchObject({ providerStatus: 'active', paymentIssueSince: null });
    await pass(8);
    expect(await charged(caller)).toEqual([2000, 2000]);
    expect(await planOf(caller)).toMatchObject({ isActive: true, product: 'Pro' });
  });

  test('is paid before the difference to a larger plan, and not once more afterwards', async () => {
    const caller = await anOverdueAccount();
    expect(await buy(caller, pays, scale)).toMatchObject({ status: 'active' });
    expect(await world.billing(caller)).toMatchObject({ providerStatus: 'active', paymentIssueSince: null });
    await pass(8);
    const [first, renewal, difference, ...more] = await charged(caller);
    expect([first, renewal, more]).toEqual([2000, 2000, []]);
    expect(difference).toBeGreaterThan(2800);
    expect(await planOf(caller)).toMatchObject({ isActive: true, product: 'Scale' });
  });

  test('stays as it is when that card is also refused', async () => {
    const caller = await anOverdueAccount();
    await expect(buy(caller, refusedWhenCharged, scale)).rejects.toMatchObject({ status: 402 });
    expect(await charged(caller)).toEqual([2000]);
    expect(await planOf(caller)).toMatchObject({ isActive: true, product: 'Pro' });
  });
});
