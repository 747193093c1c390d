import { ApiError, inEnglish, type Sentence } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { isStripeError, providerFailure, withoutObjects } from './provider-failure.ts';

/** Hides a bank's knowledge of a stolen card from the person who tries it. */
const secretReasons = new Set(['lost_card', 'stolen_card', 'fraudulent', 'merchant_blacklist', 'pickup_card', 'restricted_card']);

/** The thing that a person keeps when the card is refused. */
export type Stays = 'plan' | 'freeTier' | null;

/** Makes the refusal of a card; rethrows other errors. */
export function cardRefusal(error: unknown, stays: Stays): ApiError {
  if (isStripeError(error, 'StripeCardError')) {
    const reason = secretReasons.has(error.decline_code ?? '') ? undefined : error.message;
    return new ApiError('payment-failed', declined(reason, stays), { cause: withoutObjects(error) });
  }
  if (isStripeError(error, 'StripeIdempotencyError')) {
    return new ApiError('idempotency-mismatch', say('requestRepeated'));
  }
  if (isStripeError(error, 'StripeInvalidRequestError') && /payment_method/.test(`${error.param} ${error.code} ${error.message}`)) {
    return new ApiError('payment-failed', say(stays ? `cardUnusable.${stays}` : 'cardUnusable'), { cause: withoutObjects(error) });
  }
  const failure = providerFailure(error);
  if (failure instanceof ApiError) return failure;
  throw failure;
}

/** @param reason in the words of the bank, which only it can translate; the usual one is ours */
export function declined(reason: string | undefined, stays: Stays): Sentence {
  if (!reason || reason === inEnglish(say('cardDeclined'))) return say(stays ? `cardDeclined.${stays}` : 'cardDeclined');
  return stays ? say(`bankSays.${stays}`, { reason }) : reason;
}

export function needsHolder(error: unknown): boolean {
  return isStripeError(error, 'StripeCardError') && error.code === 'authentication_required';
}

export const authenticationMissing = () => new ApiError('payment-failed', say('needsAuthentication'));
