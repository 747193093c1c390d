import { Stripe } from 'stripe';
import { ApiError } from '../../http/api-error.ts';
import { log } from '../../log.ts';

/**
 * What to answer when the payment provider could not do a call. One that finds its object in another state, such as a subscription
 * that has ended since it was read, is a conflict; the caller sees the new state when it looks again.
 * @returns anything else as it is
 */
export function providerFailure(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError) return unavailable(error);
  if (error instanceof Stripe.errors.StripeRateLimitError) return unavailable(error);
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return error;
  log.warn('billing.state-changed', { code: error.code ?? null, requestId: error.requestId ?? null });
  return new ApiError('conflict', 'Your subscription has changed meanwhile. Please look at it again and repeat what you wanted.', {
    cause: withoutObjects(error),
  });
}

/** A refusal carries the whole payment, its client secret included: none of that belongs into a log. */
export function withoutObjects(error: Error & { code?: string | undefined }): Error {
  return new Error(`${error.name} ${error.code ?? ''}`.trim());
}

function unavailable(error: Error): ApiError {
  return new ApiError('unavailable', 'The payment provider does not answer. You have not been charged twice; please try again.', {
    cause: withoutObjects(error),
    retryAfter: 5,
  });
}
