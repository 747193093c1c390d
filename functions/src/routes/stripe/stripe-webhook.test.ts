import { createHmac } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { purchaseCredits } from '../../domain/billing/purchase-credits.ts';
import { upgrade } from '../../domain/billing/upgrade.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());
const plan = await world.aPlan();

async function aSubscriber(): Promise<Caller> {
  const caller = await world.anAccount();
  const order = { paymentMethodId: await world.aCard('4242424242424242'), productId: plan, discountCode: null };
  await upgrade(world.services, caller, order);
  await world.settled();
  return caller;
}

interface Sent {
  secret?: string;
  /** When it was signed. */
  at?: number;
  /** The sent body, where it differs from the signed one. */
  body?: string;
  method?: string;
  url?: string;
}

/** As the provider sends an event. @returns the status of the answer */
async function send(
  event: object | string,
  { secret = world.secret, at = Date.now() / 1000, body, method = 'POST', url = world.webhookUrl }: Sent = {},
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const time = Math.floor(at);
  const mark = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${mark}` };
  return (await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: body ?? payload }) })).status;
}

/** The last event of a type about an account, as it was sent. */
async function eventOf(caller: Caller, type: string): Promise<{ id: string; type: string; data: { object: Record<string, unknown> } }> {
  const { customerId } = await world.billing(caller);
  const sent = world.provider.state.deliveries.map(({ payload }) => JSON.parse(payload));
  const event = sent.findLast(({ type: own, data }) => own === type && data.object.customer === customerId);
  if (!event) throw new Error(`No ${type} was sent.`);
  return event;
}

const stored = (id: string) => databaseOf(world.services.store).doc(`stripeEvents/${id}`).get();
const accountOf = async (caller: Caller) => JSON.stringify([await world.tenant(caller), await world.billing(caller)]);

test('what is not a fresh, signed event of this mode is refused, and leaves no trace', async () => {
  const caller = await aSubscriber();
  const before = await accountOf(caller);
  const event = { ...(await eventOf(caller, 'customer.subscription.updated')), id: 'evt_refused' };
  const text = JSON.stringify(event);
  expect(await send(event, { secret: 'whsec_guessed' })).toBe(400);
  expect(await send(event, { at: Date.now() / 1000 - 301 })).toBe(400);
  expect(await send(event, { body: `${text} ` })).toBe(400);
  expect(await send(event, { body: text.replace('evt_refused', 'evt_changed') })).toBe(400);
  expect(await send({ ...event, livemode: true })).toBe(400);
  expect(await send({ ...event, padding: 'x'.repeat(1024 * 1024) })).toBe(400);
  expect(await send(event, { method: 'GET' })).toBe(405);
  expect(await send(event, { method: 'PUT' })).toBe(405);
  expect([(await stored('evt_refused')).exists, (await stored('evt_changed')).exists]).toEqual([false, false]);
  expect(await accountOf(caller)).toBe(before);
});

test.each([
  ['sk_test_1', false],
  ['rk_test_1', false],
  ['sk_live_1', true],
  ['rk_live_1', true],
])('with the key %s an event counts whose live mode is %s, and no other', async (secretKey, livemode) => {
  const { stripe } = world.services.config as { stripe: { secretKey: string } }; // a test's own, so it may be written
  const event = { ...(await eventOf(await aSubscriber(), 'invoice.paid')), type: 'invoice.sent' };
  const usual = stripe.secretKey;
  try {
    stripe.secretKey = secretKey;
    const statusOf = (isLive: boolean) => send({ ...event, id: `evt_${secretKey}_${isLive}`, livemode: isLive });
    expect([await statusOf(livemode), await statusOf(!livemode)]).toEqual([200, 400]);
  } finally {
    stripe.secretKey = usual;
  }
});

test('while one secret replaces the other, both sign', async () => {
  const event = { ...(await eventOf(await aSubscriber(), 'invoice.paid')), id: 'evt_rotation' };
  expect(await send(event, { secret: 'whsec_older' })).toBe(200);
  expect((await stored('evt_rotation')).get('state')).toBe('done');
});

test("at the function's own address, where the platform has read the body, an event is taken and a changed one refused", async () => {
  const url = new URL('/', world.webhookUrl).href;
  const event = { ...(await eventOf(await aSubscriber(), 'invoice.paid')), id: 'evt_own_address' };
  expect(await send(event, { url, body: `${JSON.stringify(event)} ` })).toBe(400);
  expect(await send({ ...event, padding: 'x'.repeat(1024 * 1024) }, { url })).toBe(400);
  expect(await send(event, { url })).toBe(200);
  expect((await stored('evt_own_address')).get('state')).toBe('done');
});

test('an event that has been done is not done again', async () => {
  const caller = await aSubscriber();
  const event = await eventOf(caller, 'customer.subscription.updated');
  const [before, looks] = [await stored(event.id), (await world.billing(caller)).looks];
  expect([await send(event), await send(event)]).toEqual([200, 200]);
  expect((await stored(event.id)).updateTime).toEqual(before.updateTime);
  expect((await world.billing(caller)).looks).toBe(looks);
});

test('what an event tells is not believed: the provider is asked', async () => {
  const caller = await aSubscriber();
  const before = JSON.stringify(await world.tenant(caller));
  const event = await eventOf(caller, 'customer.subscription.updated');
  const told = { ...event.data.object, status: 'canceled', ended_at: 1, cancel_at_period_end: true };
  expect(await send({ ...event, id: 'evt_told', type: 'customer.subscription.deleted', data: { object: told } })).toBe(200);
  expect(JSON.stringify(await world.tenant(caller))).toBe(before);
  const unpaid = { id: 'pi_none', object: 'payment_intent', status: 'succeeded', metadata: { kind: 'credits', tenantId: caller.tenantId } };
  expect(await send({ ...event, id: 'evt_unpaid', type: 'payment_intent.succeeded', data: { object: unpaid } })).toBe(500);
  expect((await world.tenant(caller)).extraCredits ?? 0).toBe(0);
});

test('an event that could not be done is answered 500, and done when it comes again', async () => {
  const caller = await aSubscriber();
  const event = { ...(await eventOf(caller, 'customer.subscription.updated')), id: 'evt_again' };
  await world.settled(); // no other event is under way that would meet the failures
  // As often as the SDK itself tries.
  for (let i = 0; i < 3; i += 1) await world.control('fail', { status: 500, path: '/v1/subscriptions' });
  expect(await send(event)).toBe(500);
  expect((await stored('evt_again')).get('state')).toBe('received');
  expect(await send(event)).toBe(200);
  expect((await stored('evt_again')).get('state')).toBe('done');
});

test('events that nobody asked for are taken, and nothing is looked up', async () => {
  const caller = await aSubscriber();
  const { looks, customerId } = await world.billing(caller);
  const event = await eventOf(caller, 'customer.subscription.updated');
  expect(await send({ ...event, id: 'evt_unknown', type: 'radar.early_fraud_warning.created' })).toBe(200);
  const stranger = { ...event.data.object, customer: 'cus_of_somebody_else' };
  expect(await send({ ...event, id: 'evt_stranger', data: { object: stranger } })).toBe(200);
  expect(await world.billing(caller)).toMatchObject({ looks, customerId });
});

test.each([
  ['by another customer', {}, false],
  ['in another environment', { env: 'elsewhere' }, true],
  ['for something else', { kind: 'gift' }, true],
])('a payment %s gives an account no credits', async (_, metadata, own) => {
  const [caller, other] = [await aSubscriber(), await aSubscriber()];
  const { customerId } = await world.billing(own ? caller : other);
  await world.services.stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    customer: customerId ?? '',
    payment_method: 'pm_card_visa',
    confirm: true,
    off_session: true,
    metadata: { kind: 'credits', tenantId: caller.tenantId ?? '', credits: '20000', env: 'demo-test', ...metadata },
  });
  await world.settled();
  expect([(await world.tenant(caller)).extraCredits ?? 0, (await world.tenant(other)).extraCredits ?? 0]).toEqual([0, 0]);
});

test('the event of a purchase may come before its answer: the credits are there once', async () => {
  const caller = await aSubscriber();
  const { paymentIntents } = world.services.stripe;
  const create = paymentIntents.create.bind(paymentIntents);
  vi.spyOn(paymentIntents, 'create').mockImplementationOnce((async (...given: Parameters<typeof create>) => {
    const intent = await create(...given);
    await world.settled();
    expect((await world.tenant(caller)).extraCredits).toBe(2000);
    return intent;
  }) as typeof create);
  expect(await purchaseCredits(world.services, { caller, amount: 1, key: 'a-dialog-1' })).toEqual({ credits: 2000 });
  expect((await world.tenant(caller)).extraCredits).toBe(2000);
});
