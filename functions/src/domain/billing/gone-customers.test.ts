import { afterAll, expect, test } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';
import { cancelSubscription } from './cancel.ts';
import { lapse, reconcile } from './reconcile.ts';
import { databaseOf } from '../../../test/data-services.ts';

const day = 86_400;

const world = await startBillingWorld();
afterAll(() => world.stop());
const pro = await world.aPlan();

const buy = (caller: Caller) => world.buy(caller, pro);
const planOf = (caller: Caller) => world.planOf(caller);
const customerOf = async (caller: Caller) => (await world.billing(caller)).customerId ?? '';

test('a customer who was deleted at the provider has no plan any more, and can buy one again', async () => {
  const caller = await world.anAccount();
  await buy(caller);
  await world.control('deliveries', { drop: 1 });
  await world.services.stripe.customers.del(await customerOf(caller));
  await world.control('deliveries', {});
  expect(await reconcile(world.services)).toMatchObject({ failures: 0 });
  expect(await planOf(caller)).toMatchObject({ isActive: false, tier: 'free' });
  expect(await buy(caller)).toMatchObject({ status: 'active' });
  expect(await planOf(caller)).toMatchObject({ isActive: true, product: 'Pro' });
  expect(await world.chargesOf(caller)).toHaveLength(1);
});

test('an account that the provider does not know keeps no other one from lapsing', async () => {
  const [unknown, caller] = [await world.anAccount(), await world.anAccount()];
  for (const each of [unknown, caller]) {
    await buy(each);
    await cancelSubscription(world.services, each);
  }
  await world.settled();
  await databaseOf(world.services.store).doc(`billing/${unknown.tenantId}`).update({ customerId: 'cus_nobody' });
  await world.control('deliveries', { drop: 1 });
  await world.control('clock', { seconds: 32 * day });
  await world.control('deliveries', {});
  await lapse(world.services);
  expect(await planOf(caller)).toMatchObject({ isActive: false, tier: 'free' });
});
