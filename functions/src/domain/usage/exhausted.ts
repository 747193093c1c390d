import { ApiError } from '../../errors/api-error.ts';

export function exhausted(at: number): ApiError {
  const date = new Date(at);
  const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return new ApiError('credits-exhausted', 'The API credits of this month are used up. Upgrade the plan or buy credits to go on.', {
    retryAfter: Math.ceil((nextMonth - at) / 1000),
    headers: { 'X-Credits-Remaining': '0' },
  });
}
