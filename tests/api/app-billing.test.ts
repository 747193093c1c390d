import { randomUUID } from 'node:crypto';
import { enterCard } from '@bedplate/local-stripe';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { providerUrl } from '../support/provider.ts';
import { type Admin, aMember, anAdmin, aSuperadmin } from '../support/personas.ts';
import { target } from '../support/target.ts';

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

// Covers S1-6-20, S2-6-12
test('members may neither buy nor change anything; without a token it is 401', async () => {
  const paths = ['upgrade/premium', 'pending-payment', 'confirmed', 'cancel', 'undo-cancel', 'change-payment'].map(
    (name) => `/app/subscriptions/${name}`,
  );
  for (const role of ['manager', 'developer', 'user'] as const) {
    const { token } = await aMember(admin, role, projectId);
    for (const path of [...paths, '/app/purchase-credits']) expect((await call({ path, token, body: {} })).status).toBe(403);
    expect((await call({ path: '/app/billing', token })).status).toBe(403);
    expect((await call({ path: '/app/superadmin/products', token })).status).toBe(403);
  }
  for (const path of paths) expect((await call({ path, body: {} })).status).toBe(401);
});

// Covers S1-7-48
test.each([0, -1, 1.5, '5', null, 1001])('an amount of %s is refused', async (amount) => {
  const answer = await call({ path: '/app/purchase-credits', token: admin.token, body: { amount } });
  expect(answer.status).toBe(400);
  expect(answer.body.error?.details?.[0]?.field).toBe('amount');
});

// Covers S2-7-03, S0-7-05, S1-3-09, S1-3-10, S2-3-06, S2-3-07
test('plans are public, and apiUsage has its three parts', async () => {
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

const figureOf = async (token: string) =>
  (await mustCall<{ data: { usage: { usage: number } } }>({ path: '/app/apiUsage', token })).data.usage.usage;

// Covers S0-9-15, S1-2.7-05
test('calls of the console, and data calls without valid keys, leave the usage as it is', async () => {
  const before = await figureOf(admin.token);
  for (const path of ['/app/projects', '/app/users/getUser', '/app/billing', `/app/project/${projectId}/dataStorages`]) {
    await mustCall({ path, token: admin.token });
  }
  const headers = { 'x-api-key': admin.apiKey, 'x-secret-key': 'wrong', 'x-project-id': projectId };
  for (let i = 0; i < 3; i += 1) expect((await call({ path: '/api/orders/none', headers })).status).toBe(401);
  expect(await figureOf(admin.token)).toBe(before);
});

// Covers S1-7-52
test('with plan and bought credits used up the data API answers 429, and serves again after a purchase', async () => {
  const staff = await aSuperadmin();
  const buyer = await anAdmin();
  const plan = { name: 'Few', description: 'd', tier: 'pro', price: 5, usageLimit: 3, recurring: true, interval: 'month' };
  const { data } = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token: staff.token, body: plan });
  const order = { paymentMethodId: await enterCard(await providerUrl(), '4242424242424242'), productId: data.id };
  await mustCall({ path: '/app/subscriptions/upgrade/premium', token: buyer.token, body: order });
  const project = await mustCall<{ data: { id: string } }>({
    path: '/app/projects',
    token: buyer.token,
    body: { name: 'Few', description: 'x' },
  });
  const headers = { 'x-api-key': buyer.apiKey, 'x-secret-key': buyer.secretKey, 'x-project-id': project.data.id };
  const use = () => call({ path: '/api/orders/none', headers });
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await use()).status);
  expect(statuses).toEqual([404, 404, 404, 429]);
  expect((await use()).body).toMatchObject({
    success: false,
    message: expect.stringContaining('The API credits of this month are used up'),
  });
  const bought = { path: '/app/purchase-credits', token: buyer.token, headers: { 'idempotency-key': randomUUID() }, body: { amount: 1 } };
  const receipt = await mustCall<{ message: string }>(bought);
  expect(receipt.message).toBe('2,000 credits have been added to your account.');
  await expect.poll(async () => (await use()).status).toBe(404);
  expect((await mustCall<{ data: number }>({ path: '/app/apiUsage/user/total-usage', token: buyer.token })).data).toBe(2000);
  const user = await mustCall<{ data: { subscriptions: object[] } }>({ path: '/app/users/getUser', token: buyer.token });
  expect(user.data.subscriptions).toMatchObject([{ productId: data.id, isActive: true }]);
});

test('staff gives a plan free of charge', async () => {
  const staff = await aSuperadmin();
  const plan = { name: 'Gift', description: 'd', tier: 'scale', price: 50, usageLimit: 500, recurring: true, interval: 'month' };
  const { data } = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token: staff.token, body: plan });
  const path = `/app/superadmin/users/${admin.id}/change-subscription`;
  expect((await call({ method: 'PUT', path, token: admin.token, body: { productId: data.id } })).status).toBe(403);
  await mustCall({ method: 'PUT', path, token: staff.token, body: { productId: data.id, paid: 'pause' } });
  const usage = await mustCall<{ data: object }>({ path: '/app/apiUsage', token: admin.token });
  expect(usage.data).toMatchObject({
    limit: { tier: 'scale', isActive: true, product: { name: 'Gift' }, subscriptionStatus: 'subscribed' },
  });
  for (const list of ['products', 'discounts', 'used-discounts', 'subscriptions', 'apiusages', 'apiusagehistories']) {
    const page = await mustCall<{ pagination: object }>({ path: `/app/superadmin/${list}?page=1&limit=5`, token: staff.token });
    expect(page.pagination).toMatchObject({ page: 1, limit: 5 });
  }
});

// Covers S2-7-21
test('the webhook refuses what is not signed', async () => {
  expect((await call({ path: '/stripe/webhook', body: { id: 'evt_1', type: 'invoice.paid' } })).status).toBe(400);
});

test("what is no JSON gets the webhook's own answer, not the platform's page", async () => {
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=0' };
  const answer = await fetch(`${target.web}/stripe/webhook`, { method: 'POST', headers, body: '{"id":' });
  expect([answer.status, await answer.text()]).toEqual([400, '{"received":false}']);
});
