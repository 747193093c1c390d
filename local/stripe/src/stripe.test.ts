import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStripe, startStripe } from './start-stripe.ts';

// Features that only the stand-in has; test/contract.test.ts tests those of the vendor's sandbox.

let server: RunningStripe;
let stripe: Stripe;

beforeAll(async () => {
  server = await startStripe({ port: 0 });
  stripe = new Stripe('sk_test_123', { host: '127.0.0.1', port: server.port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
});
afterAll(() => server.stop());

test('3-D Secure: the browser finishes what the server began, with the secret only', async () => {
  const { id: product } = await stripe.products.create({ name: 'Pro' });
  const price = await stripe.prices.create({ product, unit_amount: 1000, currency: 'usd', recurring: { interval: 'month' } });
  const { id: customer } = await stripe.customers.create({});
  const card = (await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })).id;
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    default_payment_method: card,
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const secret = (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? ''; // expanded in the call
  const intent = secret.slice(0, secret.indexOf('_secret_'));
  expect((await stripe.paymentIntents.confirm(intent, { payment_method: card, use_stripe_sdk: true })).status).toBe('requires_action');
  const finish = (client_secret: string) =>
    fetch(`${server.url}/v1/3ds/${intent}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer pk_test_1' },
      body: new URLSearchParams({ client_secret, passed: 'true' }),
    });
  expect((await finish('wrong')).status).toBe(400);
  expect((await finish(secret)).status).toBe(200);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

test.each(['sk_live_1', 'pk_test_1', ''])('the key "%s" is refused', async (key) => {
  expect((await fetch(`${server.url}/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(401);
});
