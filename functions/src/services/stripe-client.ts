import { createRequire } from 'node:module';
import type { Stripe } from 'stripe';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/** @throws {ApiError} unavailable where card payments are not set up */
export function createStripe({ stripe }: Pick<Config, 'stripe'>): Stripe {
  if (!stripe.secretKey) throw new ApiError('unavailable', say('notConfigured'));
  // Loaded with the first payment: it takes 140 ms, and most instances never need it.
  const Client = createRequire(import.meta.url)('stripe') as typeof Stripe;
  const base = stripe.apiBase ? new URL(stripe.apiBase) : null;
  return new Client(stripe.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(base ? { host: base.hostname, port: base.port, protocol: 'http' as const } : {}),
  });
}
