import type { Services } from '../../services/services.ts';
import { countFailure } from '../rate-limits/attempts.ts';
import type { FactorPlace } from './factor-secret.ts';

const perUser = {
  scope: 'app-user-factor',
  max: 10,
  windowMillis: 3_600_000,
  message: 'Too many wrong codes. Please try again later.',
};

/** Wrong codes of a user count over all sign-ins. @throws {ApiError} too-many-requests after ten within an hour; and the attempt's own errors */
export function countGuesses<R>(services: Services, { storageId, key }: FactorPlace, attempt: () => Promise<R>): Promise<R> {
  return countFailure(services, { limit: perUser, value: `${storageId}/${key}`, attempt });
}
