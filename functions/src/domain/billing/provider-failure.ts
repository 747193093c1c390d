import type { Stripe } from 'stripe';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { log } from '../../config/log.ts';

/**
 * Makes the answer to a failed call of the provider. An object in another state, such as a subscription
 * that has ended meanwhile, is a conflict; the caller then reads the new state.
 * @returns other errors unchanged
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

/** Whether the provider did not answer, or is temporarily unable to. */
function isSilence(error: unknown): error is Error {
  return isStripeError(error, 'StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError');
}

/** Checks the error's `type`, since its class would load the SDK. */
export function isStripeError(error: unknown, ...types: readonly Stripe.errors.StripeError['type'][]): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && (types as readonly unknown[]).includes(error.type);
}

/** Keeps a refusal's payment and client secret out of the log. */
export function withoutObjects(error: Error & { code?: string | undefined }): Error {
  return new Error(`${error.name} ${error.code ?? ''}`.trim());
}

function unavailable(error: Error, key: 'providerSilent' | 'providerSilentOnce'): ApiError {
  return new ApiError('unavailable', say(key), {
    cause: withoutObjects(error),
    retryAfter: 5,
  });
}
