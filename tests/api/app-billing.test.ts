import { randomUUID } from 'node:crypto';
import { confirmAtBank, enterCard } from '@bedplate/local-stripe';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { billed, providerUrl } from '../support/provider.ts';
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

/** An admin who pays for a plan by a card; one that needs its holder has been confirmed. */
async function aSubscriber(number = '4242424242424242') {
  const staff = await aSuperadmin();
  const buyer = await anAdmin();
  const plan = { name: 'Paid', description: 'd', tier: 'pro', price: 20, usageLimit: 50, recurring: true, interval: 'month' };
  const { data } = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token: staff.token, body: plan });
  const provider = await providerUrl();
  const order = { paymentMethodId: await enterCard(provider, number), productId: data.id };
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    call({ method: 'POST', path: `/app${path}`, token: buyer.token, body, headers });
  const upgraded = await send('/subscriptions/upgrade/premium', order);
  const { clientSecret } = upgraded.body as { clientSecret?: string };
  if (clientSecret) {
    await confirmAtBank(provider, clientSecret);
    await mustCall({ path: '/app/subscriptions/confirmed', token: buyer.token, body: {} });
  }
  const credits = async () => (await mustCall<{ data: number }>({ path: '/app/apiUsage/user/total-usage', token: buyer.token })).data;
  return { buyer, upgraded, send, credits };
}

// Covers S2-7-02, S2-7-05
test('an upgrade answers that the plan is active, or what the bank asks; cancelling is exactly 200', async () => {
  const pays = await aSubscriber();
  expect(pays.upgraded).toMatchObject({
    status: 200,
    body: { success: true, message: expect.any(String), status: 'active' },
  });
  for (const name of ['requiresAction', 'clientSecret']) expect(pays.upgraded.body).not.toHaveProperty(name);
  const asks = await aSubscriber('4000002760003184');
  expect(asks.upgraded).toMatchObject({
    status: 200,
    body: { success: true, message: expect.any(String), requiresAction: true, clientSecret: expect.stringMatching(/_secret_/) },
  });
  for (const { buyer, send } of [pays, asks]) {
    expect((await billed(buyer.tenantId)).isActive).toBe(true);
    expect((await send('/subscriptions/cancel', {})).status).toBe(200);
  }
});

// Covers S1-7-47, S1-7-49
test('a purchase charges the card on file in whole dollars, and the same key charges once', async () => {
  const { buyer, send, credits } = await aSubscriber();
  const headers = { 'idempotency-key': randomUUID() };
  const buy = () => send('/purchase-credits', { amount: 5 }, headers);
  const answers = await Promise.all([buy(), buy()]);
  expect([200, 409, 503]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
  const done = await buy();
  expect(done).toMatchObject({ status: 200, body: { success: true, message: '10,000 credits have been added to your account.' } });
  expect(await credits()).toBe(10_000);
  expect(await billed(buyer.tenantId)).toMatchObject({ charges: [2000, 500], credits: 10_000 });
});

// Covers S1-7-50
test('a purchase that the bank wants confirmed fails, says so, and adds no credits', async () => {
  const { buyer, send, credits } = await aSubscriber('4000002760003184');
  const refused = await send('/purchase-credits', { amount: 5 }, { 'idempotency-key': randomUUID() });
  expect(refused).toMatchObject({ status: 402, body: { success: false, message: expect.stringContaining('bank asks to confirm') } });
  expect(await credits()).toBe(0);
  expect((await billed(buyer.tenantId)).charges).toEqual([2000]);
});

// Covers S2-7-06
test('the card of another account’s subscription cannot be changed', async () => {
  const [mine, theirs] = [await aSubscriber(), await aSubscriber()];
  const { data } = await mustCall<{ data: { limit: { stripeSubscriptionId: string } } }>({
    path: '/app/apiUsage',
    token: theirs.buyer.token,
  });
  const order = {
    paymentMethodId: await enterCard(await providerUrl(), '5555555555554444'),
    subscriptionId: data.limit.stripeSubscriptionId,
  };
  expect(await mine.send('/subscriptions/change-payment', order)).toMatchObject({ status: 404, body: { success: false } });
  for (const { buyer } of [mine, theirs]) expect(await billed(buyer.tenantId)).toMatchObject({ card: '4242', charged: '4242' });
  // The owner of the subscription may.
  expect((await theirs.send('/subscriptions/change-payment', order)).status).toBe(200);
  expect(await billed(theirs.buyer.tenantId)).toMatchObject({ card: '4444', charged: '4444' });
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
