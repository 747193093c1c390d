import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, expect, test } from 'vitest';
import { pro, staff, startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../callers/caller.ts';
import { deleteProduct } from './save-product.ts';
import { roomForProject } from '../projects/projects.ts';
import { roomForStorage } from '../storages/storages.ts';
import { changeSubscription } from '../office/change-subscription.ts';
import { accountSubscriptions } from './account-subscriptions.ts';
import { cancelSubscription } from './cancel.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

const idOf = (caller: Caller) => caller.tenantId ?? '';
const buy = (caller: Caller, productId: string) => world.buy(caller, productId);

/** Whether there is room for one more when so many are there; a refusal says what the plan includes. */
async function room(caller: Caller, kind: 'projects' | 'storages', present: number): Promise<true | string> {
  const { store } = world.services;
  const db = databaseOf(store);
  const project = { tenantId: caller.tenantId, archivedAt: null, counters: { storages: kind === 'storages' ? present : 0 } };
  await db.doc(`projects/${caller.tenantId}`).set(project);
  if (kind === 'projects') await db.doc(`tenants/${caller.tenantId}`).update({ 'counters.projects': present });
  return store
    .transaction(async (tx) => {
      if (kind === 'projects') await roomForProject(tx, idOf(caller));
      else await roomForStorage(tx, { tenantId: idOf(caller), projectId: idOf(caller) });
    })
    .then(
      () => true as const,
      (error: unknown) => String(error),
    );
}

test.each([
  ['pro', 20, 100],
  ['scale', 50, 200],
  ['enterprise', 100, 500],
  // Covers S0-9-11
] as const)('tier %s: %i projects with %i storages each, and no more', async (tier, projects, storages) => {
  const caller = await world.anAccount();
  await buy(caller, await world.aPlan({ name: tier, tier }));
  expect(await room(caller, 'projects', projects - 1)).toBe(true);
  expect(await room(caller, 'projects', projects)).toContain(`The ${tier} plan includes ${projects} projects.`);
  expect(await room(caller, 'storages', storages - 1)).toBe(true);
  expect(await room(caller, 'storages', storages)).toContain(`The ${tier} plan includes ${storages} storages per project.`);
});

// Covers S0-9-12, S2-2.p-07
test.each(['gold', null])('a plan whose tier is %s gives the limits of pro, never those of enterprise', async (tier) => {
  const product = await world.aPlan({ name: 'Odd' });
  // Only a document of older times, or one written by hand, can have such a tier.
  await databaseOf(world.services.store).doc(`products/${product}`).update({ tier });
  const [buyer, guest] = [await world.anAccount(), await world.anAccount()];
  await buy(buyer, product);
  await changeSubscription(world.services, { caller: staff, userId: guest.uid, change: { productId: product } });
  for (const caller of [buyer, guest]) {
    expect((await world.tenant(caller)).plan).toMatchObject({ tier: 'pro', isActive: true, product: 'Odd' });
    expect(await room(caller, 'projects', 20)).toContain('20 projects');
  }
});

// Covers S2-3-04
test('the subscriptions of an account are a list whose last item is the present one, with its plan', async () => {
  const [first, second, gift] = [await world.aPlan(), await world.aPlan({ name: 'Second' }), await world.aPlan({ name: 'Gift' })];
  const caller = await world.anAccount();
  expect(await accountSubscriptions(world.services, idOf(caller))).toEqual([]);
  await buy(caller, first);
  const old = (await world.billing(caller)).subscriptionId;
  await world.services.stripe.subscriptions.cancel(old ?? '');
  await world.settled();
  await buy(caller, second);
  const { subscriptionId, periodEnd } = await world.billing(caller);
  expect(await accountSubscriptions(world.services, idOf(caller))).toEqual([
    expect.objectContaining({ productId: first, isActive: false, subscriptionStatus: 'none', stripeSubscriptionId: old }),
    {
      productId: second,
      isActive: true,
      subscriptionStatus: 'subscribed',
      expiresAt: (periodEnd ?? Timestamp.now()).toDate().toISOString(),
      stripeSubscriptionId: subscriptionId,
    },
  ]);
  await changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: gift, paid: 'pause' } });
  expect((await accountSubscriptions(world.services, idOf(caller))).map(({ productId }) => productId)).toEqual([first, second, gift]);
});

test('of more than a hundred subscriptions of an account the oldest are left out', async () => {
  const caller = await world.anAccount();
  const db = databaseOf(world.services.store);
  const many = Array.from({ length: 102 }, (_, age) => ({ id: `old-${caller.tenantId}-${String(200 - age)}`, age }));
  await Promise.all(
    many.map(({ id, age }) =>
      db.doc(`subscriptions/${id}`).set({
        tenantId: caller.tenantId,
        productId: `plan-${age}`,
        isActive: false,
        subscriptionStatus: 'none',
        expiresAt: null,
        stripeSubscriptionId: id,
        createdAt: Timestamp.fromMillis(Date.now() - age * 1000),
      }),
    ),
  );
  const listed = (await accountSubscriptions(world.services, idOf(caller))).map(({ productId }) => productId);
  expect(listed).toEqual(
    many
      .slice(0, 100)
      .reverse()
      .map(({ age }) => `plan-${age}`),
  );
});

test('a plan that is not sold any more is neither bought nor given', async () => {
  const product = await world.aPlan({ ...pro, name: 'Gone' });
  await deleteProduct(world.services, staff, product);
  const caller = await world.anAccount();
  await expect(buy(caller, product)).rejects.toMatchObject({ status: 400 });
  await expect(
    changeSubscription(world.services, { caller: staff, userId: caller.uid, change: { productId: product } }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(cancelSubscription(world.services, caller)).rejects.toMatchObject({ status: 409 });
});
