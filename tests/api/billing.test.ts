import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aSuperadmin } from '../support/personas.ts';

let admin: Admin;
let projectId: string;

beforeAll(async () => {
  admin = await anAdmin();
  const { data } = await mustCall<{ data: { id: string } }>({
    path: '/app/projects',
    token: admin.token,
    body: { name: 'Shop', description: 'x' },
  });
  projectId = data.id;
});

test('S1-6-20 S2-6-12 members may neither buy nor change anything; without a token it is 401', async () => {
  const paths = ['upgrade/premium', 'cancel', 'undo-cancel', 'change-payment'].map((name) => `/app/subscriptions/${name}`);
  for (const role of ['manager', 'developer', 'user'] as const) {
    const { token } = await aMember(admin, role, projectId);
    for (const path of [...paths, '/app/purchase-credits']) expect((await call({ path, token, body: {} })).status).toBe(403);
    expect((await call({ path: '/app/billing', token })).status).toBe(403);
    expect((await call({ path: '/app/superadmin/products', token })).status).toBe(403);
  }
  for (const path of paths) expect((await call({ path, body: {} })).status).toBe(401);
});

test.each([0, -1, 1.5, '5', null, 1001])('S1-7-48 an amount of %s is refused', async (amount) => {
  const answer = await call({ path: '/app/purchase-credits', token: admin.token, body: { amount } });
  expect(answer.status).toBe(400);
  expect(answer.body.error?.details?.[0]?.field).toBe('amount');
});

test('S2-7-03 S0-7-05 S1-3-09 S1-3-10 S2-3-06 S2-3-07 plans are public, and apiUsage has its three parts', async () => {
  const staff = await aSuperadmin();
  const plan = { name: 'Tiny', description: 'd', tier: 'pro', price: 5, usageLimit: 50, recurring: true, interval: 'month' };
  expect((await call({ path: '/app/superadmin/add-product', token: staff.token, body: { ...plan, tier: 'gold' } })).status).toBe(400);
  await mustCall({ path: '/app/superadmin/add-product', token: staff.token, body: plan });
  const { success, data } = await mustCall<{ success: boolean; data: object[] }>({ path: '/app/subscriptions/premium-products' });
  expect(success).toBe(true);
  expect(data).toContainEqual(
    expect.objectContaining({ id: expect.any(String), name: 'Tiny', description: 'd', price: 5, usageLimit: 50, tier: 'pro' }),
  );
  const usage = await mustCall<{ data: object }>({ path: '/app/apiUsage', token: admin.token });
  expect(usage.data).toMatchObject({
    usage: { usage: expect.any(Number), limit: 30_000 },
    limit: { tier: 'free', isActive: false, product: null, subscriptionStatus: 'none', expiresAt: null, stripeSubscriptionId: null },
    paymentMethod: null,
  });
  expect((await mustCall<{ data: number }>({ path: '/app/apiUsage/user/total-usage', token: admin.token })).data).toBe(0);
});

test('staff gives a plan free of charge', async () => {
  const staff = await aSuperadmin();
  const plan = { name: 'Gift', description: 'd', tier: 'scale', price: 50, usageLimit: 500, recurring: true, interval: 'month' };
  const { data } = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token: staff.token, body: plan });
  const path = `/app/superadmin/users/${admin.id}/change-subscription`;
  expect((await call({ method: 'PUT', path, token: admin.token, body: { productId: data.id } })).status).toBe(403);
  await mustCall({ method: 'PUT', path, token: staff.token, body: { productId: data.id } });
  const usage = await mustCall<{ data: object }>({ path: '/app/apiUsage', token: admin.token });
  expect(usage.data).toMatchObject({
    limit: { tier: 'scale', isActive: true, product: { name: 'Gift' }, subscriptionStatus: 'subscribed' },
  });
  for (const list of ['products', 'discounts', 'used-discounts', 'subscriptions', 'apiusages', 'apiusagehistories']) {
    const page = await mustCall<{ pagination: object }>({ path: `/app/superadmin/${list}?page=1&limit=5`, token: staff.token });
    expect(page.pagination).toMatchObject({ page: 1, limit: 5 });
  }
});

test('S2-7-21 the webhook refuses what is not signed', async () => {
  expect((await call({ path: '/stripe/webhook', body: { id: 'evt_1', type: 'invoice.paid' } })).status).toBe(400);
});
