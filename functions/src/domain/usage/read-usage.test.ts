import { afterAll, expect, test } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import { apiUsage, usageBreakdown } from './read-usage.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

test('D96 members see the plan and usage of the account; its card and subscription id are for those who manage billing', async () => {
  const admin = await world.anAccount();
  const paymentMethod = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
  await databaseOf(world.services.store).doc(`tenants/${admin.tenantId}`).update({ paymentMethod, stripeSubscriptionId: 'sub_1' });
  const seen = { usage: { usage: 0 }, limit: { tier: 'free' } };
  expect(await apiUsage(world.services, admin)).toMatchObject({ ...seen, limit: { stripeSubscriptionId: 'sub_1' }, paymentMethod });
  for (const role of ['manager', 'developer', 'user'] as const) {
    const member = { ...admin, uid: role, role, projectId: 'p1' };
    const hidden = { limit: { tier: 'free', stripeSubscriptionId: null }, paymentMethod: null };
    expect(await apiUsage(world.services, member)).toMatchObject({ ...seen, ...hidden });
  }
});

test('a breakdown is of an own project, archived or not; unknown and foreign ones are not found alike', async () => {
  const [admin, other] = [await world.anAccount(), await world.anAccount()];
  const projectOf = async (caller: typeof admin, archivedAt: Date | null) => {
    const project = databaseOf(world.services.store).collection('projects').doc();
    await project.set({ tenantId: caller.tenantId, archivedAt });
    return project.id;
  };
  for (const archivedAt of [null, new Date()]) {
    const projectId = await projectOf(admin, archivedAt);
    expect(await usageBreakdown(world.services, admin, { projectId })).toMatchObject({ byStorage: [], byKey: [] });
  }
  for (const projectId of ['unknown', await projectOf(other, null)]) {
    await expect(usageBreakdown(world.services, admin, { projectId })).rejects.toMatchObject({
      status: 404,
      message: 'Project not found.',
    });
  }
});

test('an account that is gone has no figures', async () => {
  const admin = await world.anAccount();
  await databaseOf(world.services.store).doc(`tenants/${admin.tenantId}`).delete();
  await expect(apiUsage(world.services, admin)).rejects.toMatchObject({ code: 'not-found' });
});
