import { messages } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import { provePassword } from './prove-change.ts';
import type { Self } from './self.ts';

/** An app user who calls, with the password of now where there is one. */
export interface Proved {
  readonly self: Self;
  readonly currentPassword?: string | undefined;
}

const freshMillis = 600_000;

/**
 * Asks again who it is before what a stolen token must not do: for the present password, or, of a user without one, for a session that
 * began a few minutes ago.
 * @throws {ApiError} permission-denied; unauthenticated for a user who is gone; too-many-requests after ten wrong passwords
 */
export async function requireFreshProof(
  services: Services,
  storage: StorageRow,
  { self: { key, session }, currentPassword }: Proved,
): Promise<FoundUser> {
  const user = await userOfKey(services, storage.id, key);
  if (!user) throw new ApiError('unauthenticated', messages.sessionEnded);
  if (user.mark !== '') {
    if (currentPassword === undefined) throw denied('currentPassword', 'Send your present password as currentPassword.');
    await provePassword(services, storage, { key, password: currentPassword });
    return user;
  }
  const began = session === undefined ? undefined : (await services.store.appSessions.get(session))?.data.began?.at.toMillis();
  if (began === undefined || services.clock() - began > freshMillis) throw denied('', 'Sign in again, then send this within ten minutes.');
  return user;
}

function denied(field: string, message: string): ApiError {
  return new ApiError('permission-denied', message, field ? { details: [{ field, message }] } : {});
}
