import type { Services } from '../../services/services.ts';
import type { Write } from '../../store/model/writes.ts';
import { ApiError } from '../../errors/api-error.ts';
import { messages } from '@bedplate/contract';
import type { StorageRow } from '../records/model/storage-row.ts';
import { type SignedIn, signedIn } from './authenticate.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import type { SeenCaller } from './seen-caller.ts';
import { newSession } from './sessions.ts';
import { writeBeside } from './write-beside.ts';

/** Signs a user in who has proved to be the one. @param alsoWrites in the same commit, beside the user @throws {ApiError} as writeBeside */
export async function beginSession(
  services: Services,
  storage: StorageRow,
  { user, from, byTwo, alsoWrites = [] }: { user: FoundUser; from: SeenCaller; byTwo?: boolean; alsoWrites?: readonly Write[] },
): Promise<SignedIn> {
  const session = newSession(services.records, { storageId: storage.id, key: user.key, mark: user.mark, from, ...(byTwo && { byTwo }) });
  if (alsoWrites.length === 0) await services.store.commit([session.write]);
  else await writeBeside(services, storage, { key: user.key, writes: [session.write, ...alsoWrites] });
  return signedIn(services, storage, { record: user.record, session, mark: user.mark });
}

/** As `beginSession`, for a user who was written a moment ago. */
export async function beginSessionOf(
  services: Services,
  storage: StorageRow,
  { key, from }: { key: string; from: SeenCaller },
): Promise<SignedIn> {
  const user = await userOfKey(services, storage.id, key);
  if (!user) throw new ApiError('unauthenticated', messages.sessionEnded);
  return beginSession(services, storage, { user, from });
}
