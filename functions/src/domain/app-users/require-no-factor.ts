import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { askedFactor } from './asked-factor.ts';
import { userOfKey } from './find-user.ts';

/** @throws {ApiError} permission-denied for a user who is asked for a second factor, in calls that cannot ask */
export async function requireNoFactor(services: Services, storage: StorageRow, key: string): Promise<void> {
  const user = await userOfKey(services, storage.id, key);
  if (user && askedFactor(storage, user, services.clock()) !== 'none')
    throw new ApiError(
      'permission-denied',
      'This user is asked for a second factor: use POST …/sign-in/password, which your keys may call too.',
    );
}
