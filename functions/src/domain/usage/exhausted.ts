import { ApiError } from '../../errors/api-error.ts';
import { nextMonth } from './usage-document.ts';

export function exhausted(at: number): ApiError {
  return new ApiError('credits-exhausted', 'The API credits of this month are used up. Upgrade the plan or buy credits to go on.', {
    retryAfter: Math.ceil((nextMonth(at) - at) / 1000),
    headers: { 'X-Credits-Remaining': '0' },
  });
}
