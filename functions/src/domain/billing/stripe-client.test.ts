import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { readConfig } from '../../config/config.ts';
import { isStripeError } from './provider-failure.ts';
import { createStripe } from '../../services/stripe-client.ts';

test('the SDK that is loaded late speaks to the configured address, and its errors are known by their type', async () => {
  const server = createServer((_, res) => void res.writeHead(400, { 'Content-Type': 'application/json' }).end(refusal)).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = createStripe({ stripe: { ...emptyStripe, secretKey: 'sk_test_local', apiBase } });
  const error: unknown = await stripe.events.list({ limit: 1 }).catch((thrown: unknown) => thrown);
  expect(isStripeError(error, 'StripeInvalidRequestError')).toBe(true);
});

const refusal = JSON.stringify({ error: { type: 'invalid_request_error', message: 'No.' } });
const emptyStripe: ReturnType<typeof readConfig>['stripe'] = { secretKey: '', webhookSecrets: [], publishableKey: '', apiBase: '' };
