import { afterAll, expect, test } from 'vitest';
import { staff, startBillingWorld } from '../../../test/billing-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { listPage } from '../office/lists/list-page.ts';
import { subscriptions } from '../office/lists/subscriptions.ts';
import { lapse, reconcile } from './reconcile.ts';
import { upgrade } from './upgrade.ts';

const day = 86_400;
const world = await startBillingWorld();
afterAll(() => world.stop());

async function aSubscriber(): Promise<Caller> {
  const caller = await world.anAccount();
  const order = { paymentMethodId: await world.aCard('4242424242424242'), productId: await world.aPlan(), discountCode: null };
  await upgrade(world.services, caller, order);
  await world.settled();
  return caller;
}

const pass = (days: number) => world.control('clock', { seconds: days * day });
const isListed = async ({ tenantId }: Caller) => {
  const query = { page: 1, limit: 5, sortOrder: 'DESC', tenantId: tenantId ?? '' } as const;
  return (await listPage(world.services, subscriptions, { caller: staff, query })).data.map(({ isPastEnd }) => isPastEnd);
};

test('a plan past its end is ended by the regular look, also when nothing says when to look and no event came', async () => {
  const caller = await aSubscriber();
  const { subscriptionId, tenantId } = await world.billing(caller);
  await world.control('deliveries', { drop: 1 });
  await world.services.stripe.subscriptions.cancel(subscriptionId ?? '');
  await databaseOf(world.services.store).doc(`billing/${tenantId}`).update({ checkAt: null });
  await pass(32);
  expect(await world.planOf(caller)).toMatchObject({ isActive: true });
  await lapse(world.services);
  expect(await world.planOf(caller)).toMatchObject({ isActive: false, tier: 'free' });
  await world.control('deliveries', { drop: 0 });
});

test('a plan past its end without an answer is shown to staff after a day, and one that fails does not keep others back', async () => {
  const caller = await aSubscriber();
  const { tenantId } = await world.billing(caller);
  await databaseOf(world.services.store).doc(`billing/${tenantId}`).update({ customerId: 'cus_unknown' });
  expect(await reconcile(world.services)).toMatchObject({ pastEnd: 0 });
  expect(await isListed(caller)).toEqual([false]);
  await pass(32);
  expect(await isListed(caller)).toEqual([true]);
  expect(await reconcile(world.services)).toMatchObject({ pastEnd: 1 });
  await lapse(world.services);
  const { checkAt } = await world.billing(caller);
  expect(checkAt?.toMillis()).toBeGreaterThan(world.services.clock());
});

test('plans that always fail keep none behind them from being ended', async () => {
  const caller = await aSubscriber();
  const { tenantId, subscriptionId } = await world.billing(caller);
  await world.control('deliveries', { drop: 1 });
  await world.services.stripe.subscriptions.cancel(subscriptionId ?? '');
  await world.control('deliveries', { drop: 0 });
  const database = databaseOf(world.services.store);
  const [tenant, billing] = [database.doc(`tenants/${tenantId}`), database.doc(`billing/${tenantId}`)];
  const [{ plan, ...account }, ofBilling] = [(await tenant.get()).data() ?? {}, (await billing.get()).data()];
  const past = { ...account, plan: { ...plan, expiresAt: Timestamp.fromMillis(world.services.clock()) } };
  const batch = database.batch();
  for (let at = 0; at < 210; at += 1) {
    batch.set(database.doc(`tenants/lost${at}`), past);
    batch.set(database.doc(`billing/lost${at}`), { ...ofBilling, customerId: 'cus_unknown', checkAt: null });
  }
  batch.update(billing, { checkAt: null });
  await batch.commit();
  await pass(32);
  for (let run = 0; run < 2; run += 1) await lapse(world.services);
  expect(await world.planOf(caller)).toMatchObject({ isActive: false, tier: 'free' });
});

test('a provider that is silent about events is a failure in the report, and accounts are compared all the same', async () => {
  await aSubscriber();
  for (let tries = 0; tries < 3; tries += 1) await world.control('fail', { status: 500, path: '/v1/events' });
  const report = await reconcile(world.services);
  expect(report.failures).toBeGreaterThan(0);
  expect(report.accounts).toBeGreaterThan(1);
});

test('a comparison that ends early is gone on with behind the account where it ended, around to it', async () => {
  for (let at = 0; at < 3; at += 1) await aSubscriber();
  const started = world.services.clock();
  let looks = 0;
  let last = Infinity;
  const clock = () => (++looks > last ? started + 1_000 : started);
  const services: Services = Object.create(world.services, { clock: { value: clock } });
  const whole = await reconcile(services);
  let first = whole;
  for (last = 1; first === whole || first.accounts === 0; last += 1) {
    looks = 0;
    first = await reconcile(services, { until: started + 1 });
  }
  expect(first.accounts).toBeLessThan(whole.accounts);
  last = Infinity;
  const second = await reconcile(services, { after: first.last, until: started + 1 });
  expect(second).toMatchObject({ accounts: whole.accounts, last: first.last });
});
