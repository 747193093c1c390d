import { ApiError, say } from '../../errors/api-error.ts';
import { isStripeError, providerFailure, withoutObjects } from './provider-failure.ts';

/** Hides a bank's knowledge of a stolen card from the person who tries it. */
const secretReasons = new Set(['lost_card', 'stolen_card', 'fraudulent', 'merchant_blacklist', 'pickup_card', 'restricted_card']);

/** Makes the refusal of a card; rethrows other errors. @param rest a sentence about what stays the same */
export function cardRefusal(error: unknown, rest: string): ApiError {
  if (isStripeError(error, 'StripeCardError')) {
    const text = secretReasons.has(error.decline_code ?? '') ? 'Your card was declined.' : error.message;
    return new ApiError('payment-failed', `${text} ${rest}`.trim(), { cause: withoutObjects(error) });
  }
  if (isStripeError(error, 'StripeIdempotencyError')) {
    return new ApiError('idempotency-mismatch', say('requestRepeated'));
  }
  if (isStripeError(error, 'StripeInvalidRequestError') && /payment_method/.test(`${error.param} ${error.code} ${error.message}`)) {
    return new ApiError('payment-failed', `${'This card cannot be used. Please enter it again.'} ${rest}`.trim(), {
      cause: withoutObjects(error),
    });
  }
  const failure = providerFailure(error);
  if (failure instanceof ApiError) return failure;
  throw failure;
}

export function needsHolder(error: unknown): boolean {
  return isStripeError(error, 'StripeCardError') && error.code === 'authentication_required';
}

export const authenticationMissing = () => new ApiError('payment-failed', say('needsAuthentication'));
