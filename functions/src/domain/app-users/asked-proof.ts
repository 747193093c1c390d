import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { hasOwnFactor } from './asked-factor.ts';
import type { FoundUser } from './find-user.ts';
import type { GivenFactor } from './prove-factor.ts';

/**
 * Uses an answer of the second factor up, where the user has one and sign-ins ask for it.
 * @throws {ApiError} permission-denied without an answer; unauthenticated for a wrong one; too-many-requests
 */
export async function requireOwnFactor(
  services: Services,
  storage: StorageRow,
  { user, given }: { user: FoundUser; given?: GivenFactor | undefined },
): Promise<void> {
  if (!hasOwnFactor(storage, user)) return;
  if (!given) {
    const message = 'Send an answer of your second factor as well: code, or challenge with code or passkey.';
    throw new ApiError('permission-denied', message, { details: [{ field: 'code', message }] });
  }
  const { proveFactor } = await import('./prove-factor.ts'); // few users have one
  await proveFactor(services, storage, { user, given, change: () => ({}) });
}
