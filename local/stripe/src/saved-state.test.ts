import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { startStripe } from './start-stripe.ts';

const clientOf = (port: number) => new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http', telemetry: false });

test('customers, cards and keys survive a restart', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stripe-'));
  const file = join(dir, 'state.json');
  const first = await startStripe({ port: 0, file });
  const customer = await clientOf(first.port).customers.create({ name: 'A' }, { idempotencyKey: 'k' });
  const card = await clientOf(first.port).paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await first.stop();
  const second = await startStripe({ port: 0, file });
  const stripe = clientOf(second.port);
  expect((await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'k' })).id).toBe(customer.id);
  const charge = stripe.paymentIntents.create({
    amount: 100,
    currency: 'usd',
    customer: customer.id,
    payment_method: card.id,
    confirm: true,
  });
  await expect(charge).rejects.toMatchObject({ code: 'card_declined' });
  await second.stop();
  rmSync(dir, { recursive: true });
});
