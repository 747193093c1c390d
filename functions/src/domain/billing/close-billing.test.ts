import { afterAll, expect, test } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { newCredential } from '../accounts/credentials.ts';
import { deleteAccount } from '../archive/delete-account.ts';
import type { Caller } from '../callers/caller.ts';
import { hashPassword } from '../records/model/password.ts';
import { closeBilling } from './close-billing.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());
const pro = await world.aPlan();

const buy = (caller: Caller, card: string) => world.buy(caller, pro, { card });
const close = (caller: Caller, closed = async () => {}) => closeBilling(world.services, caller.tenantId ?? '', closed);
const chargesOf = (customer: string) => world.provider.state.charges.all().filter((charge) => charge.customer === customer);

test('an account that is deleted has no plan and no card at the provider, and is never charged again', async () => {
  const caller = await world.anAccount();
  await buy(caller, '4242424242424242');
  const { customerId, subscriptionId } = await world.billing(caller);
  await close(caller);
  await close(caller);
  expect(await world.services.stripe.customers.retrieve(customerId ?? '')).toMatchObject({ deleted: true });
  expect(world.provider.state.subscriptions.get(subscriptionId ?? '')).toMatchObject({ status: 'canceled' });
  await world.settled();
  expect((await world.planOf(caller)).isActive).toBe(false);
  await world.control('clock', { seconds: 40 * 86_400 });
  await world.settled();
  expect(chargesOf(customerId ?? '')).toHaveLength(1);
});

test('nor by a first payment that waits for the bank, or at a provider that has never heard of it', async () => {
  const caller = await world.anAccount();
  await buy(caller, '4000002760003184');
  const { customerId } = await world.billing(caller);
  await close(caller);
  expect(chargesOf(customerId ?? '').filter(({ paid }) => paid)).toEqual([]);
  expect(
    world.provider.state.paymentIntents.all().filter(({ customer, status }) => customer === customerId && status !== 'canceled'),
  ).toEqual([]);
  await databaseOf(world.services.store).doc(`billing/${caller.tenantId}`).update({ customerId: 'cus_nobody' });
  await close(caller);
});

test('an order that meets the deletion is refused, and so is one after it: nobody could end what it bought', async () => {
  const caller = await world.anAccount();
  const account = databaseOf(world.services.store).doc(`tenants/${caller.tenantId}`);
  await close(caller, async () => {
    await expect(buy(caller, '4242424242424242')).rejects.toMatchObject({ code: 'conflict' });
    await account.delete();
  });
  await expect(buy(caller, '4242424242424242')).rejects.toMatchObject({ code: 'not-found' });
  expect(await world.billing(caller)).toBeUndefined();
});

test('an account whose plan cannot be ended stays as it is', async () => {
  const caller = await world.anAccount();
  await buy(caller, '4242424242424242');
  const credential = newCredential({ passwordHash: await hashPassword('Correct-horse-9') });
  await databaseOf(world.services.store).doc(`credentials/${caller.uid}`).set(credential);
  await world.settled(); // no event is under way that would meet the failures
  for (let tries = 0; tries < 3; tries += 1) await world.control('fail', { status: 503, path: '/v1/subscriptions' });
  const given = { email: caller.email, current_password: 'Correct-horse-9' };
  await expect(deleteAccount(world.services, caller, given)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await world.planOf(caller)).toMatchObject({ isActive: true });
  expect((await databaseOf(world.services.store).collection('purges').get()).size).toBe(0);
});
