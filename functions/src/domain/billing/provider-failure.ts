import type { Stripe } from 'stripe';
import { ApiError, say } from '../../errors/api-error.ts';
import { log } from '../../config/log.ts';

/**
 * The answer when the payment provider could not do a call. One that finds its object in another state, such as a subscription
 * that has ended since it was read, is a conflict; the caller sees the new state when it looks again.
 * @returns anything else as it is
 */
export function providerFailure(error: unknown): unknown {
  if (isSilence(error)) return unavailable(error, 'providerSilentOnce');
  if (!isStripeError(error, 'StripeInvalidRequestError')) return error;
  log.warn('billing.state-changed', { code: error.code ?? null, requestId: error.requestId ?? null });
  return new ApiError('conflict', say('subscriptionChanged'), {
    cause: withoutObjects(error),
  });
}

/** Runs a call to the provider that moves no money. @throws {ApiError} unavailable when the provider does not answer */
export async function askingProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSilence(error) ? unavailable(error, 'providerSilent') : error;
  }
}

/** Nobody answered, or the provider says that it cannot now. */
function isSilence(error: unknown): error is Error {
  return isStripeError(error, 'StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError');
}

/** By the error's `type`: its class would load the SDK. */
export function isStripeError(error: unknown, ...types: readonly Stripe.errors.StripeError['type'][]): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && (types as readonly unknown[]).includes(error.type);
}

/** A refusal carries the whole payment, its client secret included: none of that belongs into a log. */
export function withoutObjects(error: Error & { code?: string | undefined }): Error {
  return new Error(`${error.name} ${error.code ?? ''}`.trim());
}

function unavailable(error: Error, key: 'providerSilent' | 'providerSilentOnce'): ApiError {
  return new ApiError('unavailable', say(key), {
    cause: withoutObjects(error),
    retryAfter: 5,
  });
}
