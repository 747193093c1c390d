import { Stripe } from 'stripe';
import type { Config } from '../config/config.ts';
import { ApiError, say } from '../errors/api-error.ts';

/** @throws {ApiError} unavailable where card payments are not set up */
export function createStripe({ stripe }: Pick<Config, 'stripe'>): Stripe {
  if (!stripe.secretKey) throw new ApiError('unavailable', say('notConfigured'));
  const base = stripe.apiBase ? new URL(stripe.apiBase) : null;
  return new Stripe(stripe.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(base ? { host: base.hostname, port: base.port, protocol: 'http' as const } : {}),
  });
}
